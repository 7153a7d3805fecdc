import type { FunctionConfig } from '../functions/functions.ts'
import { type NewJob, newJobId, type Queue } from '../queue/queue.ts'
import type { Sql, Transaction } from './database.ts'
import { ulid } from './ids.ts'
import type { StepRow } from './steps.ts'

export type RunState = 'queued' | 'active' | 'completed' | 'failed' | 'cancelled'

export interface JobError {
  name: string
  message: string
  stack?: string
}

/** A run as needed by the next call of the SDK. JSON stays text, so user code cannot reach shared objects. */
export interface Run {
  id: string
  function_id: string
  state: RunState
  driver: string | null
  attempt: number
  seq: number
  open: number
  deaths: number
  event: string
  events: string
  /** JSON object of the finished steps' memos, by step id. */
  memos: string
  /** Ids of the finished steps in the order of finishing. */
  stack: string[]
  /** The moment from which the run could continue: when its last step finished, or when it began. In PostgreSQL's own precision. */
  since: string
}

const COLUMNS = `r.id, r.function_id, r.state, r.driver, r.attempt, r.seq, r.open, r.deaths, r.event, concat('[', r.event, ',' || r.more_events, ']') as events`

/** A run, and the one step of a job. */
export interface Loaded {
  run: Run
  step?: StepRow
}

/** Returns one entry for each pair of a run and a step, in the same order; undefined when the run does not exist. */
export async function findRuns(
  sql: Sql,
  keys: readonly { run_id: string; step_id?: string }[],
): Promise<(Loaded | undefined)[]> {
  // One statement uses one snapshot, so seq and memos match.
  const rows = await sql.rows<Run & { step: StepRow | null; n: string }>(
    `select w.n, ${COLUMNS}, concat('{', done.memos, '}') as memos, coalesce(done.stack, '{}') as stack,
       coalesce(done.since, r.started_at, now())::text as since, one.step
     from unnest($1::text[], $2::text[]) with ordinality as w (run_id, step_id, n)
     join jobs.run r on r.id = w.run_id
     cross join lateral (
       select string_agg(concat('"', s.id, '":', s.memo), ',') as memos, array_agg(s.id order by s.seq) as stack, max(s.ended_at) as since
       from jobs.step s where s.run_id = r.id and s.state = 'done') done
     left join lateral (
       select json_build_object('id', s.id, 'state', s.state, 'op', s.op, 'name', s.name, 'attempt', s.attempt, 'job', s.job) as step
       from jobs.step s where s.run_id = r.id and s.id = w.step_id) one on true`,
    [keys.map(({ run_id }) => run_id), keys.map(({ step_id }) => step_id ?? null)],
  )
  const loaded = new Map(rows.map(({ n, step, ...run }) => [Number(n), { run, step: step ?? undefined }]))
  return keys.map((_, index) => loaded.get(index + 1))
}

/**
 * Marks queued runs as begun and returns them. Their start is after the storing of their events, even if the transaction began earlier.
 * Their memos stay empty, because seq 0 has none. The same statement also executes `also`.
 */
export async function beginRuns(
  sql: Sql,
  ids: string[],
  { also, values = [] }: { also?: string; values?: unknown[] } = {},
): Promise<Run[]> {
  const runs = await sql.rows<Omit<Run, 'memos' | 'stack'>>(
    `${also ? `with also as (${also}) ` : ''}update jobs.run r set state = 'active', started_at = clock_timestamp()
     where r.id = any ($${values.length + 1}) and r.state = 'queued' returning ${COLUMNS}, r.started_at::text as since`,
    [...values, ids],
  )
  return runs.map((run) => ({ ...run, memos: '{}', stack: [] }))
}

export interface LockedRun {
  state: RunState
  driver: string | null
  attempt: number
  seq: number
  open: number
}

export interface Progress {
  seq: number
  open: number
  attempt: number
  driver: string | null
}

/** Progress also proves that the run does not kill its process. */
export async function saveProgress(tx: Sql, id: string, { seq, open, attempt, driver }: Progress): Promise<void> {
  await tx.rows('update jobs.run set seq = $2, open = $3, attempt = $4, driver = $5, deaths = 0 where id = $1', [
    id,
    seq,
    open,
    attempt,
    driver,
  ])
}

export interface NewRun {
  fn: FunctionConfig
  /** JSON text of the triggering event, and of the others of a batch. */
  event: string
  more_events?: string[]
  singleton?: string
}

/** Inserts runs and the jobs that start them. Returns the ids of the runs. */
export async function createRuns(tx: Transaction, queue: Queue, runs: NewRun[]): Promise<string[]> {
  if (runs.length === 0) return []
  const rows = runs.map((run) => ({ ...run, id: ulid(), driver: newJobId() }))
  await tx.rows(
    `insert into jobs.run (id, function_id, event, more_events, driver, singleton)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::text[])`,
    [
      rows.map(({ id }) => id),
      rows.map(({ fn }) => fn.id),
      rows.map(({ event }) => event),
      rows.map(({ more_events }) => more_events?.join(',') || null),
      rows.map(({ driver }) => driver),
      rows.map(({ singleton }) => singleton ?? null),
    ],
  )
  const jobs = rows.map(
    ({ id, fn, driver }): NewJob => ({ id: driver, data: { kind: 'run', run_id: id, function_id: fn.id } }),
  )
  await queue.insert(tx, jobs)
  return rows.map(({ id }) => id)
}
