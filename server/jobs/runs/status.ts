import { conflict, notFound, unavailable } from '../../core/errors.ts'
import type { Engine } from '../engine/engine.ts'
import { countParked, oldestParkedSeconds } from '../engine/queue/concurrency.ts'
import { endRun } from '../engine/run/ending.ts'
import { retryEndedRun } from '../engine/run/retry.ts'
import { findFunction, idsOf } from '../engine/runtime.ts'
import { openEngineDatabase, type Sql } from '../engine/storage/database.ts'
import { ulidFloor } from '../engine/storage/ids.ts'
import type { JobError, RunState } from '../engine/storage/runs.ts'
import type { StepRow } from '../engine/storage/steps.ts'
import { areJobsStarted, startedEngine, startedJobs } from '../start.ts'
import { countRemoteRuns, remoteWaitSeconds } from './remote.ts'

export interface RunView {
  id: string
  job: string
  state: RunState
  /** Failed attempts of the current step. */
  attempt: number
  error: JobError | null
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
}

export interface StepView {
  name: string
  kind: string
  state: StepRow['state']
  failed: boolean
  attempt: number
  /** The returned value or the error; the event that a wait received; null for a sleep. */
  result: unknown
  /** The time when a sleep ends or a wait times out. */
  due_at: Date | null
  created_at: Date
  ended_at: Date | null
}

export interface RunDetail extends RunView {
  events: unknown[]
  output: unknown
  steps: StepView[]
}

export interface JobFailures {
  job: string
  runs: number
  failed: number
  last_failed_at: Date | null
  last_error: JobError | null
}

