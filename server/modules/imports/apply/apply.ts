import type { Ctx } from '../../../core/context.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../../core/write.ts'
import { isConflict } from '../../../db/errors.ts'
import { countStates } from '../../subscribers/state/counts.ts'
import { findSuppressed } from '../../subscribers/state/suppression.ts'
import { eachByAddress } from '../../subscribers/write/by-address.ts'
import type { ReadRow } from '../mapping/columns.ts'
import type { ImportState } from '../schema.ts'
import { type PreparedBatch, savePrepared } from './prepared-batch.ts'
import { firstRows, outcomeOf } from './row-outcome.ts'
import { RowOutcomes } from './row-outcomes.ts'
import { type ImportPlan, saveImported } from './save.ts'
import type { Known, KnownSubscriber } from './stored-changes.ts'

/** Where an import stands. */
export interface Position {
  state: ImportState
  read_to: number
  done_rows: number
}

/**
 * Applies rows that begin at `from` and end at `to`, records the verdict on each and how far the file was read, all in one
 * transaction: a row is applied and counted once, whenever the process dies. Does nothing when the import was stopped, or when
 * another process has applied them. Returns where the import stands afterwards. `prepared` has the same rows.
 */
export async function applyRows(
  ctx: Ctx,
  batch: { plan: ImportPlan; rows: readonly ReadRow[]; prepared?: PreparedBatch | undefined; from: number; to: number },
): Promise<Position> {
  // A batch is one moment: what it adds to a person must not look as if it had come later.
  const now = ctx.now()
  const apply = (some: typeof batch) => write({ ...ctx, now: () => now }, (tx) => applyBatch(tx, some))
  try {
    return await apply(batch)
  } catch (error) {
    // Someone else created a subscriber of the batch after it had looked for them.
    if (!batch.prepared || !isConflict(error)) throw error
    return apply({ ...batch, prepared: undefined })
  }
}

async function applyBatch(
  tx: Tx,
  { plan, rows, prepared, from, to }: Parameters<typeof applyRows>[1],
): Promise<Position> {
  const position = await lockPosition(tx, plan.id)
  if (position.state !== 'running' || position.read_to !== from) return position
  const { verdicts, ids } = await saveBatch(tx, plan, rows, prepared)
  await verdicts.save(tx, { id: plan.id, read_to: to, ids })
  return { ...position, read_to: to, done_rows: position.done_rows + rows.length }
}

/** Holds the import until the transaction ends. */
export async function lockPosition(tx: Tx, id: number): Promise<Position> {
  const position = await tx.sql.one<Position>(
    'select state::text as state, read_to, done_rows from import where account_id = $1 and id = $2 for update',
    [id],
  )
  return position ?? { state: 'failed', read_to: 0, done_rows: 0 }
}

/** Saves the people of a batch. Returns what is recorded of its rows. */
async function saveBatch(
  tx: Tx,
  plan: ImportPlan,
  rows: readonly ReadRow[],
  prepared: PreparedBatch | undefined,
): Promise<{ verdicts: RowOutcomes; ids?: readonly number[] }> {
  const firsts = firstRows(rows)
  const known = await findKnown(tx, plan.id, [...firsts.keys()])
  const suppressed = await findSuppressed(tx, { email_addresses: [...firsts.keys()] })
  const refused = await refuse(tx, plan, firsts, { known, suppressed })
  const is_new = known.size === 0 && suppressed.size === 0 && refused.size === 0
  const created = prepared && is_new ? await savePrepared(tx, plan, prepared) : undefined
  if (created) return created
  const saved = await saveImported(tx, plan, firsts, known, refused)
  const verdicts = new RowOutcomes()
  for (const row of rows) {
    verdicts.add(outcomeOf(row, { options: plan.options, firsts, known, suppressed, refused, saved }))
  }
  return { verdicts }
}

/** Not locked: `upsertSubscribers` locks whom the batch changes, in one order with the new ones. */
async function findKnown(tx: Tx, import_id: number, email_addresses: readonly string[]): Promise<Known> {
  const rows = await tx.sql.rows<KnownSubscriber & { email_address: string }>(
    eachByAddress(
      `s.email_address, s.id, s.state::text as state,
       exists (select from import_row r where r.account_id = $1 and r.subscriber_id = s.id and r.import_id = $2) as is_done`,
      { addresses: '$3' },
    ),
    [import_id, email_addresses],
  )
  return new Map(rows.map(({ email_address, ...person }) => [email_address, person]))
}

/** Why some addresses are passed over. New people come in the order of the file until the plan is full of subscribed ones. */
async function refuse(
  tx: Tx,
  { subscriber_limit: limit, options }: ImportPlan,
  firsts: ReadonlyMap<string, ReadRow>,
  { known, suppressed }: { known: Known; suppressed: ReadonlySet<string> },
): Promise<Map<string, string>> {
  const refused = new Map([...suppressed].map((address) => [address, 'Asked never to be mailed again']))
  if (limit === null) return refused
  await acquireAdvisoryLock(tx, 'subscriber limit')
  const { active } = await countStates(tx)
  const fresh = [...firsts].flatMap(([address, { subscriber: person }]) =>
    (person?.state ?? options.state) === 'active' && !known.has(address) && !refused.has(address) ? [address] : [],
  )
  for (const address of fresh.slice(Math.max(0, limit - active))) {
    refused.set(address, `Your plan's limit of ${limit} subscribers is reached`)
  }
  return refused
}
