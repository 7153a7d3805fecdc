import { isAscii, isUtf8 } from 'node:buffer'
import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { storable } from '../../../core/wire.ts'
import { looksLikeHeader } from '../../../lib/csv/header.ts'
import { linesOf } from '../../../lib/csv/legacy.ts'
import { previewCsv } from '../../../lib/csv/read.ts'
import { detectEncoding } from '../../../lib/csv/text.ts'
import { t } from '../../../lib/locale/texts.ts'
import { isOwnExport } from '../mapping/known-columns.ts'
import { getImport } from '../records.ts'
import { type Encoding, MAX_COLUMNS, type Separator } from '../schema.ts'
import { CHUNK_BYTES, HEAD_BYTES } from '../values-schema.ts'
import { isBinary, unsupportedReason } from './file-kind.ts'
import { csvRows, type FileRow } from './rows.ts'
import { decodeText, fileHead } from './text.ts'

/** The beginning of a file as a table. */
export interface Head {
  encoding: Encoding
  separator: Separator
  has_header: boolean
  headers: string[]
  rows: string[][]
  /** True if `rows` is the whole file. */
  is_complete: boolean
  total_rows: number
}

/** Parses the first HEAD_BYTES of the file as a table, guessing options that are not given. Throws invalid if it is no table. */
export async function readHead(
  ctx: Ctx,
  { id, ...given }: { id: number; encoding?: Encoding; separator?: Separator; has_header?: boolean },
): Promise<Head> {
  const { byte_size } = await getImport(ctx, { id })
  const bytes = await fileHead(ctx, { id, chunks: HEAD_BYTES / CHUNK_BYTES })
  const refusal = unsupportedReason(bytes)
  if (refusal) throw invalid(refusal)
  const encoding = given.encoding ?? (await guessEncoding(bytes))
  const text = await concatenate(decodeText(single(bytes), encoding))
  // The chosen encoding may turn text into control characters, which the rows show.
  if (!given.encoding && isBinary(text))
    throw invalid('This is not a text file. Export the list as CSV and choose that file.')
  const separator = given.separator ?? (await previewCsv(single(bytes), encoding)).separator
  const is_complete = bytes.length >= byte_size
  const read = (is_exact: boolean) => readRecords(Buffer.from(text), { separator, is_end: is_complete, is_exact })
  const trimmed = await read(false)
  const records = isOwnExport(trimmed[0] ?? []) ? await read(true) : trimmed
  const [first, ...others] = records
  if (!first) throw invalid('This file has no rows')
  const has_header = given.has_header ?? looksLikeHeader(first, others)
  const rows = has_header ? others : records
  if (rows.length === 0) throw invalid('This file has a header but no rows')
  const width = Math.max(first.length, ...rows.slice(0, 100).map((row) => row.length))
  if (width > MAX_COLUMNS) {
    throw invalid(
      t`This file has ${width} columns, and at most ${MAX_COLUMNS} can be read. Remove the columns that you do not need.`,
    )
  }
  const total_rows = is_complete ? rows.length : Math.round((rows.length * byte_size) / bytes.length)
  const headers = Array.from({ length: width }, (_, at) => (has_header && first[at]?.trim()) || `Column ${at + 1}`)
  return { encoding, separator, has_header, headers, rows, is_complete, total_rows }
}

/** Chooses UTF-8 if at least half of the non-ASCII lines are valid UTF-8. The other lines are decoded individually. */
async function guessEncoding(bytes: Buffer): Promise<Encoding> {
  const encoding = await detectEncoding(bytes)
  if (encoding.startsWith('utf-')) return encoding
  let [valid, others] = [0, 0]
  for (const line of linesOf(bytes, bytes.length)) {
    if (isAscii(line)) continue
    if (isUtf8(line)) valid += 1
    else others += 1
  }
  return valid > 0 && valid >= others ? 'utf-8' : encoding
}

async function readRecords(
  text: Buffer,
  format: { separator: Separator; is_end: boolean; is_exact: boolean },
): Promise<string[][]> {
  const found: FileRow[] = []
  for await (const rows of csvRows([text], format)) found.push(...rows)
  return found.map(({ cells }) => cells.map(storable))
}

async function concatenate(texts: AsyncIterable<string>): Promise<string> {
  let all = ''
  for await (const text of texts) all += text
  return all
}

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
