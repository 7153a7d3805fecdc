import { stringify } from 'csv-stringify/sync'

/** Returns one line of CSV with its line end. Neutralizes cells that a spreadsheet would run as a formula (S4). */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return stringify(
    [cells.map((cell) => (typeof cell === 'string' ? cell.replace(LOOKS_NEUTRALIZED, "'$1") : (cell ?? '')))],
    {
      escape_formulas: true,
      record_delimiter: '\r\n',
      // A parser may leave out blanks at the ends of a cell without quotation marks.
      quoted_match: /[\r\n]|^\s|\s$/,
    },
  )
}

/** At the start of a file it makes Excel read UTF-8. */
export const CSV_BYTE_ORDER_MARK = '\ufeff'

/** Text that looks as if it had been neutralized gets an apostrophe more, of which an import takes one away. */
const LOOKS_NEUTRALIZED = /^('+[=+\-@\t\r＝＋－＠])/
