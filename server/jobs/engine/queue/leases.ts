import type pg from 'pg'
import type { Runtime } from '../runtime.ts'
import type { Sql, Transaction } from '../storage/database.ts'
import { beginRuns, type Run } from '../storage/runs.ts'
import { countDeaths, delayAfterDeaths } from './deaths.ts'
import { CLAIMED, type Delivery, type NewJob, type Queue } from './queue.ts'

/** First key of the advisory lock that each worker keeps while it lives; the second key is the worker's number. */
const LOCK_CLASS = 0x656e766f

/** Acquires a new worker number and the lock that proves the worker alive. The lock ends with the connection. */
export async function registerWorker(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ worker: number }>(`select nextval('jobs.worker')::int as worker`)
  const worker = rows[0]?.worker ?? 0
  await client.query('select pg_advisory_lock($1, $2)', [LOCK_CLASS, worker])
  return worker
}

/** Releases a worker's lock while its connection stays open. */
export async function releaseWorkerLock(client: pg.Client, worker: number | undefined): Promise<void> {
  await client.query('select pg_advisory_unlock($1, $2)', [LOCK_CLASS, worker])
}

const LEASING = `insert into jobs.lease (job, worker, tries, run_id) select * from unnest($1::uuid[], $2::int[], $3::int[], $4::text[])
  on conflict (job) do update set worker = excluded.worker, tries = excluded.tries, run_id = excluded.run_id, taken_at = now()`

const leaseColumns = (deliveries: Delivery[]) => [
  deliveries.map(({ id }) => id),
  deliveries.map(({ worker }) => worker),
  deliveries.map(({ tries }) => tries),
  deliveries.map(({ data }) => ('run_id' in data ? data.run_id : null)),
]

/** Records the worker of the fetched jobs, in the transaction that fetched them. */
export async function lease(tx: Sql, deliveries: Delivery[]): Promise<void> {
  await tx.rows(LEASING, leaseColumns(deliveries))
}

/** Records the leases and begins runs in one statement. Returns the runs that were queued. */
export function leaseAndBegin(tx: Sql, deliveries: Delivery[], run_ids: string[]): Promise<Run[]> {
  return beginRuns(tx, run_ids, { also: LEASING, values: leaseColumns(deliveries) })
}

/** Ends a lease. Returns false when the job was delivered again: nothing may be written for this delivery then. */
export async function endLease(tx: Sql, delivery: Delivery): Promise<boolean> {
  const ended = await tx.rows('delete from jobs.lease where job = $1 and worker = $2 and tries = $3 returning 1', [
    delivery.id,
    delivery.worker,
    delivery.tries,
  ])
  return ended.length > 0
}

export async function holdsLease(sql: Sql, { id, worker, tries }: Delivery): Promise<boolean> {
  const held = await sql.rows('select 1 from jobs.lease where job = $1 and worker = $2 and tries = $3', [
    id,
    worker,
    tries,
  ])
  return held.length > 0
}

/** The jobs that this process's worker has. */
export interface OwnWork {
  worker: number | undefined
  jobs: string[]
}

/** Covers the time between the commit of a fetch and the start of its jobs. */
const JUST_FETCHED = '10 seconds'

interface Orphan {
  job: string
  run_id: string | null
  worker: number
  tries: number
}

/**
 * Returns jobs to the queue: the jobs of dead workers, and jobs that this worker does not know because the connection broke while
 * the fetch was committed. Returns their number.
 */
