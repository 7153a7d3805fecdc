import { setImmediate } from 'node:timers/promises'
import { Parser } from 'csv-parse'
import type { Ctx } from '../../../core/context.ts'
import { AppError } from '../../../core/errors.ts'
import { titleRows } from '../../../lib/csv/header.ts'
import { EXACT, PADDED, type PaddedRecord, problemOf, unpadded } from '../../../lib/csv/records.ts'
import { CHUNK_BYTES } from '../values-schema.ts'

/** One record of the file. */
export interface FileRow {
  cells: string[]
  /** Byte position of the next record, where reading can resume. */
  end: number
}

/** The file is at fault, so a retry would fail too. The message is for the creator. */
export class UnreadableFile extends AppError {
  constructor(message: string) {
    super('invalid', [message])
  }
}

/** Yields the stored bytes from `from` on, chunk by chunk. Yields nothing for a failed import, even if chunks remain. */
export async function* storedBytes(ctx: Ctx, { id, from }: { id: number; from: number }): AsyncGenerator<Buffer> {
  const first = Math.floor(from / CHUNK_BYTES)
  for (let seq = first; ; seq++) {
    const chunk = await ctx.sql.one<{ bytes: Buffer }>(
      `select c.bytes from import_chunk c join import i on i.account_id = c.account_id and i.id = c.import_id
       where c.account_id = $1 and c.import_id = $2 and c.seq = $3 and i.state <> 'failed'`,
      [id, seq],
    )
    if (!chunk) return
    yield seq === first ? chunk.bytes.subarray(from - first * CHUNK_BYTES) : chunk.bytes
  }
}

/**
 * Yields the records of plain UTF-8 `bytes` (see `storeAsText`) in groups. `from`: position of the first byte in the file. Skips rows above
 * the header, and trims cells unless `is_exact`, which is for our own exports. Throws UnreadableFile for an unclosed quotation mark and for
 * a record above 1 MB.
 */
export async function* csvRows(
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
  {
    separator,
    from = 0,
    rows_before = 0,
    is_end = true,
    is_exact = false,
  }: { separator: string; from?: number; rows_before?: number; is_end?: boolean; is_exact?: boolean },
): AsyncGenerator<FileRow[]> {
  let rows: FileRow[] = []
  let isBegin = from === 0 && !is_exact
  const parser = new Parser({
    ...(is_exact ? EXACT : PADDED),
    delimiter: separator,
    on_record: (record: string[] | PaddedRecord, { bytes }) => {
      const cells = Array.isArray(record) ? record : unpadded(record, separator)
      rows.push({ cells, end: from + bytes })
      return null
    },
  })
  const push = parserInput(parser, rows_before)
  const takeTitle = () => {
    if (!isBegin || rows.length === 0) return
    isBegin = false
    rows.splice(0, titleRows(rows.map(({ cells }) => cells)))
  }
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += PARSE_BYTES) {
      await push(chunk.subarray(at, at + PARSE_BYTES))
      takeTitle()
      if (rows.length > 0) yield rows
      rows = []
      // The parser never yields, so requests and statements of the previous batch get a turn here.
      await setImmediate()
    }
  }
  // The last record may continue in the next part.
  if (!is_end) return
  await push(null)
  takeTitle()
  if (rows.length > 0) yield rows
}

/** About a hundred rows: a request waits for one piece at most, and few rows are in memory. */
const PARSE_BYTES = 2 ** 13

/** Returns a function that passes a piece to the parser and waits for it. `null` ends the text. */
function parserInput(parser: Parser, rows_before: number): (piece: Buffer | null) => Promise<void> {
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined
  parser.on('error', (error: Error) => settle?.reject(new UnreadableFile(problemOf(error, rows_before))))
  parser.on('end', () => settle?.resolve())
  parser.resume()
  return (piece) =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject }
      if (piece === null) parser.end()
      else parser.write(piece, (error) => (error ? undefined : resolve()))
    })
}
