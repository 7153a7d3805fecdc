import { CLAIMED, removing } from '../queue/queue.ts'
import type { ClaimedPlan, Runtime } from '../runtime.ts'
import { Batch } from './batch.ts'
import type { Sql } from './database.ts'

/** Stores the claimed plans of several runs in one statement. */
export class ClaimedPlans {
  readonly #batch: Batch<ClaimedPlan, boolean>

  constructor(runtime: () => Runtime) {
    this.#batch = new Batch((batch) => storeAll(runtime(), batch))
  }

  /** Returns false when the plan could not be stored this way, for example because the run has ended or has other open steps. */
  store(plan: ClaimedPlan): Promise<boolean> {
    return this.#batch.add(plan).catch(() => false)
  }
}

async function storeAll(rt: Runtime, batch: ClaimedPlan[]): Promise<boolean[]> {
  const planned = await planAll(rt.db, batch)
  return batch.map(({ run_id }) => planned.has(run_id))
}

/** Returns the runs whose steps are planned now. One statement is one transaction. Takes locks in the order of the ids. */
async function planAll(sql: Sql, batch: ClaimedPlan[]): Promise<Set<string>> {
  // Only the driver, which has the lease, finishes or plans a step of a run that it found without open steps.
  const steps = batch.flatMap(({ run_id, delivery, steps }) =>
    steps.map((step) => ({ ...step, run_id, worker: delivery.worker })),
  )
  const planned_runs = await sql.rows<{ id: string }>(
    `with plan as (
       select * from unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::int[]) as p (job, worker, tries, run_id, steps)
     ), held as materialized (
       select p.job, p.run_id, p.steps from jobs.lease l join plan p using (job, worker, tries) order by l.job for update of l
     ), mine as materialized (
       select h.* from held h join jobs.run r on r.id = h.run_id
       where r.state = 'active' and r.driver = h.job and r.open = 0 order by r.id for update of r
     ), run as (
       update jobs.run r set open = mine.steps, attempt = 0, deaths = 0, driver = null from mine where r.id = mine.run_id
       returning r.id, mine.job
     ), step as (
       select s.*, run.job as driver
       from unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::uuid[], $11::int[])
         as s (run_id, id, name, op, job, worker) join run on run.id = s.run_id
     ), planned as (
       insert into jobs.step (run_id, id, name, op, state, job)
       select run_id, id, name, op, 'planned', job from step
     ), leased as (
       insert into jobs.lease (job, worker, tries, run_id) select job, worker, ${CLAIMED}, run_id from step
     ), gone as (
       delete from jobs.lease l using run where l.job = run.job
     ), removed as (
       ${removing('run')}
     )
     select id from run`,
    [
      batch.map(({ delivery }) => delivery.id),
      batch.map(({ delivery }) => delivery.worker),
      batch.map(({ delivery }) => delivery.tries),
      batch.map(({ run_id }) => run_id),
      batch.map(({ steps }) => steps.length),
      steps.map(({ run_id }) => run_id),
      steps.map(({ id }) => id),
      steps.map(({ name }) => name),
      steps.map(({ op }) => op),
      steps.map(({ job }) => job),
      steps.map(({ worker }) => worker),
    ],
  )
  return new Set(planned_runs.map(({ id }) => id))
}
