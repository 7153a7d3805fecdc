import { searchedText } from '../../../lib/text/email-address.ts'

// Text that administrators type into a search of all accounts or users.

const GREATEST_ID = 2_147_483_647
/** Accounts or users that a search finds in each place it looks, the newest first. No one pages through more. */
export const MAX_FOUND = 2_000

/** Returns the id that was typed, or null. */
export const idIn = (text: string): number | null =>
  /^\d{1,10}$/.test(text) && Number(text) <= GREATEST_ID ? Number(text) : null

/** Returns the pattern of LIKE that finds the text anywhere in a lowercase one, or in an address. */
export const likePattern = (text: string): string =>
  `%${searchedText(text)
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`

/** Indexes of parts have three characters in a row. */
const LEAST = 3

/** Returns whether a part is too short for the indexes: PostgreSQL would read all rows. */
export const isShort = (text: string): boolean => [...text].length < LEAST
