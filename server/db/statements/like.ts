/** Returns the text for a LIKE pattern, in which `%`, `_` and `\` are literal. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
