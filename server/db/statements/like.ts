/** Returns the text for a LIKE pattern, in which `%`, `_` and `\` mean themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
