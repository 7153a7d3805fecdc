import { releaseSlots } from '../queue/concurrency.ts'
import { CLAIMED } from '../queue/queue.ts'
import { functionOf, type Runtime, type StepResult } from '../runtime.ts'
import { Batch } from './batch.ts'
import { resolveSteps } from './steps.ts'

/** Stores results of planned steps of any runs in one statement. */
export class StepResults {
  readonly #batch: Batch<StepResult, boolean | undefined>

  constructor(runtime: () => Runtime) {
    this.#batch = new Batch((batch) => storeAll(runtime(), batch))
  }

  /**
   * Returns true if the job now drives its run, and false if it has left the queue. Undefined when the result could not be stored this way,
   * for example because the run has ended.
   */
  store(result: StepResult): Promise<boolean | undefined> {
    return this.#batch.add(result).catch(() => undefined)
  }
}

async function storeAll(rt: Runtime, batch: StepResult[]): Promise<(boolean | undefined)[]> {
  const mayHaveSlots = ({ function_id }: StepResult) => functionOf(rt, function_id).concurrency.length > 0
  const inOrder = (stored: Map<string, boolean>) => batch.map(({ delivery }) => stored.get(delivery.id))
  // One statement is one transaction.
  if (batch.every((result) => result.delivery.tries === CLAIMED && !mayHaveSlots(result)))
    return inOrder(await resolveSteps(rt.db, batch))
  return rt.db.transaction(async (tx) => {
    const stored_results = await resolveSteps(tx, batch)
    const left = batch.filter(({ delivery }) => stored_results.get(delivery.id) === false)
    await rt.queue.remove(
      tx,
      left.flatMap(({ delivery }) => (delivery.tries === CLAIMED ? [] : [delivery.id])),
    )
    for (const { delivery } of left.filter(mayHaveSlots)) await releaseSlots(tx, rt.queue, delivery.id)
    return inOrder(stored_results)
  })
}
