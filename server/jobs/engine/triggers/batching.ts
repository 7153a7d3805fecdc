import type { FunctionConfig } from '../functions/functions.ts'
import { finishJob } from '../queue/fence.ts'
import { type Delivery, type Event, newJobId } from '../queue/queue.ts'
import type { Runtime } from '../runtime.ts'
import type { Transaction } from '../storage/database.ts'
import { createRuns } from '../storage/runs.ts'
import { keyOf, launch } from './launch.ts'

/**
 * Keeps an event back for a function that batches or debounces, and queues the one job that releases what is held.
 * Returns the events of a batch that this one has filled, else none.
 */
export async function holdEvent(rt: Runtime, tx: Transaction, fn: FunctionConfig, event: Event): Promise<string[]> {
  const { batch, debounce } = fn
  const key = keyOf(rt, batch?.key ?? debounce?.key, event.value)
  const wait_ms = batch?.timeout ?? Math.min(debounce?.period ?? 0, debounce?.timeout ?? Number.POSITIVE_INFINITY)
  const job = newJobId()
  // A batch collects and keeps its first due time; a debounce keeps the latest event and moves on, up to its timeout.
  const [held] = await tx.rows<{ job: string; count: number }>(
    `insert into jobs.hold as h (function_id, key, job, events, due_at, latest_at)
     values ($1, $2, $3, array[$4::text], now() + $5 * interval '1 millisecond', now() + $6 * interval '1 millisecond')
     on conflict (function_id, key) do update set
       events = case when $7 then h.events || excluded.events else excluded.events end,
       due_at = case when $7 then h.due_at else least(excluded.due_at, h.latest_at) end
     returning h.job, cardinality(h.events) as count`,
    [fn.id, key, job, event.json, wait_ms, debounce?.timeout ?? null, batch !== undefined],
  )
  if (held?.job === job) {
    await rt.queue.insert(tx, [{ id: job, data: { kind: 'hold', function_id: fn.id, key }, delay_ms: wait_ms }])
  }
  if (!held || !batch || held.count < batch.size) return []
  const [full] = await tx.rows<{ events: string[] }>(
    'delete from jobs.hold where function_id = $1 and key = $2 returning events',
    [fn.id, key],
  )
  return full?.events ?? []
}

/** The release of held events: their time is over, or a debounce was moved on and the job goes back to wait. */
export async function releaseHold(rt: Runtime, delivery: Delivery, fn: FunctionConfig, key: string): Promise<void> {
  await rt.db.transaction(async (tx) => {
    const [hold] = await tx.rows<{ events: string[]; wait_ms: number }>(
      `select events, extract(epoch from due_at - now())::float8 * 1000 as wait_ms
       from jobs.hold where function_id = $1 and key = $2 and job = $3 for update`,
      [fn.id, key, delivery.id],
    )
    await finishJob(rt, tx, delivery)
    if (!hold) return
    if (hold.wait_ms > 0) {
      return rt.queue.insert(tx, [{ id: delivery.id, data: delivery.data, delay_ms: hold.wait_ms }])
    }
    await tx.rows('delete from jobs.hold where function_id = $1 and key = $2', [fn.id, key])
    const [first, ...more] = hold.events
    if (first) await createRuns(tx, rt.queue, await launch(rt, tx, fn, first, more))
  })
}
