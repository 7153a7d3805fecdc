import { isCollision } from '../../db/errors.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { announceEvents } from '../events/outbox.ts'
import type { EmittedCount } from '../events/sql.ts'
import type { Tx } from './write.ts'

/** The default of every transaction. */
const TIMEOUT_MS = 60_000
/** Attempts at a statement that ends in a deadlock, which concurrent writes of sets can cause. */
const ATTEMPTS = 3

/**
 * Runs a write of one statement, in one round trip: it locks, changes, writes its events (`emitSql` of core/events/sql.ts) and returns
 * one row. Joins the transaction of the context if there is one. Otherwise it is a transaction of its own and is repeated after a
 * deadlock.
 */
export async function writeStatement<Row extends object>(
  ctx: Ctx | Tx,
  text: string,
  values: readonly unknown[],
): Promise<Row> {
  const row = await attemptStatement<Row>(ctx, text, values)
  // There is always a row unless the account was just deleted.
  if (!row) throw notFound()
  return row
}

/** The same for a statement that returns no row when it changes nothing. */
export async function attemptStatement<Row extends object>(
  ctx: Ctx | Tx,
  text: string,
  values: readonly unknown[],
): Promise<Row | undefined> {
  const tx = 'emit' in ctx ? ctx : await ctx.join?.(TIMEOUT_MS)
  const run = () => (tx ?? ctx).sql.one<Row & EmittedCount>(text, values)
  const row = await (tx ? run() : retryAfterCollision(run))
  if (row && row.emitted > 0) {
    if (tx) tx.onCommit(announceEvents)
    else announceEvents()
  }
  return row
}

async function retryAfterCollision<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= ATTEMPTS || !isCollision(error)) throw error
    }
  }
}
