import { Batch } from './batch.ts'
import { afterEnd, type EndedRun, endedColumns, NAMES } from './ending.ts'
import { LostLease } from './fence.ts'
import { CLAIMED, type Delivery } from './queue.ts'
import { functionOf, type Runtime } from './runtime.ts'
import { releasePlaces } from './slots.ts'

interface Completion {
  delivery: Delivery
  run_id: string
  output: string
}

/** Ends runs that have completed, several in one transaction. */
export class Completions {
  readonly #batch: Batch<Completion, boolean>

  constructor(runtime: () => Runtime) {
    this.#batch = new Batch((batch) => storeAll(runtime(), batch))
  }

  /** Returns false when the run could not be ended this way, for example because it has been cancelled. */
  store(completion: Completion): Promise<boolean> {
    return this.#batch.add(completion).catch(() => false)
  }
}

async function storeAll(rt: Runtime, batch: Completion[]): Promise<boolean[]> {
  return rt.db.transaction(async (tx) => {
    const ended = await tx.rows<EndedRun & { job: string; output: string }>(
      `with answer as (
         select * from unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::text[]) as a (job, worker, tries, run_id, output)
       ), held as (
         delete from jobs.lease l using answer a
         where l.job = a.job and l.worker = a.worker and l.tries = a.tries returning a.job, a.run_id, a.output
       )
       update jobs.run r set state = 'completed', output = held.output, driver = null, ended_at = now() from held
       where r.id = held.run_id and r.state = 'active' and r.driver = held.job
       returning ${endedColumns('$6')}, held.job, held.output`,
      [
        batch.map(({ delivery }) => delivery.id),
        batch.map(({ delivery }) => delivery.worker),
        batch.map(({ delivery }) => delivery.tries),
        batch.map(({ run_id }) => run_id),
        batch.map(({ output }) => output),
        NAMES.completed,
      ],
    )
    // All or none: whoever does not fit in is looked at alone.
    if (ended.length < batch.length) throw new LostLease("Not every run of the batch was still this worker's")
    await rt.queue.remove(
      tx,
      batch.flatMap(({ delivery }) => (delivery.tries === CLAIMED ? [] : [delivery.id])),
    )
    for (const run of ended) {
      await afterEnd(rt, tx, run, { state: 'completed', output: run.output })
      if (functionOf(rt, run.function_id).concurrency.length > 0) await releasePlaces(tx, rt.queue, run.job)
    }
    return batch.map(() => true)
  })
}
