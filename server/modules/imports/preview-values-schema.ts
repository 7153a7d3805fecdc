/** Maximum number of listed updated subscribers, invalid rows, and rows that lose a value. The first two are counted in full. */
export const SHOWN_ROWS = 1_000
