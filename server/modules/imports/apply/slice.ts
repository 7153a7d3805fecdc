import type { Ctx } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { analyzeIfSmall } from '../../../db/analyze-if-small.ts'
import { Budget } from '../../../lib/concurrency/budget.ts'
import { sliceOfStream } from '../../../lib/concurrency/slice.ts'
import { notify } from '../../notifications/notify.ts'
import { endedEmail } from '../emails.ts'
import { UnreadableFile } from '../file/rows.ts'
import { storeAsText } from '../file/text.ts'
import { type Batch, readBatches } from '../mapping/batches.ts'
import type { ReadRow } from '../mapping/columns.ts'
import { applyRows, lockPosition, type Position } from './apply.ts'
import type { ImportPlan } from './plan.ts'
import { batchPreparer, type PreparedBatch } from './prepared-batch.ts'

/**
 * Applies the import for about `budget_ms`. Returns whether more rows remain. Resumes after the last committed batch, so it can be repeated
 * after any failure, even while another process works on it.
 */
export async function runSlice(
  ctx: Ctx,
  { id, budget_ms = 5_000, batch_rows }: { id: number; budget_ms?: number; batch_rows?: number },
): Promise<boolean> {
  const budget = new Budget(budget_ms)
  const running = await begin(ctx, id)
  if (!running) return false
  try {
    const end = await applyBatches(ctx, running, { budget, batch_rows })
    if (end === 'more') return true
    await finish(ctx, id, end)
    return false
  } catch (error) {
    // The job retries all other errors, such as a tag deleted at the same moment.
    if (!(error instanceof UnreadableFile)) throw error
    await finish(ctx, id, 'unreadable', error.messages.join(' '))
    return false
  }
}

/** Stops the import after its job failed. The creator can resume it. */
export async function interruptImport(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await write(ctx, async (tx) => {
    const error =
      'Something went wrong on our side. Imported rows stay. To continue with the next row, resume the import.'
    const stopped = await tx.sql.one<EndedImport>(
      `update import set state = 'stopped', updated_at = $3, error = $4
       where account_id = $1 and id = $2 and state in ('queued', 'running', 'stopping') ${RETURNING}`,
      [id, tx.now(), error],
    )
    if (stopped) await notifyOfEnd(tx, { id, ...stopped, error })
  })
}

interface EndedImport {
  filename: string
  done_rows: number
  created_count: number
  updated_count: number
  invalid_count: number
  created_by: number | null
}
const RETURNING = 'returning filename, done_rows, created_count, updated_count, invalid_count, created_by'

const notifyOfEnd = (
  tx: Tx,
  {
    id,
    filename,
    done_rows,
    created_by,
    error,
  }: Pick<EndedImport, 'filename' | 'done_rows' | 'created_by'> & { id: number; error: string | null },
): Promise<void> =>
  notify(tx, {
    kind: error === null ? 'import_completed' : 'import_failed',
    key: `${id} ${tx.now().toISOString()}`,
    path: `/subscribers/import/${id}`,
    email: () => endedEmail({ filename, done_rows, error }),
    ...(created_by !== null && { user_ids: [created_by] }),
  })

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
        `select i.id, i.filename, i.has_header, coalesce(i.headers, '[]') as headers, i.mapping as columns, i.options, i.separator, i.started_at,
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

async function applyBatches(
  ctx: Ctx,
  { plan, separator, position }: RunningImport,
  { budget, batch_rows }: { budget: Budget; batch_rows: number | undefined },
): Promise<End> {
  let reached = position
  let isStopped = false
  const batches = readBatches(ctx, { ...plan, separator, position, batch_rows })
  const stream = prefetch(prepareEach(batches, await batchPreparer(ctx, plan)))
  const hasMore = await sliceOfStream(budget, stream, async (batch) => {
    reached = await applyRows(ctx, { plan, ...batch, from: reached.read_to, to: batch.end })
    isStopped = reached.state === 'stopping'
    // The import was stopped, or another process applied these rows.
    if (reached.state !== 'running' || reached.read_to !== batch.end) return false
    await analyzeIfSmall()
    return true
  })
  if (isStopped) return 'stopped'
  return hasMore ? 'more' : 'read'
}

async function* prepareEach(
  items: AsyncIterable<Batch>,
  prepare: (rows: readonly ReadRow[]) => Promise<PreparedBatch>,
): AsyncGenerator<Batch & { prepared: PreparedBatch }> {
  for await (const batch of items) yield { ...batch, prepared: await prepare(batch.rows) }
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
    const ended = await tx.sql.one<EndedImport>(
      `update import set ${ENDS[end]}, updated_at = $3, error = $4
       where account_id = $1 and id = $2 and state in ('running', 'stopping') ${RETURNING}`,
      [id, tx.now(), error],
    )
    if (!ended || end === 'stopped') return
    await notifyOfEnd(tx, { id, ...ended, error })
    if (end === 'read') {
      const { filename, done_rows: rows, created_count, updated_count, invalid_count } = ended
      const counts = { created: created_count, updated: updated_count, invalid: invalid_count }
      tx.emit('import.completed', { import: { id, filename, rows, ...counts } })
    }
    // The file is personal data, so it is deleted once the import cannot resume.
    await tx.db.importChunk.deleteMany({ where: { import_id: id } })
  })
}
