import { type Expression, keyText } from '../functions/expressions.ts'
import type { FunctionConfig } from '../functions/functions.ts'
import type { Event } from '../queue/queue.ts'
import type { Runtime } from '../runtime.ts'
import type { Sql, Transaction } from '../storage/database.ts'
import type { NewRun } from '../storage/runs.ts'
import { holdEvent } from './batching.ts'
import { keyOf, launch } from './launch.ts'

/** How long an idempotency key is remembered, as on an Inngest server. */
const IDEMPOTENCY_HOURS = 24

/** What an event that triggers a function starts: a run, or nothing (yet), as the function's flow control says. */
export async function admit(rt: Runtime, tx: Transaction, fn: FunctionConfig, event: Event): Promise<NewRun[]> {
  if (fn.rateLimit && !(await underRateLimit(rt, tx, fn, fn.rateLimit, event))) return []
  if (fn.idempotency && !(await firstOfItsKey(rt, tx, fn, fn.idempotency, event))) return []
  if (!fn.debounce && !fn.batch) return launch(rt, tx, fn, event.json)
  const [first, ...more] = await holdEvent(rt, tx, fn, event)
  return first ? launch(rt, tx, fn, first, more) : []
}

/**
 * As on an Inngest server (GCRA): runs keep a distance of the period divided by the limit, and a tenth of the limit may come at once
 * on top. A limit of 2 per hour is one run every 30 minutes.
 */
async function underRateLimit(
  rt: Runtime,
  tx: Sql,
  fn: FunctionConfig,
  { limit, period, key }: NonNullable<FunctionConfig['rateLimit']>,
  event: Event,
): Promise<boolean> {
  const group = keyOf(rt, key, event.value)
  const distance = period / limit
  const admitted = await tx.rows(
    `insert into jobs.rate as known (function_id, key, next_at)
     values ($1, $2, pgboss.job_now() + $3 * interval '1 millisecond')
     on conflict (function_id, key) do update
       set next_at = greatest(known.next_at, pgboss.job_now()) + $3 * interval '1 millisecond'
       where known.next_at <= pgboss.job_now() + $4 * interval '1 millisecond'
     returning 1`,
    [fn.id, group, distance, distance * Math.floor(limit / 10)],
  )
  return admitted.length > 0
}

async function firstOfItsKey(
  rt: Runtime,
  tx: Sql,
  fn: FunctionConfig,
  expression: Expression,
  event: Event,
): Promise<boolean> {
  const key = keyText(rt.log, expression, { event: event.value })
  // A key that reads a missing field does not deduplicate.
  if (key === null) return true
  const taken = await tx.rows(
    `insert into jobs.idempotency as known (function_id, key, expires_at)
     values ($1, $2, now() + $3 * interval '1 hour')
     on conflict (function_id, key) do update set expires_at = excluded.expires_at where known.expires_at <= now()
     returning 1`,
    [fn.id, key, IDEMPOTENCY_HOURS],
  )
  return taken.length > 0
}
