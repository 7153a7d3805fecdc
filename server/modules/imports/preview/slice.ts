import type { Ctx } from '../../../core/context.ts'
import { storable } from '../../../core/wire.ts'
import { type Tx, write } from '../../../core/write.ts'
import { type FieldLabels, resolveColumns } from '../apply/difference.ts'
import { batches } from '../apply/slice.ts'
import { csvRows, storedBytes, UnreadableFile } from '../file/rows.ts'
import { storeAsText } from '../file/text.ts'
import { cellReader, type ReadRow } from '../mapping/columns.ts'
import { Prediction, type PreviewOptions, SHOWN_ROWS } from '../preview-schema.ts'
import type { ColumnTarget } from '../schema.ts'
import { type PredictedRow, predictRows } from './predict.ts'

const BATCH_ROWS = 2_500

/**
 * Goes on with the preview for about `budget_ms` and answers whether there is more to do. It begins where the last committed
 * batch ended, so it may be called again after any failure, even while another process is at it.
 */
export async function previewSlice(
  ctx: Ctx,
  { id, budget_ms = 5_000, batch_rows = BATCH_ROWS }: { id: number; budget_ms?: number; batch_rows?: number },
): Promise<boolean> {
  const deadline = performance.now() + budget_ms
  const begun = await begin(ctx, id)
  try {
    if (begun && (await readUntil(ctx, begun, { deadline, batch_rows }))) return true
    if (begun) await finish(ctx, id, begun, null)
  } catch (error) {
    if (!(error instanceof UnreadableFile) || !begun) throw error
    await finish(ctx, id, begun, error.messages.join(' '))
  }
  return deleteSeen(ctx, { id, deadline })
}

