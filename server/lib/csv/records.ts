import { parse as parseNow } from 'csv-parse/sync'

/** Splits text with `\n` line ends into records. A stray quotation mark belongs to its cell. */
export const EXACT = {
  record_delimiter: '\n',
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  // Longer than any real row.
  max_record_size: 1_000_000,
} as const

/** Splits the same way, for records that `unpadded` completes. Spaces before an opening quotation mark are ignored. */
export const PADDED = { ...EXACT, ltrim: true, raw: true } as const

/** A record of PADDED with its text. */
export interface PaddedRecord {
  record: string[]
  raw: string
}

/** Returns the cells without spaces around them and around their quotation marks; spaces within the marks stay. */
export function unpadded({ record, raw }: PaddedRecord, delimiter: string): string[] {
  if (record.every((cell) => cell.trimEnd() === cell)) return record
  const cells = raw.includes('"') ? trimmedCells(raw, delimiter) : undefined
  return cells ?? record.map((cell) => cell.trimEnd())
}

/** Returns undefined for a cell with text after its closing mark, as in `"Ann" Berg`, which the parser refuses when trimming. */
function trimmedCells(raw: string, delimiter: string): string[] | undefined {
  try {
    return (parseNow(raw, { ...EXACT, delimiter, trim: true }) as string[][])[0]
  } catch {
    return undefined
  }
}

/** Returns why a file cannot be read as a table, for its owner. @param rows_before number of rows that were read before the parser's own */
export function problemOf(error: Error & { code?: string; records?: number }, rows_before = 0): string {
  const row = `after row ${rows_before + (error.records ?? 0)}`
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return `A row ${row} is longer than 1 MB. A quotation mark may be missing, or this is not a table.`
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return `A quotation mark that opens ${row} is never closed. Correct the file and upload it again.`
  return `The file cannot be read as a table ${row}: ${error.message}`
}
