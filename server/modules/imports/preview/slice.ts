import type { Ctx } from '../../../core/context.ts'
import { storable } from '../../../core/wire.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { Budget } from '../../../lib/concurrency/budget.ts'
import { sliceOf, sliceOfStream } from '../../../lib/concurrency/slice.ts'
import { STATES } from '../../subscribers/values-schema.ts'
import { UnreadableFile } from '../file/rows.ts'
import { storeAsText } from '../file/text.ts'
import { readBatches } from '../mapping/batches.ts'
import type { ReadRow } from '../mapping/columns.ts'
import { type FieldLabels, resolveColumns } from '../mapping/resolve-columns.ts'
import type { AskedWord, PreviewOptions } from '../preview-schema.ts'
import { SHOWN_ROWS } from '../preview-values-schema.ts'
import { addressesOf } from '../rules/decide.ts'
import { type ColumnTarget, Outcome } from '../schema.ts'
import { statesOf } from '../states/counts.ts'
import { addAsked } from '../states/found-words.ts'
import { type PredictedRow, predictRows } from './dry-run.ts'

/**
 * Counts rows for about `budget_ms`. Returns whether more remain. Resumes after the last committed batch, so it can be repeated after any
 * failure, even while another process works on it.
 */
export async function previewSlice(
  ctx: Ctx,
  { id, budget_ms = 5_000, batch_rows }: { id: number; budget_ms?: number; batch_rows?: number },
): Promise<boolean> {
  const budget = new Budget(budget_ms)
  const running = await begin(ctx, id)
  try {
    if (running && (await countBatches(ctx, running, { budget, batch_rows }))) return true
    if (running) await finish(ctx, id, running, null)
  } catch (error) {
    if (!(error instanceof UnreadableFile) || !running) throw error
    await finish(ctx, id, running, error.messages.join(' '))
  }
  return deleteSeen(ctx, { id, budget })
}

/** Stops the preview after its job failed. It can be resumed, and the import does not depend on it. */
export async function interruptPreview(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await ctx.sql.run(
    `update import_preview set state = 'stopped', error = 'Something went wrong on our side. Continue the preview, or import without it.'
     where account_id = $1 and import_id = $2 and state in ('queued', 'running')`,
    [id],
  )
}

interface RunningPreview {
  id: number
  import_id: number
  read_to: number
  done_rows: number
  options: PreviewOptions
  columns: ColumnTarget[]
  fields: FieldLabels
  separator: string
  has_header: boolean
  headers: string[]
  time_zone: string
  subscriber_limit: number | null
}

/** Rows by outcome, and subscribers by state. */
const COUNTED = [...Outcome.options, ...STATES]

const OPEN_PREVIEW = `v.account_id = $1 and v.import_id = $2 and v.state in ('queued', 'running')`
const REWRITE_TIMEOUT_MS = 600_000

async function begin(ctx: Ctx, import_id: number): Promise<RunningPreview | undefined> {
  if (!(await ctx.sql.one(`select 1 from import_preview v where ${OPEN_PREVIEW}`, [import_id]))) return undefined
  await write(ctx, (tx) => storeAsText(tx, { id: import_id }), REWRITE_TIMEOUT_MS)
  return write(ctx, async (tx) => {
    // The table of addresses is unlogged: if a crash emptied it, the preview starts over.
    await tx.sql.run(
      `update import_preview v set read_to = 0, done_rows = 0, billable_count = 0, new_tags = '{}',
         unknown_words = '[]', ${COUNTED.map((name) => `${name}_count = 0`).join(', ')}
       where ${OPEN_PREVIEW} and created_count + updated_count + unchanged_count > 0
         and not exists (select from import_preview_subscriber p where p.account_id = $1 and p.preview_id = v.id)`,
      [import_id],
    )
    await tx.sql.run(
      `delete from import_preview_row r using import_preview v
       where ${OPEN_PREVIEW} and v.read_to = 0 and r.account_id = $1 and r.preview_id = v.id`,
      [import_id],
    )
    const preview_row = await tx.sql.one<Omit<RunningPreview, 'fields'>>(
      `update import_preview v set state = 'running' from import i join account a on a.id = i.account_id
       where ${OPEN_PREVIEW} and i.account_id = $1 and i.id = $2 and i.state = 'ready'
       returning v.id, v.import_id, v.read_to, v.done_rows, v.options, i.mapping as columns, i.separator, i.has_header, coalesce(i.headers, '[]') as headers, a.time_zone,
         a.subscriber_limit`,
      [import_id],
    )
    return preview_row && { ...preview_row, ...(await resolveColumns(tx, preview_row.columns)) }
  })
}

