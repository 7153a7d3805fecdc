/** The number of updated subscribers, of invalid rows, and of rows that lose a value, that are listed. The first two are all counted. */
export const SHOWN_ROWS = 1_000
