import { afterEnd, type EndedRun, endedColumns, NAMES } from './ending.ts'
import { LostLease } from './fence.ts'
import type { Delivery } from './queue.ts'
import { functionOf, type Runtime } from './runtime.ts'
import { releasePlaces } from './slots.ts'

interface Completion {
  delivery: Delivery
  run_id: string
  output: string
  settle: (stored: boolean) => void
}

/** Ends of runs that come at about the same time are stored together: a transaction costs as much for one as for many. */
export class Completions {
  #waiting: Completion[] = []
  #storing = false

  /** Returns false when the run could not be ended this way, for example because it was cancelled meanwhile. */
  store(rt: Runtime, delivery: Delivery, run_id: string, output: string): Promise<boolean> {
    return new Promise((settle) => {
      this.#waiting.push({ delivery, run_id, output, settle })
      void this.#storeWaiting(rt)
    })
  }

  async #storeWaiting(rt: Runtime): Promise<void> {
    if (this.#storing) return
    this.#storing = true
    while (this.#waiting.length > 0) {
      // Whatever else has been answered in this turn of the event loop comes along.
      await new Promise((resolve) => setImmediate(resolve))
      const batch = this.#waiting.splice(0)
      const stored = await storeAll(rt, batch).then(
        () => true,
        () => false,
      )
      for (const { settle } of batch) settle(stored)
    }
    this.#storing = false
  }
}

async function storeAll(rt: Runtime, batch: Completion[]): Promise<void> {
  await rt.db.transaction(async (tx) => {
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
      ended.map(({ job }) => job),
    )
    for (const run of ended) {
      await afterEnd(rt, tx, run, { state: 'completed', output: run.output })
      if (functionOf(rt, run.function_id).concurrency.length > 0) await releasePlaces(tx, rt.queue, run.job)
    }
  })
}
