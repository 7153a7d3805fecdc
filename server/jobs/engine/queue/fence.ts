import { findFunction, type Runtime } from '../runtime.ts'
import type { Sql, Transaction } from '../storage/database.ts'
import type { LockedRun } from '../storage/runs.ts'
import { releaseSlots } from './concurrency.ts'
import { endLease } from './leases.ts'
import { CLAIMED, type Delivery } from './queue.ts'

/** Another worker considered this one dead and took over the job. Nothing that this one did since may be stored. */
export class LostLease extends Error {
  override name = 'LostLease'
}

/** Locks the run until the end of the transaction, if the worker still has the lease of its job. */
export async function lockOwnRun(tx: Sql, delivery: Delivery, run_id: string): Promise<LockedRun> {
  const [run] = await tx.rows<LockedRun>(
    `select r.state, r.driver, r.attempt, r.seq, r.open
     from jobs.lease l join jobs.run r on r.id = $4
     where l.job = $1 and l.worker = $2 and l.tries = $3 for update`,
    [delivery.id, delivery.worker, delivery.tries, run_id],
  )
  if (!run) throw new LostLease(`Job ${delivery.id} is no longer this worker's`)
  return run
}

/** Locks the lease until the transaction ends, for callers that do not use `lockOwnRun`. */
export async function lockLease(tx: Sql, delivery: Delivery): Promise<void> {
  const held = await tx.rows('select from jobs.lease where job = $1 and worker = $2 and tries = $3 for update', [
    delivery.id,
    delivery.worker,
    delivery.tries,
  ])
  if (held.length === 0) throw new LostLease(`Job ${delivery.id} is no longer this worker's`)
}

/** Removes a finished job from the queue and releases its lease and slots, in the transaction that stores its outcome. */
export async function finishJob(rt: Runtime, tx: Transaction, delivery: Delivery): Promise<void> {
  if (!(await endLease(tx, delivery))) throw new LostLease(`Job ${delivery.id} is no longer this worker's`)
  if (delivery.tries !== CLAIMED) await rt.queue.remove(tx, [delivery.id])
  const { data } = delivery
  if ('function_id' in data && mayHaveSlots(rt, data.function_id)) await releaseSlots(tx, rt.queue, delivery.id)
}

/** An unknown function may have limits, and its job slots, in another version of the program. */
const mayHaveSlots = (rt: Runtime, function_id: string): boolean => {
  const fn = findFunction(rt, function_id)
  return !fn || fn.concurrency.length > 0
}
