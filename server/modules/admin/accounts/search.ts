// What administrators type into a search of all accounts or users.

const GREATEST_ID = 2_147_483_647

/** Returns the id that was typed, or null. */
export const idIn = (text: string): number | null =>
  /^\d{1,10}$/.test(text) && Number(text) <= GREATEST_ID ? Number(text) : null

/** Returns the pattern of LIKE that finds the text anywhere in a lowercase one. */
export const likePattern = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
