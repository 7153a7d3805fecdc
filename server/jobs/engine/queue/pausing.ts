import { idsOf, type Runtime } from '../runtime.ts'
import type { Sql, Transaction } from '../storage/database.ts'
import { releaseSlots } from './concurrency.ts'
import { LostLease } from './fence.ts'
import { endLease } from './leases.ts'
import type { Delivery } from './queue.ts'

// A paused function is a row. Its events create runs as usual, so none is lost, but these runs stay queued: the worker that gets a run's
// job moves it to `jobs.paused_job`. Runs that have started will finish.

/** Notifies every listening process to read the paused functions again. */
export const PAUSE_CHANNEL = 'jobs_paused'

/** Maximum number of jobs that return to the queue in one transaction. */
const BATCH = 1_000

/** The paused functions as of this process's last reading. They save a query for each run, but only the rows decide. */
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
    // A slow read must not overwrite the result of a later one.
    if (read < this.#newest) return
    this.#newest = read
    this.#ids = new Set(rows.flatMap(({ function_id: id }) => [id, former_ids.get(id) ?? id]))
  }
}

/** Returns whether the function is paused, and locks that state until the transaction ends. */
export async function isPaused(rt: Pick<Runtime, 'former_ids'>, tx: Sql, function_id: string): Promise<boolean> {
  const rows = await tx.rows('select from jobs.paused_function where function_id = any ($1) for key share', [
    idsOf(rt, function_id),
  ])
  return rows.length > 0
}

/** Removes the job of a queued run from the queue until its function is resumed. Returns false when the function is not paused. */
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
    // A run that was parked for a slot has one by now.
    await releaseSlots(tx, rt.queue, delivery.id)
    return true
  })
}

/** Returns false when the function is already paused. */
export async function pauseFunction(tx: Transaction, function_id: string): Promise<boolean> {
  const paused = await tx.rows(
    'insert into jobs.paused_function (function_id) values ($1) on conflict do nothing returning 1',
    [function_id],
  )
  await announce(tx)
  return paused.length > 0
}

/** Returns false when the function is not paused. `releaseResumed` requeues its jobs. */
export async function resumeFunction(
  rt: Pick<Runtime, 'former_ids'>,
  tx: Transaction,
  function_id: string,
): Promise<boolean> {
  // Waits for transactions that set a job aside, because they lock the row.
  const resumed = await tx.rows('delete from jobs.paused_function where function_id = any ($1) returning 1', [
    idsOf(rt, function_id),
  ])
  await announce(tx)
  return resumed.length > 0
}

const announce = (tx: Transaction) => tx.rows('select pg_notify($1, $2)', [PAUSE_CHANNEL, ''])

/** Requeues jobs of functions that are not paused, oldest first. Workers repeat it, so an interrupted resumption continues. */
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
