import type { Delivery } from '../queue/queue.ts'
import type { Sql } from './database.ts'

export type OpenState = 'planned' | 'sleeping' | 'waiting'

export interface DoneStep {
  id: string
  name: string
  op: string
  memo: Memo
}

export interface OpenStep {
  id: string
  name: string
  op: string
  state: OpenState
  /** The queued job that runs the step, ends the sleep, or times out the wait. */
  job: string | null
  event_name?: string
  expression?: string
}

/** The result of a step, as JSON text in the SDK's form. */
export interface Memo {
  json: string
  failed: boolean
}

/** The SDK expects results of sleeps and waits unwrapped, and all others wrapped. */
export const memo = {
  result: (json: string): Memo => ({ json: `{"data":${json}}`, failed: false }),
  failure: (error: unknown): Memo => ({ json: JSON.stringify({ error }), failed: true }),
  bare: (json: string): Memo => ({ json, failed: false }),
  nothing: { json: 'null', failed: false } as Memo,
}

/**
 * Inserts finished steps, numbered from `seq + 1`; existing steps stay unchanged. Returns the new seq. Their end is the current time, not
 * the start of the transaction: an event that ended a step may be newer than that start, and must not also end the next wait.
 */
export async function recordDone(tx: Sql, run_id: string, seq: number, steps: DoneStep[]): Promise<number> {
  if (steps.length === 0) return seq
  await tx.rows(
    `insert into jobs.step (run_id, id, name, op, state, memo, failed, seq, ended_at)
     select $1, id, name, op, 'done', memo, failed, $2 + n, clock_timestamp()
     from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[]) with ordinality
       as new (id, name, op, memo, failed, n)
     on conflict (run_id, id) do nothing`,
    [run_id, seq, ...columns(steps)],
  )
  return seq + steps.length
}

const columns = (steps: DoneStep[]) => [
  steps.map(({ id }) => id),
  steps.map(({ name }) => name),
  steps.map(({ op }) => op),
  steps.map(({ memo }) => memo.json),
  steps.map(({ memo }) => memo.failed),
]

/**
 * Stores steps that finished inside a call of their run's driver in one statement, because every run with steps takes this path. Returns
 * the run's new seq, or undefined when the run no longer belongs to this delivery.
 */
export async function recordInsideCall(
  sql: Sql,
  delivery: Delivery,
  run_id: string,
  steps: DoneStep[],
): Promise<number | undefined> {
  const [run] = await sql.rows<{ seq: number }>(
    `with held as (
       select job from jobs.lease where job = $1 and worker = $2 and tries = $3 for update
     ), run as (
       update jobs.run r set seq = r.seq + cardinality($5::text[]), attempt = 0, deaths = 0 from held
       where r.id = $4 and r.state = 'active' and r.driver = held.job returning r.seq
     ), stored as (
       insert into jobs.step (run_id, id, name, op, state, memo, failed, seq, ended_at)
       select $4, new.id, new.name, new.op, 'done', new.memo, new.failed, run.seq - cardinality($5::text[]) + new.n, now()
       from run, unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::boolean[]) with ordinality
         as new (id, name, op, memo, failed, n)
       on conflict (run_id, id) do nothing
     )
     select seq from run`,
    [delivery.id, delivery.worker, delivery.tries, run_id, ...columns(steps)],
  )
  return run?.seq
}

/** Inserts steps that wait for something. A discovery repeats open steps, so only new ids are returned. */
export async function recordOpen(tx: Sql, run_id: string, steps: OpenStep[]): Promise<Set<string>> {
  if (steps.length === 0) return new Set()
  const inserted_steps = await tx.rows<{ id: string }>(
    `insert into jobs.step (run_id, id, name, op, state, job, event_name, expression)
     select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::text[])
     on conflict (run_id, id) do nothing returning id`,
    [
      run_id,
      steps.map(({ id }) => id),
      steps.map(({ name }) => name),
      steps.map(({ op }) => op),
      steps.map(({ state }) => state),
      steps.map(({ job }) => job),
      steps.map(({ event_name }) => event_name ?? null),
      steps.map(({ expression }) => expression ?? null),
    ],
  )
  return new Set(inserted_steps.map(({ id }) => id))
}

export interface StepRow {
  id: string
  state: OpenState | 'done'
  op: string
  name: string
  attempt: number
  job: string | null
}

/** Counts a failed attempt of a step that has its own job. */
export async function saveStepAttempt(tx: Sql, run_id: string, id: string, attempt: number): Promise<void> {
  await tx.rows('update jobs.step set attempt = $3 where run_id = $1 and id = $2', [run_id, id, attempt])
}