/** Counts runs by state: open runs, and ended runs that began since `since`. */
export async function countRuns({ since }: { since: Date }): Promise<Record<RunState, number>> {
  const { engine, pool } = startedJobs()
  const rows = engine
    ? await engine.rt.db.rows<{ state: RunState; count: number }>(
        `select state, count(*)::int as count from jobs.run where ended_at is null or id >= $1 group by state`,
        [ulidFloor(since)],
      )
    : await countRemoteRuns(openEngineDatabase(pool), since)
  const none = { queued: 0, active: 0, completed: 0, failed: 0, cancelled: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

export interface RunQuery {
  state?: RunState | undefined
  job?: string | undefined
  /** Part of the error's text. */
  error?: string | undefined
  /** The account in the event that started the run. Only the embedded engine keeps events. */
  account_id?: number | undefined
  after?: string | undefined
  per_page: number
}

/** Maximum number of runs read for a page of a search for an error or an account. The page may then have few rows or none. */
const MAX_READ = 20_000

/**
 * Reads a page of runs, newest first. `table` has the shown columns, an error as JSON, and `is_of_account`, where `$7` is a pattern for the
 * event or null. `next` is the `after` of the next page, null on the last one.
 */
export async function readRuns<Row extends { id: string }>(
  sql: Sql,
  { table, jobs, error, account_id, ...query }: Omit<RunQuery, 'job'> & { table: string; jobs: string[] | undefined },
): Promise<{ rows: Row[]; next: string | null }> {
  const isSearch = error !== undefined || account_id !== undefined
  const max_read = isSearch ? MAX_READ : query.per_page + 1
  const found_rows = await sql.rows<Row & { last_read: string; read: number }>(
    `with latest as materialized (
       select * from ${table}
       where ($1::text is null or state = $1) and ($2::text[] is null or job_id = any ($2)) and ($3::text is null or id < $3)
         ${error ? `and state <> 'completed' and error is not null` : ''}
       order by id desc limit $4
     ), read as (select count(*)::int as read, min(id) as last_read from latest),
     matching as (
       select * from latest where is_of_account and ($5::text is null or position(lower($5) in lower(error::text)) > 0) order by id desc limit $6
     )
     select * from read left join matching on true order by id desc`,
    // The search text is escaped as in JSON, because errors are stored as JSON.
    [
      query.state ?? null,
      jobs ?? null,
      query.after ?? null,
      max_read,
      error ? JSON.stringify(error).slice(1, -1) : null,
      query.per_page + 1,
      // Quotes inside of strings are escaped, so user data never matches.
      account_id === undefined ? null : `"account_id":${account_id}[,}]`,
    ],
  )
  const matching = found_rows.filter(({ id }) => id !== null)
  const rows = matching.slice(0, query.per_page)
  if (matching.length > rows.length) return { rows, next: rows.at(-1)?.id ?? null }
  return { rows, next: isSearch && found_rows[0]?.read === max_read ? found_rows[0].last_read : null }
}

/** Returns runs, newest first. `next` is the `after` of the next page, null on the last one. */
export async function listRuns({ job, ...query }: RunQuery): Promise<{ runs: RunView[]; next: string | null }> {
  const table = `(select ${RUN}, function_id as job_id, $7::text is null or event ~ $7 or more_events ~ $7 as is_of_account from jobs.run) r`
  const { rows, next } = await readRuns<RunRecord>(embedded().rt.db, {
    ...query,
    table,
    jobs: job ? functionIds(job) : undefined,
  })
  return { runs: rows.map(toView), next }
}

export async function getRun({ id }: { id: string }): Promise<RunDetail> {
  const { db } = embedded().rt
  const [run] = await db.rows<RunRecord & { events: string; output: string | null }>(
    `select ${RUN}, concat('[', event, ',' || more_events, ']') as events, output from jobs.run where id = $1`,
    [id],
  )
  if (!run) throw notFound()
  const steps = await db.rows<Omit<StepView, 'result'> & { memo: string | null }>(
    `select s.name, s.op as kind, s.state, s.failed, s.attempt, s.memo, s.created_at, s.ended_at,
       case when s.state <> 'planned' then j.start_after end as due_at
     from jobs.step s left join pgboss.job j on j.name = 'jobs' and j.id = s.job
     where s.run_id = $1 order by s.seq nulls last, s.created_at`,
    [id],
  )
  return {
    ...toView(run),
    events: JSON.parse(run.events),
    output: run.output && JSON.parse(run.output),
    steps: steps.map(({ memo, ...step }) => ({ ...step, result: unwrap(memo) })),
  }
}

/** Requeues a failed or cancelled run, which continues with its unfinished steps. `record` writes the audit entry. */
export async function retryRun({ id }: { id: string }, record?: (tx: Sql) => Promise<void>): Promise<RunDetail> {
  const { rt } = embedded()
  await getRun({ id })
  await rt.db.transaction(async (tx) => {
    if (!(await retryEndedRun(rt, tx, id))) throw conflict('Only a failed or canceled run can be retried')
    await record?.(tx)
  })
  return getRun({ id })
}

/** Ends an open run. A running step is not interrupted, but its result is dropped. `record` works as in `retryRun`. */
export async function cancelRun({ id }: { id: string }, record?: (tx: Sql) => Promise<void>): Promise<RunDetail> {
  const { rt } = embedded()
  await getRun({ id })
  await rt.db.transaction(async (tx) => {
    const ended = await endRun(rt, tx, id, { state: 'cancelled', reason: 'Canceled by an administrator' })
    if (!ended) throw conflict('Only a run that has not ended can be canceled')
    await record?.(tx)
  })
  return getRun({ id })
}

/** Returns the seconds that the oldest job has waited for a worker or a slot; 0 when none waits. On Inngest it is an estimate. */
export async function oldestWaitSeconds(): Promise<number> {
  const { engine, pool } = startedJobs()
  if (!engine) return remoteWaitSeconds(openEngineDatabase(pool))
  const { queue, db } = engine.rt
  const waits = await Promise.all([queue.oldestWaitSeconds(), oldestParkedSeconds(db)])
  return Math.max(0, ...waits.map((seconds) => seconds ?? 0))
}

/**
 * Returns the seconds that the oldest job has waited, and the number of failed runs that began since `since`, on any engine. Null before
 * the jobs are started.
 */
export async function measureJobs({
  since,
}: {
  since: Date
}): Promise<{ wait_seconds: number; failed_runs: number } | null> {
  if (!areJobsStarted()) return null
  const [wait_seconds, { failed }] = [await oldestWaitSeconds(), await countRuns({ since })]
  return { wait_seconds, failed_runs: failed }
}

/** Returns the number of due jobs and the seconds that the oldest has waited. Null on Inngest, which has its own dashboard. */
export async function measureQueue(): Promise<{ depth: number; wait_seconds: number } | null> {
  const engine = startedEngine()
  if (!engine) return null
  const [depth, wait_seconds] = await Promise.all([countWaiting(engine.rt), oldestWaitSeconds()])
  return { depth, wait_seconds }
}

async function countWaiting({ queue, db }: Engine['rt']): Promise<number> {
  const counts = await Promise.all([queue.countDue(), countParked(db)])
  return counts.reduce((sum, count) => sum + count)
}

/** Counts the results of each job's runs that began since `since`, most failures first. */
export async function listFailures({ since }: { since: Date }): Promise<JobFailures[]> {
  const rows = await embedded().rt.db.rows<
    Omit<JobFailures, 'job' | 'last_error'> & { function_id: string; error: string | null }
  >(
    `select function_id, count(*)::int as runs, count(*) filter (where state = 'failed')::int as failed,
       max(ended_at) filter (where state = 'failed') as last_failed_at,
       (array_agg(error order by ended_at desc) filter (where state = 'failed'))[1] as error
     from jobs.run where id >= $1 group by function_id order by failed desc, function_id`,
    [ulidFloor(since)],
  )
  return rows.map(({ function_id, error, ...counts }) => ({
    job: jobName(function_id),
    ...counts,
    last_error: error === null ? null : JSON.parse(error),
  }))
}

const RUN = 'id, function_id, state, attempt, error, created_at, started_at, ended_at'

type RunRecord = Omit<RunView, 'job' | 'error'> & { function_id: string; error: string | null }

const toView = ({ id, function_id, state, attempt, error, created_at, started_at, ended_at }: RunRecord): RunView => ({
  id,
  job: jobName(function_id),
  state,
  attempt,
  error: error === null ? null : JSON.parse(error),
  created_at,
  started_at,
  ended_at,
})

function unwrap(memo: string | null): unknown {
  const value: unknown = memo === null ? null : JSON.parse(memo)
  if (typeof value !== 'object' || value === null) return value
  if ('data' in value && Object.keys(value).length === 1) return value.data
  return 'error' in value && Object.keys(value).length === 1 ? value.error : value
}

/** Returns the job's name, or the engine's id for a job that no longer exists. */
const jobName = (function_id: string) => findFunction(embedded().rt, function_id)?.name ?? function_id

function functionIds(name: string): string[] {
  const { rt } = embedded()
  return idsOf(rt, [...rt.functions.values()].find((fn) => fn.name === name)?.id ?? name)
}

function embedded(): Engine {
  const { engine } = startedJobs()
  if (!engine) throw unavailable('Jobs run on Inngest: use its dashboard for this')
  return engine
}