/** Counts batches until the budget is spent. Returns whether more may remain. */
function countBatches(
  ctx: Ctx,
  running: RunningPreview,
  { budget, batch_rows }: { budget: Budget; batch_rows: number | undefined },
): Promise<boolean> {
  let from = running.read_to
  const batches = readBatches(ctx, {
    ...running,
    id: running.import_id,
    created: running.fields,
    position: running,
    batch_rows,
  })
  return sliceOfStream(budget, batches, async ({ rows, end }) => {
    // The preview was stopped or replaced, or another process counted these rows: the next slice handles it.
    const isCounted = await countBatch(ctx, running, { rows, from, to: end })
    from = end
    return isCounted
  })
}

interface PreviewCounts {
  state: string
  read_to: number
  room: number | null
  billable_count: number
  updated_count: number
  invalid_count: number
  noted_count: number
  new_tags: string[]
  unknown_words: AskedWord[]
}

/** Counts rows and stores some with the new position in one transaction, so a row counts once. */
function countBatch(
  ctx: Ctx,
  { id, options, fields, subscriber_limit }: RunningPreview,
  { rows, from, to }: { rows: readonly ReadRow[]; from: number; to: number },
): Promise<boolean> {
  return write(ctx, async (tx) => {
    const new_counts = await tx.sql.one<PreviewCounts>(
      `select state::text as state, read_to, room, billable_count, updated_count, invalid_count, new_tags, unknown_words,
         (select count(*)::int from import_preview_row r where r.account_id = $1 and r.preview_id = $2 and ${NOTED}) as noted_count
       from import_preview where account_id = $1 and id = $2 for update`,
      [id],
    )
    if (new_counts?.state !== 'running' || new_counts.read_to !== from) return false
    const seen = await findSeen(tx, id, rows)
    const room = new_counts.room === null ? null : new_counts.room - new_counts.billable_count
    const state = { done: new Set(seen), room, new_tags: new Set(new_counts.new_tags) }
    const predicted = await predictRows(tx, { rows, options, fields, subscriber_limit, state })
    await storeSeen(
      tx,
      id,
      [...state.done].filter((address) => !seen.has(address)),
    )
    await storeShownRows(tx, id, rowsToShow(predicted, new_counts))
    const states = statesOf(predicted)
    const counts = [
      ...Outcome.options.map((outcome) => predicted.filter((one) => one.outcome === outcome).length),
      ...STATES.map((state) => states[state]),
    ]
    const unknown = addAsked(new_counts.unknown_words, rows)
    await tx.sql.run(
      `update import_preview set read_to = $3, done_rows = done_rows + $4, billable_count = billable_count + $5, new_tags = $6,
         unknown_words = $7::jsonb, ${COUNTED.map((name, at) => `${name}_count = ${name}_count + $${at + 8}`).join(', ')}
       where account_id = $1 and id = $2`,
      [id, to, rows.length, (room ?? 0) - (state.room ?? 0), [...state.new_tags], JSON.stringify(unknown), ...counts],
    )
    return true
  })
}