export interface Resolution {
  /** The job that waited for the step, if it had one. */
  job: string | null
  /** True if the caller must request the next steps, because the named job is now the run's driver. */
  drives: boolean
}

/**
 * Finishes an open step. If it was the last one, `driver` becomes the only job that may continue the run. Undefined when the step was
 * already finished or the run has ended. A counter in the run's row decides which step was the last, not a count of rows: two transactions
 * that finish the last two steps do not see each other's change. With `job`, finishes only the step that waits for that job, because a
 * retried run plans the same step with another job.
 */
export async function resolveStep(
  tx: Sql,
  step: { run_id: string; id: string; memo: Memo; job?: string },
  driver: string,
): Promise<Resolution | undefined> {
  const [resolution] = await tx.rows<Resolution>(
    `with step as (
       select job from jobs.step where run_id = $1 and id = $2 and state <> 'done' and ($6::uuid is null or job = $6) for update
     ), run as (
       update jobs.run r set seq = r.seq + 1, open = r.open - 1, attempt = 0, deaths = 0,
         driver = case when r.driver is null and r.open = 1 then $3::uuid else r.driver end
       from step where r.id = $1 and r.ended_at is null returning r.seq, r.driver
     ), done as (
       update jobs.step s set state = 'done', memo = $4, failed = $5, seq = run.seq, ended_at = clock_timestamp()
       from run where s.run_id = $1 and s.id = $2
     )
     select step.job, coalesce(run.driver = $3::uuid, false) as drives from step, run`,
    [step.run_id, step.id, driver, step.memo.json, step.memo.failed, step.job ?? null],
  )
  return resolution
}

/**
 * Finishes planned steps of any runs and ends the leases of their jobs, except of jobs that now drive their runs. Returns for each job
 * whether it does. A job missing from the result has lost its lease, or its step or run has ended.
 */
export async function resolveSteps(
  sql: Sql,
  results: readonly { delivery: Delivery; run_id: string; step_id: string; memo: Memo }[],
): Promise<Map<string, boolean>> {
  // Takes locks in the order of the ids, so two batches do not deadlock.
  const resolved_jobs = await sql.rows<{ job: string; drives: boolean }>(
    `with result as (
       select * from unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::text[], $6::text[], $7::boolean[])
         with ordinality as r (job, worker, tries, run_id, step_id, memo, failed, n)
     ), held as materialized (
       select l.job from jobs.lease l join result using (job, worker, tries) order by l.job for update of l
     ), step as materialized (
       select s.run_id, s.id, s.job, result.memo, result.failed, result.n
       from held join result using (job) join jobs.step s on s.run_id = result.run_id and s.id = result.step_id
       where s.state = 'planned' and s.job = held.job order by s.run_id, s.id for update of s
     ), numbered as (
       select *, row_number() over (partition by run_id order by n) as position from step
     ), finished as (
       select run_id, count(*)::int as steps, (array_agg(job order by n desc))[1] as last_job
       from numbered group by run_id
     ), run as (
       update jobs.run r set seq = r.seq + f.steps, open = r.open - f.steps, attempt = 0, deaths = 0,
         driver = case when r.driver is null and r.open = f.steps then f.last_job else r.driver end
       from (select f.* from finished f join jobs.run locked on locked.id = f.run_id order by f.run_id for update of locked) f
       where r.id = f.run_id and r.ended_at is null returning r.id, r.seq - f.steps as seq_before, r.driver
     ), done as (
       update jobs.step s set state = 'done', memo = numbered.memo, failed = numbered.failed,
         seq = run.seq_before + numbered.position, ended_at = now()
       from numbered join run on run.id = numbered.run_id where s.run_id = numbered.run_id and s.id = numbered.id
       returning s.job, coalesce(run.driver = s.job, false) as drives
     ), gone as (
       delete from jobs.lease l using done where l.job = done.job and not done.drives
     )
     select job, drives from done`,
    [
      results.map(({ delivery }) => delivery.id),
      results.map(({ delivery }) => delivery.worker),
      results.map(({ delivery }) => delivery.tries),
      results.map(({ run_id }) => run_id),
      results.map(({ step_id }) => step_id),
      results.map(({ memo }) => memo.json),
      results.map(({ memo }) => memo.failed),
    ],
  )
  return new Map(resolved_jobs.map(({ job, drives }) => [job, drives]))
}
