import { conflict, notFound, unavailable } from '../../core/errors.ts'
import { t } from '../../lib/locale/texts.ts'
import type { Engine } from '../engine/engine.ts'
import type { FunctionConfig } from '../engine/functions/functions.ts'
import { pauseFunction, releaseResumed, resumeFunction } from '../engine/queue/pausing.ts'
import { countRetryable, MAX_RETRIED, retryFailedRuns } from '../engine/run/retry.ts'
import { findFunction, idsOf } from '../engine/runtime.ts'
import type { Sql } from '../engine/storage/database.ts'
import { startNow } from '../engine/triggers/cron.ts'
import { formerIdsOf } from '../former-ids.ts'
import { startedEngine, startedJobs } from '../start.ts'
import { whatStops } from './what-stops.ts'

// Administrators' actions on a whole job. On Inngest, its dashboard has them.

/** Writes the audit entry in the transaction of the change. */
export type RecordIn = (tx: Sql, details: { count: number }) => Promise<void>

interface ByJob {
  job: string
}

export interface PausedJob {
  job: string
  paused_at: Date
  /** Number of runs that start when the job is resumed, counted up to 10,000. */
  waiting: number
}

const MAX_WAITING = 10_000

/** Returns the paused jobs, in the order in which they were paused. None on Inngest, whose dashboard lists them. */
export async function listPaused(): Promise<PausedJob[]> {
  const engine = startedEngine()
  if (!engine) return []
  const rows = await engine.rt.db.rows<{ function_id: string; paused_at: Date; waiting: number }>(
    `select p.function_id, p.paused_at,
       (select count(*)::int from (
         select from jobs.paused_job j where j.function_id = p.function_id limit ${MAX_WAITING}) w) as waiting
     from jobs.paused_function p order by p.paused_at, p.function_id`,
  )
  return rows.map(({ function_id, ...paused }) => ({
    job: findFunction(engine.rt, function_id)?.name ?? function_id,
    ...paused,
  }))
}

/**
 * Pauses a job: its schedule starts nothing, its events wait as queued runs, and runs that have begun finish. Takes effect in every process
 * within seconds. Throws conflict for a job whose pause must be confirmed and for a paused one, not_found, unavailable on Inngest.
 */
export async function pauseJob(
  { job, is_confirmed = false }: ByJob & { is_confirmed?: boolean },
  record: RecordIn,
): Promise<void> {
  const { engine, fn } = find(job)
  const stops = whatStops(job)
  if (stops && !is_confirmed) throw conflict(t`Confirm that you want to pause this job. ${stops}`)
  await engine.rt.db.transaction(async (tx) => {
    if (!(await pauseFunction(tx, fn.id))) throw conflict('The job is paused already')
    await record(tx, { count: 1 })
  })
  await engine.rt.paused.read(engine.rt)
}

/** Resumes a job. Its waiting runs start, oldest first. Throws conflict unless it is paused, not_found, unavailable on Inngest. */
export async function resumeJob({ job }: ByJob, record: RecordIn): Promise<void> {
  const { engine, fn } = find(job)
  await engine.rt.db.transaction(async (tx) => {
    if (!(await resumeFunction(engine.rt, tx, fn.id))) throw conflict('The job is not paused')
    await record(tx, { count: 1 })
    // Their runs are about to start. If the events were sent again, they would start a second run.
    await tx.rows(
      `update kept_event set resend_at = greatest(resend_at, now() + resend_minutes * interval '1 minute'),
         until = greatest(until, now() + 2 * resend_minutes * interval '1 minute') where job = any ($1)`,
      [[job, ...formerIdsOf(job)]],
    )
  })
  await releaseResumed(engine.rt)
}

/** Starts a scheduled job now. Throws conflict for a paused job and while an exclusive run is open, not_found, unavailable. */
export async function startJob({ job }: ByJob, record: RecordIn): Promise<{ id: string }> {
  const { engine, fn } = find(job)
  if (fn.crons.length === 0) throw conflict('Only a job with a schedule can be started')
  if (await isListed(job)) throw conflict('The job is paused. Resume it to start it.')
  return engine.rt.db.transaction(async (tx) => {
    const id = await startNow(engine.rt, tx, fn)
    if (!id) throw conflict('A run of this job is open. It runs one at a time.')
    await record(tx, { count: 1 })
    return { id }
  })
}

/** Counts the failed runs that `retryFailed` would retry, at most 1,000. Throws not_found, unavailable on Inngest. */
export async function countFailed({ job }: ByJob): Promise<{ count: number; is_most: boolean }> {
  const { engine, fn } = find(job)
  const count = await countRetryable(engine.rt.db, idsOf(engine.rt, fn.id))
  return { count, is_most: count === MAX_RETRIED }
}

/**
 * Requeues the failed runs of a job, at most the newest 1,000. Returns the number of runs. Throws conflict when there are none, not_found.
 */
export async function retryFailed({ job }: ByJob, record: RecordIn): Promise<{ retried: number }> {
  const { engine, fn } = find(job)
  return engine.rt.db.transaction(async (tx) => {
    const retried = await retryFailedRuns(engine.rt, tx, idsOf(engine.rt, fn.id))
    if (retried === 0) throw conflict('No failed run of this job can be retried now')
    await record(tx, { count: retried })
    return { retried }
  })
}

const isListed = async (job: string) => (await listPaused()).some((paused) => paused.job === job)

function find(job: string): { engine: Engine; fn: FunctionConfig } {
  const { engine } = startedJobs()
  if (!engine) throw unavailable('Jobs run on Inngest: use its dashboard for this')
  const fn = [...engine.rt.functions.values()].find(({ name }) => name === job)
  if (!fn) throw notFound()
  return { engine, fn }
}
