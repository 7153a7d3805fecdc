import { stringify } from 'csv-stringify/sync'

/** Returns one line of CSV with its line end. Neutralizes cells that a spreadsheet would run as a formula (S4). */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return stringify(
    [cells.map((cell) => (typeof cell === 'string' ? cell.replace(LOOKS_NEUTRALIZED, "'$1") : (cell ?? '')))],
    {
      escape_formulas: true,
      record_delimiter: '\r\n',
      // Parsers may drop spaces at the ends of a cell without quotation marks.
      quoted_match: /[\r\n]|^\s|\s$/,
    },
  )
}

/** Makes Excel read a file as UTF-8. */
export const CSV_BYTE_ORDER_MARK = '\ufeff'

/** Text that looks neutralized already gets another apostrophe, because an import removes one. */
const LOOKS_NEUTRALIZED = /^('+[=+\-@\t\r＝＋－＠])/
