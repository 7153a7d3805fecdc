import { parse as parseNow } from 'csv-parse/sync'

/** Splits text with `\n` line ends into records. A stray quotation mark belongs to its cell. */
export const EXACT = {
  record_delimiter: '\n',
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  // Longer than any intended row.
  max_record_size: 1_000_000,
} as const

/** Splits the same, for records that `unpadded` completes. Blanks before an opening quotation mark do not count. */
export const PADDED = { ...EXACT, ltrim: true, raw: true } as const

/** A record of PADDED with its text. */
export interface PaddedRecord {
  record: string[]
  raw: string
}

/** Returns the cells without the blanks around them and around their quotation marks; blanks inside of the marks stay. */
export function unpadded({ record, raw }: PaddedRecord, delimiter: string): string[] {
  if (record.every((cell) => cell.trimEnd() === cell)) return record
  const cells = raw.includes('"') ? trimmedCells(raw, delimiter) : undefined
  return cells ?? record.map((cell) => cell.trimEnd())
}

/** Undefined for a cell with text after its closing mark, as in `"Ann" Berg`, which the parser refuses when it trims. */
function trimmedCells(raw: string, delimiter: string): string[] | undefined {
  try {
    return (parseNow(raw, { ...EXACT, delimiter, trim: true }) as string[][])[0]
  } catch {
    return undefined
  }
}
