/** What a field asks for while nothing is chosen. */
export const chooseText = (noun: string) => (/^[aeiou]/.test(noun) ? `Choose an ${noun}` : `Choose a ${noun}`)
