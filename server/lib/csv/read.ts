import { type Options, parse as parseNow } from 'csv-parse/sync'
import { type CsvField, looksLikeHeader, suggestMapping } from './header.ts'
import { PADDED, type PaddedRecord, unpadded } from './records.ts'
import { type CsvEncoding, decodeCsv } from './text.ts'

export type CsvSeparator = ',' | ';' | '\t' | '|'

export interface CsvPreview {
  separator: CsvSeparator
  /** The cells of the first row if it has column names. */
  header: string[] | null
  /** The first rows of data. */
  rows: string[][]
  /** The guessed content of each column. */
  mapping: (CsvField | undefined)[]
}

/** Reads only the beginning of a file, for a preview of its interpretation. */
export async function previewCsv(source: AsyncIterable<Uint8Array>, encoding?: CsvEncoding): Promise<CsvPreview> {
  const { sample } = await takeSample(decodeCsv(source, encoding))
  const { separator, records } = readSample(sample)
  const [first = [], ...others] = records
  const header = looksLikeHeader(first, others) ? first : null
  const rows = (header ? others : records).slice(0, 10)
  return { separator, header, rows, mapping: suggestMapping(header, rows) }
}

/** Reads a small file whole, at most `max_rows` rows of data. Throws CsvError, as for an unclosed quotation mark. */
export async function readTable(
  bytes: Uint8Array,
  max_rows: number,
): Promise<{ header: string[] | null; rows: string[][] }> {
  let text = ''
  for await (const part of decodeCsv(single(bytes))) text += part
  const { separator, hint } = readSample(text.slice(0, SAMPLE))
  const records = parseRecords(text.slice(hint.length), separator, max_rows + 1)
  const [first = [], ...others] = records
  return looksLikeHeader(first, others) ? { header: first, rows: others } : { header: null, rows: records }
}

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const SEPARATORS: readonly CsvSeparator[] = [',', ';', '\t', '|']
const SAMPLE = 64 * 1024

async function takeSample(text: AsyncGenerator<string>): Promise<{ sample: string; rest: AsyncGenerator<string> }> {
  let sample = ''
  while (sample.length < SAMPLE) {
    const { value, done } = await text.next()
    if (done) break
    sample += value
  }
  return { sample, rest: text }
}

// Chooses the separator with which most rows have the same number of cells, more than one. More cells win.
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
    // The sample may end within a row. The rows before it are enough.
    return parseRecords(text, delimiter, 100, { skip_records_with_error: true })
  } catch {
    return text
      .split('\n', 100)
      .filter((line) => line !== '')
      .map((line) => line.split(delimiter))
  }
}

function parseRecords(text: string, delimiter: CsvSeparator, to: number, options: Options = {}): string[][] {
  const records: unknown[] = parseNow(text, { ...PADDED, delimiter, to, ...options })
  return records.map((record) => unpadded(record as PaddedRecord, delimiter))
}

function scoreOf(records: readonly (readonly string[])[]): number {
  const widths = new Map<number, number>()
  for (const { length } of records) widths.set(length, (widths.get(length) ?? 0) + 1)
  let score = 0
  for (const [width, count] of widths)
    if (width > 1) score = Math.max(score, count / records.length + Math.min(width, 99) / 1000)
  return score
}