/** When the job gave up: it can be gone on with, and the import does not depend on it. */
export async function interruptPreview(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await ctx.sql.run(
    `update import_preview set state = 'stopped', error = 'Something went wrong on our side. Go on with it, or import without it.'
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
  time_zone: string
}

const OPEN_PREVIEW = `v.account_id = $1 and v.import_id = $2 and v.state in ('queued', 'running')`
const REWRITE_TIMEOUT_MS = 600_000

async function begin(ctx: Ctx, import_id: number): Promise<RunningPreview | undefined> {
  if (!(await ctx.sql.one(`select 1 from import_preview v where ${OPEN_PREVIEW}`, [import_id]))) return undefined
  await write(ctx, (tx) => storeAsText(tx, { id: import_id }), REWRITE_TIMEOUT_MS)
  return write(ctx, async (tx) => {
    // The addresses that it has met are not in the log of the database: after a crash it begins again.
    await tx.sql.run(
      `update import_preview v set read_to = 0, done_rows = 0, placed_count = 0, new_tags = '{}',
         ${Prediction.options.map((verdict) => `${verdict}_count = 0`).join(', ')}
       where ${OPEN_PREVIEW} and created_count + updated_count + unchanged_count + over_limit_count > 0
         and not exists (select from import_preview_person p where p.account_id = $1 and p.preview_id = v.id)`,
      [import_id],
    )
    await tx.sql.run(
      `delete from import_preview_row r using import_preview v
       where ${OPEN_PREVIEW} and v.read_to = 0 and r.account_id = $1 and r.preview_id = v.id`,
      [import_id],
    )
    const found = await tx.sql.one<Omit<RunningPreview, 'fields'>>(
      `update import_preview v set state = 'running' from import i join account a on a.id = i.account_id
       where ${OPEN_PREVIEW} and i.account_id = $1 and i.id = $2 and i.state = 'ready'
       returning v.id, v.import_id, v.read_to, v.done_rows, v.options, i.mapping as columns, i.separator, i.has_header, a.time_zone`,
      [import_id],
    )
    return found && { ...found, ...(await resolveColumns(tx, found.columns)) }
  })
}

async function readUntil(
  ctx: Ctx,
  begun: RunningPreview,
  { deadline, batch_rows }: { deadline: number; batch_rows: number },
): Promise<boolean> {
  const { import_id: id, read_to, done_rows, separator, columns, has_header, time_zone } = begun
  const bytes = storedBytes(ctx, { id, from: read_to })
  const rows = csvRows(bytes, { separator, from: read_to, rows_before: done_rows })
  const read = cellReader(columns, { time_zone, now: ctx.now() })
  let from = read_to
  for await (const batch of batches(rows, { has_header, position: begun, read, limit: batch_rows })) {
    // Stopped, made anew, or another process was faster: whoever asks next finds out which.
    if (!(await countBatch(ctx, begun, { rows: batch.rows, from, to: batch.end }))) return true
    from = batch.end
    if (performance.now() > deadline) return true
  }
  return false
}

interface PreviewCounts {
  state: string
  read_to: number
  room: number | null
  placed_count: number
  updated_count: number
  invalid_count: number
  new_tags: string[]
}

/** Counts rows and notes some of them, together with how far the file was read: a row is counted once. */
function countBatch(
  ctx: Ctx,
  { id, options, fields }: RunningPreview,
  { rows, from, to }: { rows: readonly ReadRow[]; from: number; to: number },
): Promise<boolean> {
  return write(ctx, async (tx) => {
    const at = await tx.sql.one<PreviewCounts>(
      `select state::text as state, read_to, room, placed_count, updated_count, invalid_count, new_tags
       from import_preview where account_id = $1 and id = $2 for update`,
      [id],
    )
    if (at?.state !== 'running' || at.read_to !== from) return false
    const met = await findSeen(tx, id, rows)
    const room = at.room === null ? null : at.room - at.placed_count
    const course = { met: new Map(met), room, new_tags: new Set(at.new_tags) }
    const found = await predictRows(tx, { rows, options, fields, course })
    await storeSeen(
      tx,
      id,
      [...course.met].filter(([address]) => !met.has(address)),
    )
    await storeShownRows(tx, id, rowsToShow(found, at))
    const counts = Prediction.options.map((verdict) => found.filter((one) => one.verdict === verdict).length)
    await tx.sql.run(
      `update import_preview set read_to = $3, done_rows = done_rows + $4, placed_count = placed_count + $5, new_tags = $6,
         ${Prediction.options.map((verdict, at) => `${verdict}_count = ${verdict}_count + $${at + 7}`).join(', ')}
       where account_id = $1 and id = $2`,
      [id, to, rows.length, (room ?? 0) - (course.room ?? 0), [...course.new_tags], ...counts],
    )
    return true
  })
}

async function findSeen(tx: Tx, id: number, rows: readonly ReadRow[]): Promise<Map<string, boolean>> {
  const found = await tx.sql.rows<{ email_address: string; is_refused: boolean }>(
    // One look each: while PostgreSQL takes the table for small, it would read all of it for `= any`.
    `select p.* from unnest($3::text[]) as a cross join lateral (
       select email_address, is_refused from import_preview_person
       where account_id = $1 and preview_id = $2 and email_address = a limit 1) p`,
    [id, rows.flatMap(({ subscriber: person }) => (person ? [person.email_address] : []))],
  )
  return new Map(found.map(({ email_address, is_refused }) => [email_address, is_refused]))
}

async function storeSeen(tx: Tx, id: number, met: readonly [string, boolean][]): Promise<void> {
  await tx.sql.run(
    `insert into import_preview_person (account_id, preview_id, email_address, is_refused)
     select $1, $2, * from unnest($3::text[], $4::boolean[])`,
    [id, met.map(([address]) => address), met.map(([, is_refused]) => is_refused)],
  )
}

/** The first of them alone: a list of a million is read by nobody. */
function rowsToShow(found: readonly PredictedRow[], { updated_count, invalid_count }: PreviewCounts): PredictedRow[] {
  const some = (verdict: Prediction, before: number) =>
    found.filter((one) => one.verdict === verdict).slice(0, Math.max(0, SHOWN_ROWS - before))
  return [...some('updated', updated_count), ...some('invalid', invalid_count)]
}

async function storeShownRows(tx: Tx, id: number, rows: readonly PredictedRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.sql.run(
    `insert into import_preview_row (account_id, preview_id, row_number, verdict, email_address, message, changes)
     select $1, $2, * from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::jsonb[])`,
    [
      id,
      rows.map(({ row }) => row.row_number),
      rows.map(({ verdict }) => verdict),
      rows.map(({ row }) => storable(row.email_address).slice(0, 300)),
      rows.map(({ row }) => row.message),
      rows.map(({ values }) => JSON.stringify(values)),
    ],
  )
}

async function finish(ctx: Ctx, import_id: number, { id }: RunningPreview, error: string | null): Promise<void> {
  await write(ctx, async (tx) => {
    // In the order in which others take them: the import, then its preview.
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

/** Deletes the addresses that a preview has met, once it has ended, and answers whether there are more. */
async function deleteSeen(ctx: Ctx, { id, deadline }: { id: number; deadline: number }): Promise<boolean> {
  const forget = () =>
    ctx.sql.run(
      `delete from import_preview_person where account_id = $1 and (preview_id, email_address) in (
         select p.preview_id, p.email_address from import_preview v
           join import_preview_person p on p.account_id = v.account_id and p.preview_id = v.id
         where v.account_id = $1 and v.import_id = $2 and v.state in ('completed', 'failed') limit $3)`,
      [id, DELETE_BATCH],
    )
  while ((await forget()) === DELETE_BATCH) if (performance.now() > deadline) return true
  return false
}
