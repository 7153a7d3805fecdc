import type { Ctx } from '../../../core/context.ts'
import { csvRows, type FileRow, storedBytes } from '../file/rows.ts'
import type { ColumnTarget } from '../schema.ts'
import { compileColumns, findTypedFields, type ReadCells, type ReadRow } from './columns.ts'
import { isOwnExport } from './known-columns.ts'
import type { FieldLabels } from './resolve-columns.ts'

/** Rows per transaction of an import or preview. */
const BATCH_ROWS = 2_500
const BATCH_BYTES = 4 * 2 ** 20

export interface Batch {
  rows: ReadRow[]
  /** Byte position of the next batch. */
  end: number
}

/** Reading position in a file. */
export interface FilePosition {
  read_to: number
  done_rows: number
}

interface BatchSource {
  /** The import. */
  id: number
  separator: string
  has_header: boolean
  headers: readonly string[]
  columns: readonly ColumnTarget[]
  /** Fields that the import would create, for a preview. */
  created?: FieldLabels
  time_zone: string
  position: FilePosition
  batch_rows?: number | undefined
}

/** Yields the rows of a stored file from a position on, parsed by its columns. Throws UnreadableFile as `csvRows` does. */
export async function* readBatches(
  ctx: Ctx,
  { id, separator, has_header, headers, columns, created, time_zone, position, batch_rows = BATCH_ROWS }: BatchSource,
): AsyncGenerator<Batch> {
  const bytes = storedBytes(ctx, { id, from: position.read_to })
  const is_exact = isOwnExport(headers)
  const rows = csvRows(bytes, { separator, from: position.read_to, rows_before: position.done_rows, is_exact })
  const typed = await findTypedFields(ctx, columns, created)
  const read = compileColumns(columns, { time_zone, now: ctx.now(), typed, is_exact })
  yield* groupRows(rows, { has_header, position, read, limit: batch_rows })
}

/** Groups rows into batches that fit one statement, for cells of any size. */
async function* groupRows(
  pieces: AsyncIterable<FileRow[]>,
  {
    has_header,
    position,
    read,
    limit,
  }: { has_header: boolean; position: FilePosition; read: ReadCells; limit: number },
): AsyncGenerator<Batch> {
  let row_number = position.done_rows + (has_header ? 1 : 0)
  let isHeader = has_header && position.read_to === 0
  let batch: Batch = { rows: [], end: position.read_to }
  let begin = position.read_to
  for await (const rows of pieces) {
    for (const { cells, end } of rows) {
      if (isHeader) isHeader = false
      else batch.rows.push(read(cells, ++row_number))
      batch.end = end
      if (batch.rows.length < limit && end - begin < BATCH_BYTES) continue
      if (batch.rows.length > 0) yield batch
      batch = { rows: [], end }
      begin = end
    }
  }
  if (batch.rows.length > 0) yield batch
}
