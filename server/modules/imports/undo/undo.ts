import type { Ctx } from '../../../core/context.ts'
import { conflict } from '../../../core/errors.ts'
import { noteReached } from '../../../core/reach.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { analyzeBeforeDeletingSubscribers } from '../../../db/analyze-if-small.ts'
import { sliceOf } from '../../../lib/concurrency/slice.ts'
import { t } from '../../../lib/locale/texts.ts'
import { lockTagsOf } from '../../tags/lock.ts'
import type { StoredChanges } from '../apply/stored-changes.ts'
import { lockImport } from '../lock.ts'
import { getImport } from '../records.ts'
import { type Import, UNDO_DAYS } from '../schema.ts'
import { deleteCreatedSubscribers, lockSubscribers, restoreSubscribers, type UndoResult } from './restore.ts'

/**
 * Enqueues the undo of an import, or resumes a stopped one. Throws a conflict while the import runs, after it was undone, and after
 * UNDO_DAYS.
 */
export function requestUndo(ctx: Ctx, { id }: { id: number }): Promise<Import> {
  return write(ctx, async (tx) => {
    await lockImport(tx, { id, states: ['completed', 'stopped', 'failed'], doing: 'undo' })
    const { undo, undo_until } = await getImport(tx, { id })
    if (undo && undo.state !== 'stopped') throw conflict('This import was already undone')
    if (!undo && (!undo_until || new Date(undo_until) < tx.now())) {
      throw conflict(t`This import ended more than ${UNDO_DAYS} days ago and can no longer be undone`)
    }
    if (tx.reach) noteReached(tx, { recipients: await countUndoable(tx, id), suppressed: 0, is_exact: true })
    // A stopped import cannot resume after its undo.
    await tx.sql.run(
      `update import set undo_state = 'queued', updated_at = $3,
         state = case when state = 'stopped' then 'failed' else state end,
         error = case when state = 'stopped' then 'This import was stopped and undone.' else error end
       where account_id = $1 and id = $2`,
      [id, tx.now()],
    )
    await tx.db.importChunk.deleteMany({ where: { import_id: id } })
    tx.emit('import.undo_requested', { import_id: id })
    return getImport(tx, { id })
  })
}

/** Counts the subscribers whom an undo would remove or restore, if nothing changed them since. */
async function countUndoable(tx: Tx, id: number): Promise<number> {
  const row = await tx.sql.one<{ count: number }>(
    `select count(*)::int as count from import i
       join import_row r on r.account_id = $1 and r.import_id = i.id and r.row_number > i.undone_to
     where i.account_id = $1 and i.id = $2 and r.result in ('created', 'updated')`,
    [id],
  )
  return row?.count ?? 0
}

/** Stops the undo after the current batch. Undone rows stay undone, and the undo can be resumed. */
export async function stopUndo(ctx: Ctx, { id }: { id: number }): Promise<Import> {
  await interruptUndo(ctx, { id })
  return getImport(ctx, { id })
}

export async function interruptUndo(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await ctx.sql.run(
    `update import set undo_state = 'stopped' where account_id = $1 and id = $2 and undo_state in ('queued', 'running')`,
    [id],
  )
}

const BATCH_ROWS = 2_000

/** Undoes rows for about `budget_ms`, one batch per transaction. Returns whether more remain. */
export async function undoSlice(
  ctx: Ctx,
  { id, budget_ms = 5_000, batch_rows = BATCH_ROWS }: { id: number; budget_ms?: number; batch_rows?: number },
): Promise<boolean> {
  await analyzeBeforeDeletingSubscribers()
  return sliceOf(budget_ms, () => undoBatch(ctx, { id, batch_rows }))
}

interface UndoRow {
  row_number: number
  result: 'created' | 'updated'
  subscriber_id: number | null
  before: StoredChanges | null
}

function undoBatch(ctx: Ctx, { id, batch_rows }: { id: number; batch_rows: number }): Promise<boolean> {
  return write(ctx, async (tx) => {
    const position = await tx.sql.one<{ undone_to: number }>(
      `with locked as (
         update import set undo_state = 'running'
         where account_id = $1 and id = $2 and undo_state in ('queued', 'running') returning undone_to
       ) select undone_to from locked`,
      [id],
    )
    if (!position) return false
    const rows = await tx.sql.rows<UndoRow>(
      `select row_number, result, subscriber_id, before from import_row
       where account_id = $1 and import_id = $2 and row_number > $3 and result in ('created', 'updated')
       order by row_number limit $4`,
      [id, position.undone_to, batch_rows],
    )
    await saveUndoResults(tx, id, { rows, outcomes: await undoRows(tx, rows), is_end: rows.length < batch_rows })
    return rows.length === batch_rows
  })
}

async function undoRows(tx: Tx, rows: readonly UndoRow[]): Promise<UndoResult[]> {
  const subscriber_ids = rows.flatMap(({ subscriber_id }) => subscriber_id ?? [])
  await lockSubscribers(tx, subscriber_ids)
  await lockTagsOf(tx, { subscriber_ids })
  const created = rows.filter(({ result }) => result === 'created')
  const outcomes = new Map([
    ...(await deleteCreatedSubscribers(
      tx,
      created.flatMap(({ subscriber_id }) => subscriber_id ?? []),
    )),
    ...(await restoreSubscribers(
      tx,
      rows.flatMap(({ result, subscriber_id, before }) =>
        result === 'updated' && subscriber_id !== null && before ? [{ id: subscriber_id, before }] : [],
      ),
    )),
  ])
  return rows.map(({ subscriber_id }) => outcomes.get(subscriber_id ?? 0) ?? SUBSCRIBER_DELETED)
}

const SUBSCRIBER_DELETED: UndoResult = { kind: 'kept', text: 'Nothing to undo: this subscriber was deleted' }

async function saveUndoResults(
  tx: Tx,
  id: number,
  { rows, outcomes, is_end }: { rows: readonly UndoRow[]; outcomes: readonly UndoResult[]; is_end: boolean },
): Promise<void> {
  await tx.sql.run(
    `update import_row r set undone = u.undone from unnest($3::int[], $4::text[]) as u(row_number, undone)
     where r.account_id = $1 and r.import_id = $2 and r.row_number = u.row_number`,
    [id, rows.map(({ row_number }) => row_number), outcomes.map(({ text }) => text)],
  )
  const count = (kind: UndoResult['kind']) => outcomes.filter((one) => one.kind === kind).length
  await tx.sql.run(
    `update import set undone_to = greatest(undone_to, $3::int), undone_rows = undone_rows + $4::int, updated_at = $8,
       removed_count = removed_count + $5::int, restored_count = restored_count + $6::int, kept_count = kept_count + $7::int,
       undo_state = case when $9::boolean then 'completed'::work_state else undo_state end
     where account_id = $1 and id = $2`,
    [
      id,
      rows.at(-1)?.row_number ?? 0,
      rows.length,
      count('removed'),
      count('restored'),
      count('kept'),
      tx.now(),
      is_end,
    ],
  )
}
