import type { FunctionConfig } from '../functions/functions.ts'
import { finishJob } from '../queue/fence.ts'
import { type Delivery, type Event, newJobId } from '../queue/queue.ts'
import { functionOf, type Runtime } from '../runtime.ts'
import type { Transaction } from '../storage/database.ts'
import { createRuns } from '../storage/runs.ts'
import { keyOf, launch } from './launch.ts'

/**
 * Adds an event to the open batch of its key. The first event of a batch queues the job that releases it after the timeout. Returns the
 * events of the batch if this one filled it, otherwise none.
 */
export async function addToBatch(
  rt: Runtime,
  tx: Transaction,
  fn: FunctionConfig,
  batch: NonNullable<FunctionConfig['batch']>,
  event: Event,
): Promise<string[]> {
  const key = keyOf(rt, batch.key, event.value)
  const job = newJobId()
  const [open] = await tx.rows<{ job: string; count: number }>(
    `insert into jobs.hold as h (function_id, key, job, events, due_at)
     values ($1, $2, $3, array[$4::text], now() + $5 * interval '1 millisecond')
     on conflict (function_id, key) do update set events = h.events || excluded.events
     returning h.job, cardinality(h.events) as count`,
    [fn.id, key, job, event.json, batch.timeout],
  )
  if (open?.job === job) {
    await rt.queue.insert(tx, [{ id: job, data: { kind: 'hold', function_id: fn.id, key }, delay_ms: batch.timeout }])
  }
  if (!open || open.count < batch.size) return []
  const [full] = await tx.rows<{ events: string[] }>(
    'delete from jobs.hold where function_id = $1 and key = $2 returning events',
    [fn.id, key],
  )
  return full?.events ?? []
}

/** Starts the run of a batch after its timeout. */
export async function releaseBatch(
  rt: Runtime,
  delivery: Delivery,
  { function_id, key }: { function_id: string; key: string },
): Promise<void> {
  await rt.db.transaction(async (tx) => {
    // Locked before the lease ends, in the same order as when an event joins the batch.
    const [batch] = await tx.rows<{ events: string[] }>(
      'delete from jobs.hold where function_id = $1 and key = $2 and job = $3 returning events',
      [function_id, key, delivery.id],
    )
    await finishJob(rt, tx, delivery)
    const [first, ...more] = batch?.events ?? []
    if (first)
      await createRuns(tx, rt.queue, await launch(rt, tx, functionOf(rt, function_id), first, { more_events: more }))
  })
}
