import { stringify } from 'csv-stringify/sync'

/** Returns one line of CSV with its line end. Neutralizes cells that a spreadsheet would run as a formula (S4). */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return stringify([cells.map((cell) => (typeof cell === 'number' ? cell : (cell ?? '')))], {
    escape_formulas: true,
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
  })
}

/** At the start of a file it makes Excel read UTF-8. */
export const CSV_BYTE_ORDER_MARK = '\ufeff'
