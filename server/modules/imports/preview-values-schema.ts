/** The number of updated subscribers, and of invalid rows, that are listed. All are counted. */
export const SHOWN_ROWS = 1_000