export async function requeueOrphans(
  rt: Pick<Runtime, 'db' | 'queue' | 'backoff'>,
  ownWork: () => OwnWork,
): Promise<number> {
  const { db, queue } = rt
  return db.transaction(async (tx) => {
    // Read after the connection was acquired, which may take seconds, so jobs that were fetched in that time are included.
    const own_jobs = ownWork()
    const orphans = await tx.rows<Orphan>(
      `delete from jobs.lease where job in (
         select l.job from jobs.lease l
         where case when l.worker = $2 then not (l.job = any ($3::uuid[])) and l.taken_at < now() - $4::interval
           else not exists (
             select from pg_locks k
             where k.locktype = 'advisory' and k.classid = $1 and k.objid = l.worker and k.objsubid = 2
               and k.database = (select oid from pg_database where datname = current_database())) end
           -- Leases of a kind that a later version made are left to it: this one could not queue what they stand for.
           and l.tries >= ${CLAIMED}
         for update skip locked)
       returning job, run_id, worker, tries`,
      [LOCK_CLASS, own_jobs.worker ?? null, own_jobs.jobs, JUST_FETCHED],
    )
    if (orphans.length === 0) return 0
    const deaths = await countDeaths(
      tx,
      orphans.filter(({ worker }) => worker !== own_jobs.worker),
    )
    await queue.giveBack(
      tx,
      orphans.filter(({ tries }) => tries !== CLAIMED).map(({ job }) => job),
    )
    await queue.insert(tx, await claimedJobs(tx, orphans))
    for (const { job, run_id } of orphans) {
      const delay_ms = delayAfterDeaths(deaths.get(run_id ?? '') ?? 0, rt.backoff)
      if (delay_ms > 0) await queue.delay(tx, job, delay_ms)
    }
    return orphans.length
  })
}

/**
 * Queues planned steps that have neither a job nor a lease, left by a process of an older version that did not know claimed steps: it ended
 * a dead worker's leases and queued nothing. Returns the number of queued steps.
 */
export function requeueLostSteps(rt: Pick<Runtime, 'db' | 'queue'>): Promise<number> {
  return rt.db.transaction(async (tx) => {
    const lost = await tx.rows<{ job: string; run_id: string; step_id: string; function_id: string }>(
      `select s.job, s.run_id, s.id as step_id, r.function_id
       from jobs.run r join jobs.step s on s.run_id = r.id
       where r.ended_at is null and r.open > 0 and s.state = 'planned' and s.job is not null
         and not exists (select from jobs.lease l where l.job = s.job)
         and not exists (select from jobs.parked p where p.job = s.job)`,
    )
    const queued = await rt.queue.present(
      tx,
      lost.map(({ job }) => job),
    )
    const missing = lost.filter(({ job }) => !queued.has(job))
    await rt.queue.insert(tx, missing.map(stepJob))
    return missing.length
  })
}

const stepJob = ({ job, ...named }: { job: string } & StepName): NewJob => ({
  id: job,
  data: { kind: 'step', ...named },
})

interface StepName {
  run_id: string
  step_id: string
  function_id: string
}

/** Returns the jobs to queue for claimed steps. The job of a deleted step only releases its slots. */
async function claimedJobs(tx: Sql, orphans: Orphan[]): Promise<NewJob[]> {
  const claimed_orphans = orphans.filter(({ tries }) => tries === CLAIMED)
  if (claimed_orphans.length === 0) return []
  const steps = await tx.rows<{ job: string; run_id: string; step_id: string; function_id: string }>(
    `select o.job, o.run_id, coalesce(s.id, '') as step_id, coalesce(r.function_id, '') as function_id
     from unnest($1::uuid[], $2::text[]) as o (job, run_id)
     left join jobs.run r on r.id = o.run_id left join jobs.step s on s.run_id = o.run_id and s.job = o.job`,
    [claimed_orphans.map(({ job }) => job), claimed_orphans.map(({ run_id }) => run_id)],
  )
  return steps.map(stepJob)
}

/** Returns this worker's jobs to the queue, because the worker stops or because handling them failed for a reason outside the job. */
export async function returnJobs(tx: Transaction, queue: Queue, deliveries: Delivery[], delay_ms = 0): Promise<void> {
  for (const delivery of deliveries) {
    if (!(await endLease(tx, delivery))) continue
    if (delivery.tries === CLAIMED) {
      await queue.insert(tx, [{ id: delivery.id, data: delivery.data, delay_ms }])
      continue
    }
    await queue.giveBack(tx, [delivery.id])
    if (delay_ms > 0) await queue.delay(tx, delivery.id, delay_ms)
  }
}
