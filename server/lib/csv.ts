import { parse } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { type CsvField, looksLikeHeader, suggestMapping } from './csv-header.ts'
import { type CsvEncoding, decodeCsv } from './csv-text.ts'

export interface CsvRow {
  /** Counts from 1, a header included, empty lines not. */
  row: number
  /** The line of the file in which the row begins. */
  line: number
  cells: string[]
  /** Why the row is not as it should be; its cells are still there. */
  problem?: string
}

/** The file cannot be read on from this line. */
export class CsvError extends Error {
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.name = 'CsvError'
    this.line = line
  }
}

export type CsvSeparator = ',' | ';' | '\t' | '|'

export interface CsvPreview {
  separator: CsvSeparator
  /** The cells of the first row when it names columns. */
  header: string[] | null
  /** The first rows of data. */
  rows: string[][]
  /** One entry per column: what it probably holds. */
  mapping: (CsvField | undefined)[]
}

/** Reads no more than the first part of a file, to ask its owner whether it was understood. Throws CsvError. */
export async function previewCsv(source: AsyncIterable<Uint8Array>, encoding?: CsvEncoding): Promise<CsvPreview> {
  const { sample } = await takeSample(decodeCsv(source, encoding))
  const { separator, records } = readSample(sample)
  const [first = [], ...others] = records
  const header = looksLikeHeader(first, others) ? first : null
  const rows = (header ? others : records).slice(0, 10)
  return { separator, header, rows, mapping: suggestMapping(header, rows) }
}

/**
 * All rows of a file, the header among them, in constant memory. Encoding (UTF-8, UTF-16, Windows-1252), separator and line
 * ends are found out. A row that is ragged or has an over-long cell comes with a `problem`; only a file that cannot be read
 * on, as when a quote is never closed, throws CsvError.
 */
export async function* readCsv(source: AsyncIterable<Uint8Array>, encoding?: CsvEncoding): AsyncGenerator<CsvRow> {
  const { sample, rest } = await takeSample(decodeCsv(source, encoding))
  const { separator, hint } = readSample(sample)
  const parser = parse({ ...READING, delimiter: separator, info: true })
  const fed = feed(parser, sample.slice(hint.length), rest)
  let row = 0
  let line = hint ? 2 : 1
  let width = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      row++
      // `lines` is where the row ends: its own line breaks are inside of its cells.
      const breaks = record.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)
      line = info.lines - breaks + (hint ? 1 : 0)
      width ||= record.length
      yield checkRow({ row, line, cells: record }, width)
    }
    await fed
  } catch (error) {
    throw toCsvError(error, line)
  } finally {
    parser.destroy()
  }
}

/** One line of CSV, with its line end. A cell that a spreadsheet would take for a formula is neutralised (S4). */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return stringify([cells.map((cell) => (typeof cell === 'number' ? cell : (cell ?? '')))], {
    escape_formulas: true,
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
  })
}

/** Begins a file that Excel is to read as UTF-8. */
export const CSV_BYTE_ORDER_MARK = '\ufeff'

const SEPARATORS: readonly CsvSeparator[] = [',', ';', '\t', '|']
const SAMPLE = 64 * 1024
const MAX_CELL = 65_535
const MAX_ROW = 1024 * 1024
const MAX_COLUMNS = 1_000

const READING = {
  record_delimiter: '\n',
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: MAX_ROW,
} as const

async function takeSample(text: AsyncGenerator<string>): Promise<{ sample: string; rest: AsyncGenerator<string> }> {
  let sample = ''
  while (sample.length < SAMPLE) {
    const { value, done } = await text.next()
    if (done) break
    sample += value
  }
  return { sample, rest: text }
}

// The separator under which most rows of the beginning have the same number of cells, above one; the more cells the better.
function readSample(sample: string): { separator: CsvSeparator; records: string[][]; hint: string } {
  const hint = /^sep=([,;\t|])\n/i.exec(sample)
  const text = sample.slice(hint?.[0].length ?? 0)
  const lines = text.length > SAMPLE / 2 ? text.slice(0, text.lastIndexOf('\n') + 1) || text : text
  const candidates = hint ? [hint[1] as CsvSeparator] : SEPARATORS
  const [best] = candidates
    .map((separator) => ({ separator, records: parseSample(lines, separator) }))
    .map((candidate) => ({ ...candidate, score: scoreOf(candidate.records) }))
    .sort((left, right) => right.score - left.score)
  return { separator: best?.separator ?? ',', records: best?.records ?? [], hint: hint?.[0] ?? '' }
}

function parseSample(text: string, delimiter: CsvSeparator): string[][] {
  try {
    // The sample may end inside of a row: what came before the last one is enough.
    return parseNow(text, { ...READING, delimiter, to: 100, skip_records_with_error: true }) as string[][]
  } catch {
    return text
      .split('\n', 100)
      .filter((line) => line !== '')
      .map((line) => line.split(delimiter))
  }
}

function scoreOf(records: readonly (readonly string[])[]): number {
  const widths = new Map<number, number>()
  for (const { length } of records) widths.set(length, (widths.get(length) ?? 0) + 1)
  let score = 0
  for (const [width, count] of widths)
    if (width > 1) score = Math.max(score, count / records.length + Math.min(width, 99) / 1000)
  return score
}

async function feed(parser: ReturnType<typeof parse>, sample: string, rest: AsyncGenerator<string>): Promise<void> {
  try {
    let text: string | undefined = sample
    while (text !== undefined && !parser.destroyed) {
      if (!parser.write(text)) await drained(parser)
      const next: IteratorResult<string> = await rest.next()
      text = next.done ? undefined : next.value
    }
    parser.end()
  } catch (error) {
    parser.destroy(error as Error)
  }
}

function drained(parser: ReturnType<typeof parse>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      parser.off('drain', done).off('close', done)
      resolve()
    }
    parser.on('drain', done).on('close', done)
  })
}

function checkRow(row: CsvRow, width: number): CsvRow {
  const { cells } = row
  if (cells.length > MAX_COLUMNS)
    return { ...row, cells: cells.slice(0, MAX_COLUMNS), problem: `has more than ${MAX_COLUMNS} cells` }
  const long = cells.findIndex((cell) => cell.length > MAX_CELL || Buffer.byteLength(cell) > MAX_CELL)
  if (long !== -1) {
    const cut = cells.map((cell, at) => (at === long ? cell.slice(0, 100) : cell))
    return { ...row, cells: cut, problem: `cell ${long + 1} is longer than 65,535 bytes` }
  }
  return cells.length === width ? row : { ...row, problem: `has ${cells.length} cells instead of ${width}` }
}

function toCsvError(error: unknown, line: number): CsvError {
  const { code, message } = error as { code?: string; message: string }
  if (code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED') {
    return new CsvError(`after line ${line}: a quote is opened and never closed, or a row is longer than 1 MB`, line)
  }
  return new CsvError(message, line)
}
