import type { Ctx } from '../../../core/context.ts'
import { write } from '../../../core/write.ts'
import { analyzeIfSmall } from '../../../db/analyze-if-small.ts'
import { csvRows, type FileRow, storedBytes, UnreadableFile } from '../file/rows.ts'
import { storeAsText } from '../file/text.ts'
import { cellReader, type ReadCells, type ReadRow } from '../mapping/columns.ts'
import { applyRows, lockPosition, type Position } from './apply.ts'
import type { ImportPlan } from './plan.ts'
import { batchPreparer, type PreparedBatch } from './prepared-batch.ts'

const BATCH_ROWS = 2_500
const BATCH_BYTES = 4 * 2 ** 20

/**
 * Applies the import for about `budget_ms` and returns whether there is more to do. It continues after the last committed batch, so it
 * can be called again after any failure, even while another process works on it.
 */
export async function runSlice(
  ctx: Ctx,
  { id, budget_ms = 5_000, batch_rows = BATCH_ROWS }: { id: number; budget_ms?: number; batch_rows?: number },
): Promise<boolean> {
  const deadline = performance.now() + budget_ms
  const begun = await begin(ctx, id)
  if (!begun) return false
  try {
    const end = await applyUntil(ctx, { ...begun, deadline, batch_rows })
    if (end === 'more') return true
    await finish(ctx, id, end)
    return false
  } catch (error) {
    // The job retries everything else, for example a tag that is deleted at the same moment.
    if (!(error instanceof UnreadableFile)) throw error
    await finish(ctx, id, 'unreadable', error.messages.join(' '))
    return false
  }
}

/** Stops the import when its job failed. The creator can resume it. */
export async function interruptImport(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await ctx.sql.run(
    `update import set state = 'stopped', updated_at = $3,
       error = 'Something went wrong on our side. Imported rows stay. To continue with the next row, resume the import.'
     where account_id = $1 and id = $2 and state in ('queued', 'running', 'stopping')`,
    [id, ctx.now()],
  )
}

interface RunningImport {
  plan: ImportPlan
  separator: string
  position: Position
}

function begin(ctx: Ctx, id: number): Promise<RunningImport | undefined> {
  return write(
    ctx,
    async (tx) => {
      const { state } = await lockPosition(tx, id)
      if (state === 'queued') {
        await tx.sql.run(
          `update import set state = 'running', started_at = coalesce(started_at, $3), updated_at = $3
           where account_id = $1 and id = $2`,
          [id, tx.now()],
        )
      }
      await storeAsText(tx, { id })
      const position = await lockPosition(tx, id)
      const plan = await tx.sql.one<ImportPlan & { separator: string }>(
        `select i.id, i.filename, i.has_header, i.mapping as columns, i.options, i.separator, i.started_at,
                a.time_zone, a.subscriber_limit
         from import i join account a on a.id = i.account_id where i.account_id = $1 and i.id = $2`,
        [id],
      )
      if (!plan || (position.state !== 'running' && position.state !== 'stopping')) return undefined
      return { plan, separator: plan.separator, position }
    },
    REWRITE_TIMEOUT_MS,
  )
}

const REWRITE_TIMEOUT_MS = 600_000

type End = 'more' | 'read' | 'stopped' | 'unreadable'

async function applyUntil(
  ctx: Ctx,
  { plan, separator, position, deadline, batch_rows }: RunningImport & { deadline: number; batch_rows: number },
): Promise<End> {
  let at = position
  const bytes = storedBytes(ctx, { id: plan.id, from: at.read_to })
  const rows = csvRows(bytes, { separator, from: at.read_to, rows_before: at.done_rows })
  const read = cellReader(plan.columns, { time_zone: plan.time_zone, now: ctx.now() })
  const grouped = batches(rows, { has_header: plan.has_header, position, read, limit: batch_rows })
  for await (const batch of prefetch(prepareEach(grouped, await batchPreparer(ctx, plan)))) {
    const next = await applyRows(ctx, { plan, ...batch, from: at.read_to, to: batch.end })
    if (next.state !== 'running') return next.state === 'stopping' ? 'stopped' : 'more'
    // Another process applied these rows: start again at its position.
    if (next.read_to !== batch.end) return 'more'
    at = next
    await analyzeIfSmall()
    if (performance.now() > deadline) return 'more'
  }
  return 'read'
}

interface Batch {
  rows: ReadRow[]
  /** Byte where the next batch begins. */
  end: number
}

async function* prepareEach(
  items: AsyncIterable<Batch>,
  prepare: (rows: readonly ReadRow[]) => Promise<PreparedBatch>,
): AsyncGenerator<Batch & { prepared: PreparedBatch }> {
  for await (const batch of items) yield { ...batch, prepared: await prepare(batch.rows) }
}

/** Reads rows by their columns and groups them into batches that fit one statement, whatever the size of their cells. */
export async function* batches(
  pieces: AsyncIterable<FileRow[]>,
  {
    has_header,
    position,
    read,
    limit,
  }: { has_header: boolean; position: Pick<Position, 'read_to' | 'done_rows'>; read: ReadCells; limit: number },
): AsyncGenerator<Batch> {
  let row_number = position.done_rows + (has_header ? 1 : 0)
  let is_header = has_header && position.read_to === 0
  let batch: Batch = { rows: [], end: position.read_to }
  let begin = position.read_to
  for await (const rows of pieces) {
    for (const { cells, end } of rows) {
      if (is_header) is_header = false
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

/** Reads and prepares the next batch while PostgreSQL writes this one. */
async function* prefetch<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = items.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = items.next()
      // The next `await` throws a failure. Until then it must not count as unhandled.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await items.return(undefined)
  }
}

const ENDS = {
  read: `state = 'completed', completed_at = $3, total_rows = done_rows, sample = '[]'`,
  stopped: `state = 'stopped'`,
  unreadable: `state = 'failed', sample = '[]'`,
}

async function finish(ctx: Ctx, id: number, end: keyof typeof ENDS, error: string | null = null): Promise<void> {
  await write(ctx, async (tx) => {
    const ended = await tx.sql.run(
      `update import set ${ENDS[end]}, updated_at = $3, error = $4
       where account_id = $1 and id = $2 and state in ('running', 'stopping')`,
      [id, tx.now(), error],
    )
    // The file is personal data and is deleted once the import cannot continue. An interrupted import can.
    if (ended > 0 && end !== 'stopped') await tx.db.importChunk.deleteMany({ where: { import_id: id } })
  })
}
