import { idsOf, type Runtime } from '../runtime.ts'
import type { Sql, Transaction } from '../storage/database.ts'
import { releaseSlots } from './concurrency.ts'
import { LostLease } from './fence.ts'
import { endLease } from './leases.ts'
import type { Delivery } from './queue.ts'

// A paused function is a row. Its events create runs as always, so none is lost, and these runs stay queued: the worker that gets the
// job of one moves it to `jobs.paused_job`. Runs that have begun finish.

/** Every process that listens reads the paused functions again. */
export const PAUSE_CHANNEL = 'jobs_paused'

/** Maximum number of jobs that return to the queue in one transaction. */
const BATCH = 1_000

/** The paused functions as this process read them last. Only the row decides: this spares a query for each run. */
export class PausedFunctions {
  #ids: ReadonlySet<string> = new Set()
  #begun = 0
  #newest = 0

  has(function_id: string): boolean {
    return this.#ids.has(function_id)
  }

  async read({ db, former_ids }: Pick<Runtime, 'db' | 'former_ids'>): Promise<void> {
    const read = ++this.#begun
    const rows = await db.rows<{ function_id: string }>('select function_id from jobs.paused_function')
    // A slow read must not replace what a later one found.
    if (read < this.#newest) return
    this.#newest = read
    this.#ids = new Set(rows.flatMap(({ function_id: id }) => [id, former_ids.get(id) ?? id]))
  }
}

/** Returns whether the function is paused, and keeps it so until the transaction ends. */
export async function isPaused(rt: Pick<Runtime, 'former_ids'>, tx: Sql, function_id: string): Promise<boolean> {
  const rows = await tx.rows('select from jobs.paused_function where function_id = any ($1) for key share', [
    idsOf(rt, function_id),
  ])
  return rows.length > 0
}

/** Takes the job of a queued run out of the queue until its function is resumed. Returns false when the function is not paused. */
export function setAside(rt: Runtime, delivery: Delivery, function_id: string): Promise<boolean> {
  return rt.db.transaction(async (tx) => {
    if (!(await isPaused(rt, tx, function_id))) return false
    if (!(await endLease(tx, delivery))) throw new LostLease(`Job ${delivery.id} is no longer this worker's`)
    await tx.rows('insert into jobs.paused_job (function_id, job, data) values ($1, $2, $3)', [
      function_id,
      delivery.id,
      delivery.data,
    ])
    await rt.queue.remove(tx, [delivery.id])
    // A run that was parked for a slot has one when it gets here.
    await releaseSlots(tx, rt.queue, delivery.id)
    return true
  })
}

/** Returns false when the function is paused already. */
export async function pauseFunction(tx: Transaction, function_id: string): Promise<boolean> {
  const paused = await tx.rows(
    'insert into jobs.paused_function (function_id) values ($1) on conflict do nothing returning 1',
    [function_id],
  )
  await announce(tx)
  return paused.length > 0
}

/** Returns false when the function is not paused. Its jobs return with `releaseResumed`. */
export async function resumeFunction(
  rt: Pick<Runtime, 'former_ids'>,
  tx: Transaction,
  function_id: string,
): Promise<boolean> {
  // Waits for transactions that set a job aside: they have the row locked.
  const resumed = await tx.rows('delete from jobs.paused_function where function_id = any ($1) returning 1', [
    idsOf(rt, function_id),
  ])
  await announce(tx)
  return resumed.length > 0
}

const announce = (tx: Transaction) => tx.rows('select pg_notify($1, $2)', [PAUSE_CHANNEL, ''])

/** Returns jobs of functions that are not paused to the queue, oldest first. Workers repeat it, so a resumption may end at any line. */
export async function releaseResumed(rt: Pick<Runtime, 'db' | 'queue'>): Promise<void> {
  for (let released = BATCH; released === BATCH; ) {
    released = await rt.db.transaction(async (tx) => {
      const jobs = await tx.rows<{ job: string; data: Delivery['data'] }>(
        `with resumed as (
           select p.id from jobs.paused_job p
           where not exists (select from jobs.paused_function f where f.function_id = p.function_id)
           order by p.id limit $1 for update skip locked
         ), gone as (
           delete from jobs.paused_job p using resumed where p.id = resumed.id returning p.id, p.job, p.data
         )
         select job, data from gone order by id`,
        [BATCH],
      )
      await rt.queue.insert(
        tx,
        jobs.map(({ job, data }) => ({ id: job, data })),
      )
      return jobs.length
    })
  }
}
