import { searchedText } from '../../../lib/text/email-address.ts'

// Handles the text that administrators enter to search all accounts or users.

const GREATEST_ID = 2_147_483_647
/** Maximum number of accounts or users found in each searched column, newest first. Administrators do not page further than this. */
export const MAX_FOUND = 2_000

/** Returns the entered id, or null. */
export const idIn = (text: string): number | null =>
  /^\d{1,10}$/.test(text) && Number(text) <= GREATEST_ID ? Number(text) : null

/** Returns a LIKE pattern that finds the text anywhere in a lowercase text or in an address. */
export const likePattern = (text: string): string =>
  `%${searchedText(text)
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`

/** Indexes of parts are built from three consecutive characters. */
const LEAST = 3

/** Returns whether a part is too short for the indexes, so PostgreSQL would read all rows. */
export const isShort = (text: string): boolean => [...text].length < LEAST
