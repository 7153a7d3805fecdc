import { newJobId } from '../queue/queue.ts'
import type { Runtime } from '../runtime.ts'
import type { Sql, Transaction } from '../storage/database.ts'

const AS_NEW = 'attempt = 0, open = 0, deaths = 0, error = null, started_at = null, ended_at = null'

/**
 * Requeues a failed or cancelled run: finished steps stay finished, failed ones run again. Returns false when the run is in another state.
 */
export async function retryEndedRun(rt: Runtime, tx: Transaction, run_id: string): Promise<boolean> {
  const driver = newJobId()
  const [run] = await tx.rows<{ function_id: string }>(
    `update jobs.run set state = 'queued', driver = $2, ${AS_NEW}
     where id = $1 and state in ('failed', 'cancelled') returning function_id`,
    [run_id, driver],
  )
  if (!run) return false
  await tx.rows(`delete from jobs.step where run_id = $1 and (failed or state <> 'done')`, [run_id])
  const data = { kind: 'run', run_id, function_id: run.function_id } as const
  await rt.queue.insert(tx, [{ id: driver, data }])
  return true
}

/** Number of failed runs to search for runs of one function, and maximum number of runs retried in one transaction. */
const MAX_READ = 10_000
export const MAX_RETRIED = 1_000

/**
 * SQL of the failed runs of these functions that can be retried together, newest first. For a singleton's key it is only the newest run,
 * and none while another run is open.
 */
const RETRYABLE = `
  select id from (
    select f.id, row_number() over (partition by coalesce(f.singleton, f.id) order by f.id desc) as n
    from (
      select id, function_id, singleton from jobs.run where state = 'failed' order by id desc limit ${MAX_READ}
    ) f
    where f.function_id = any ($1) and (f.singleton is null or not exists (
      select from jobs.run o where o.function_id = any ($1) and o.singleton = f.singleton and o.ended_at is null))
  ) one where n = 1 order by id desc limit ${MAX_RETRIED}`

/** Counts the runs that `retryFailedRuns` would retry now. */
export async function countRetryable(sql: Sql, function_ids: string[]): Promise<number> {
  const [row] = await sql.rows<{ count: number }>(`select count(*)::int as count from (${RETRYABLE}) r`, [function_ids])
  return row?.count ?? 0
}

/** Requeues the failed runs of a function in the order of their ids. Returns the number of runs. */
export async function retryFailedRuns(rt: Runtime, tx: Transaction, function_ids: string[]): Promise<number> {
  const runs = await tx.rows<{ id: string; function_id: string; driver: string }>(
    `with failed as (${RETRYABLE}), locked as (
       select r.id from jobs.run r join failed using (id) where r.state = 'failed' order by r.id for update of r
     )
     update jobs.run r set state = 'queued', driver = gen_random_uuid(), ${AS_NEW} from locked where r.id = locked.id
     returning r.id, r.function_id, r.driver`,
    [function_ids],
  )
  const ids = runs.map(({ id }) => id)
  await tx.rows(`delete from jobs.step where run_id = any ($1) and (failed or state <> 'done')`, [ids])
  const ordered = runs.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await rt.queue.insert(
    tx,
    ordered.map(({ id, function_id, driver }) => ({ id: driver, data: { kind: 'run', run_id: id, function_id } })),
  )
  return runs.length
}
