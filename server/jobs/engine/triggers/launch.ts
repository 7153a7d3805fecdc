import { type Expression, keyText } from '../functions/expressions.ts'
import type { FunctionConfig } from '../functions/functions.ts'
import { idsOf, type Runtime } from '../runtime.ts'
import type { Sql, Transaction } from '../storage/database.ts'
import type { NewRun } from '../storage/runs.ts'

interface Launch {
  /** The other events of a batch. */
  more_events?: string[]
  /** Runs that the caller will create in this transaction. */
  planned?: readonly NewRun[]
}

/** Returns the run to create for events that passed all other conditions; none while another run of the singleton is open or planned. */
export async function launch(
  rt: Runtime,
  tx: Transaction,
  fn: FunctionConfig,
  event: string,
  { more_events, planned = [] }: Launch = {},
): Promise<NewRun[]> {
  const run = { fn, event, more_events }
  if (!fn.singleton) return [run]
  const singleton = keyOf(rt, fn.singleton.key, JSON.parse(event))
  if (planned.some((other) => other.fn === fn && other.singleton === singleton)) return []
  await lockKey(tx, 'singleton', fn, singleton)
  const open = await tx.rows(
    'select from jobs.run where function_id = any ($1) and singleton = $2 and ended_at is null',
    [idsOf(rt, fn.id), singleton],
  )
  return open.length > 0 ? [] : [{ ...run, singleton }]
}

/** Returns the value of an optional key expression. Without a key or a value, all runs share one group. */
export const keyOf = (rt: Runtime, key: Expression | undefined, event: unknown): string =>
  key ? (keyText(rt.log, key, { event }) ?? '') : ''

/** Locks a function's key, so only one transaction at a time decides about it. */
export async function lockKey(tx: Sql, purpose: string, fn: FunctionConfig, key: string): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`jobs.${purpose} ${fn.id} ${key}`])
}