async function findSeen(tx: Tx, id: number, rows: readonly ReadRow[]): Promise<Set<string>> {
  const seen_rows = await tx.sql.rows<{ email_address: string }>(
    // One lookup per address: for `= any`, PostgreSQL would read the whole table while its statistics are outdated.
    `select p.* from unnest($3::text[]) as a cross join lateral (
       select email_address from import_preview_subscriber
       where account_id = $1 and preview_id = $2 and email_address = a limit 1) p`,
    [id, addressesOf(rows)],
  )
  return new Set(seen_rows.map(({ email_address }) => email_address))
}

async function storeSeen(tx: Tx, id: number, email_addresses: readonly string[]): Promise<void> {
  await tx.sql.run(
    `insert into import_preview_subscriber (account_id, preview_id, email_address) select $1, $2, * from unnest($3::text[])`,
    [id, email_addresses],
  )
}

/** Rows with an unreadable value: updated subscribers, who are listed anyway, and others. */
export const NOTED = `r.result in ('updated', 'noted') and r.message is not null`

interface ShownRow extends Pick<PredictedRow, 'row' | 'written'> {
  outcome: Outcome | 'noted'
}

/** Stores only the first SHOWN_ROWS of each kind, because no one views a list of a million. */
function rowsToShow(
  found: readonly PredictedRow[],
  { updated_count, invalid_count, noted_count }: PreviewCounts,
): ShownRow[] {
  const first = (rows: readonly PredictedRow[], before: number) => rows.slice(0, Math.max(0, SHOWN_ROWS - before))
  const some = (outcome: Outcome, before: number) =>
    first(
      found.filter((one) => one.outcome === outcome),
      before,
    )
  const updated = some('updated', updated_count)
  const noted = first(
    found.filter(({ row, written }) => written !== undefined && row.message !== undefined),
    noted_count,
  )
  const others = noted.filter((one) => !updated.includes(one)).map((one) => ({ ...one, outcome: 'noted' as const }))
  return [...updated, ...some('invalid', invalid_count), ...others]
}

async function storeShownRows(tx: Tx, id: number, rows: readonly ShownRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.sql.run(
    `insert into import_preview_row (account_id, preview_id, row_number, result, email_address, message, changes)
     select $1, $2, * from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::jsonb[])`,
    [
      id,
      rows.map(({ row }) => row.row_number),
      rows.map(({ outcome }) => outcome),
      rows.map(({ row }) => storable(row.email_address).slice(0, 300)),
      rows.map(({ row }) => row.message),
      rows.map(({ written }) => JSON.stringify(written?.values ?? [])),
    ],
  )
}

async function finish(ctx: Ctx, import_id: number, { id }: RunningPreview, error: string | null): Promise<void> {
  await write(ctx, async (tx) => {
    // All transactions lock the import first, then its preview.
    await tx.sql.one('select 1 from import where account_id = $1 and id = $2 for no key update', [import_id])
    const ended = await tx.sql.one<{ done_rows: number }>(
      `update import_preview set state = $3, error = $4, completed_at = $5
       where account_id = $1 and id = $2 and state = 'running' returning done_rows`,
      [id, error === null ? 'completed' : 'failed', error, tx.now()],
    )
    if (!ended) return
    if (error !== null) return
    await tx.sql.run(`update import set total_rows = $3 where account_id = $1 and id = $2 and state = 'ready'`, [
      import_id,
      ended.done_rows,
    ])
  })
}

const DELETE_BATCH = 5_000

/** Deletes the addresses of an ended preview. Returns whether more remain. */
function deleteSeen(ctx: Ctx, { id, budget }: { id: number; budget: Budget }): Promise<boolean> {
  return sliceOf(budget, async () => {
    const deleted = await ctx.sql.run(
      `delete from import_preview_subscriber where account_id = $1 and (preview_id, email_address) in (
         select p.preview_id, p.email_address from import_preview v
           join import_preview_subscriber p on p.account_id = v.account_id and p.preview_id = v.id
         where v.account_id = $1 and v.import_id = $2 and v.state in ('completed', 'failed') limit $3)`,
      [id, DELETE_BATCH],
    )
    return deleted === DELETE_BATCH
  })
}
