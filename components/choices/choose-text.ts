/** Returns the placeholder of a field without a choice: `Choose a tag`. */
export const chooseText = (noun: string) => (/^[aeiou]/.test(noun) ? `Choose an ${noun}` : `Choose a ${noun}`)
