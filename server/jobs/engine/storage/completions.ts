import type { FunctionConfig } from '../functions/functions.ts'
import { removing } from '../queue/queue.ts'
import { NAMES } from '../run/ending.ts'
import { type Completion, functionOf, type Runtime } from '../runtime.ts'
import { Batch } from './batch.ts'

/** Ends completed runs, several by one statement. */
export class Completions {
  readonly #batch: Batch<Completion, boolean>

  constructor(runtime: () => Runtime) {
    this.#batch = new Batch((batch) => storeAll(runtime(), batch))
  }

  /** Returns false when the run was not ended this way, for example because it was cancelled or another run waits for its end. */
  store(completion: Completion): Promise<boolean> {
    return this.#batch.add(completion).catch(() => false)
  }
}

async function storeAll(rt: Runtime, batch: Completion[]): Promise<boolean[]> {
  const ended = await endAll(
    rt,
    batch.filter((completion) => isIndependent(rt, completion)),
  )
  return batch.map(({ delivery }) => ended.has(delivery.id))
}

/** Returns whether nothing depends on the end of this run, according to its function. */
const isIndependent = (rt: Runtime, { delivery: { data } }: Completion): boolean =>
  'function_id' in data && endsAlone(rt, functionOf(rt, data.function_id))

const endsAlone = (rt: Runtime, { id, concurrency }: FunctionConfig): boolean =>
  concurrency.length === 0 && !NAMES.completed.some((name) => rt.isEndFollowed(name, id))

/**
 * One statement is one transaction. Like every statement, it locks leases in the order of their ids, then runs, then jobs. It skips runs
 * that must be ended one at a time: runs whose end is awaited, and runs that this worker no longer owns. The SDK completes no run with open
 * steps.
 */
async function endAll(rt: Runtime, batch: Completion[]): Promise<Set<string>> {
  if (batch.length === 0) return new Set()
  const ended_runs = await rt.db.rows<{ job: string }>(
    `with answer as (
       select * from unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::text[]) as a (job, worker, tries, run_id, output)
     ), held as materialized (
       select a.job, a.run_id, a.output from jobs.lease l join answer a using (job, worker, tries) order by l.job for update of l
     ), ended as (
       update jobs.run r set state = 'completed', output = held.output, driver = null, ended_at = now() from held
       where r.id = held.run_id and r.state = 'active' and r.driver = held.job
         and not exists (select from jobs.step s where s.state = 'waiting' and s.event_name = any ($6))
       returning held.job
     ), gone as (
       delete from jobs.lease l using ended where l.job = ended.job
     ), removed as (
       ${removing('ended')}
     )
     select job from ended`,
    [
      batch.map(({ delivery }) => delivery.id),
      batch.map(({ delivery }) => delivery.worker),
      batch.map(({ delivery }) => delivery.tries),
      batch.map(({ run_id }) => run_id),
      batch.map(({ output }) => output),
      NAMES.completed,
    ],
  )
  return new Set(ended_runs.map(({ job }) => job))
}
