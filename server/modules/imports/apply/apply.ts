import type { Ctx } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { isConflict } from '../../../db/errors.ts'
import type { FilePosition } from '../mapping/batches.ts'
import type { ReadRow } from '../mapping/columns.ts'
import { addressesOf, type KnownSubscriber } from '../rules/decide.ts'
import { type BatchWriter, runBatch } from '../rules/run-batch.ts'
import type { ImportState } from '../schema.ts'
import { findInAccount } from './find.ts'
import type { ImportPlan } from './plan.ts'
import { isAllNew, type PreparedBatch, savePrepared } from './prepared-batch.ts'
import { ResultRows } from './result-rows.ts'
import { type SavedRow, saveAccepted } from './save.ts'

/** Progress of an import. */
export interface Position extends FilePosition {
  state: ImportState
}

interface LockedPosition extends Position {
  /** The current limit: the plan may have changed since the slice began. */
  subscriber_limit: number | null
}

/**
 * Applies the rows from `from` to `to` and stores their results and the new position in one transaction, so a crash neither skips nor
 * repeats a row. Does nothing if the import was stopped or another process applied them. Returns the import's new position. `prepared` has
 * the same rows.
 */
export async function applyRows(
  ctx: Ctx,
  batch: { plan: ImportPlan; rows: readonly ReadRow[]; prepared?: PreparedBatch | undefined; from: number; to: number },
): Promise<Position> {
  // A whole batch has one time, because undo looks for later changes.
  const now = ctx.now()
  const apply = (some: typeof batch) => write({ ...ctx, now: () => now }, (tx) => applyBatch(tx, some))
  try {
    return await apply(batch)
  } catch (error) {
    // Another transaction created one of the batch's subscribers after the search.
    if (!batch.prepared || !isConflict(error)) throw error
    return apply({ ...batch, prepared: undefined })
  }
}

async function applyBatch(
  tx: Tx,
  { plan, rows, prepared, from, to }: Parameters<typeof applyRows>[1],
): Promise<Position> {
  const { subscriber_limit, ...position } = await lockPosition(tx, plan.id)
  if (position.state !== 'running' || position.read_to !== from) return position
  const { results, ids } = await saveBatch(tx, { ...plan, subscriber_limit }, rows, prepared)
  await results.save(tx, { id: plan.id, read_to: to, ids })
  return { ...position, read_to: to, done_rows: position.done_rows + rows.length }
}

/** Locks the import until the transaction ends. */
export async function lockPosition(tx: Tx, id: number): Promise<LockedPosition> {
  const position = await tx.sql.one<LockedPosition>(
    `select state::text as state, read_to, done_rows, (select subscriber_limit from account where id = $1) as subscriber_limit
     from import where account_id = $1 and id = $2 for update`,
    [id],
  )
  return position ?? { state: 'failed', read_to: 0, done_rows: 0, subscriber_limit: null }
}

/** Saves a batch's subscribers. Returns the results of its rows. */
async function saveBatch(
  tx: Tx,
  plan: ImportPlan,
  rows: readonly ReadRow[],
  prepared: PreparedBatch | undefined,
): Promise<{ results: ResultRows; ids?: readonly number[] }> {
  const found = await findInAccount(tx, plan, addressesOf(rows))
  const created = prepared && isAllNew(prepared, found) ? await savePrepared(tx, plan, prepared) : undefined
  if (created) return created
  const writer: BatchWriter<KnownSubscriber, SavedRow> = {
    find: async () => found,
    write: ({ accepted }) => saveAccepted(tx, plan, accepted),
  }
  const results = new ResultRows()
  for (const outcome of await runBatch(writer, rows, { ...plan.options, limit: plan.subscriber_limit })) {
    results.add(outcome, outcome.written?.changes)
  }
  return { results }
}
