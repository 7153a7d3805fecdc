import { isCollision } from '../../db/errors.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { announceEvents } from '../events/outbox.ts'
import type { EmittedCount } from '../events/sql.ts'
import type { Tx } from './write.ts'

/** Default timeout of transactions. */
const TIMEOUT_MS = 60_000
/** Attempts of a statement that deadlocks, which concurrent writes of sets can cause. */
const ATTEMPTS = 3

/**
 * Runs a single-statement write in one round trip: it locks, changes, writes its events (`emitSql` of core/events/sql.ts) and returns one
 * row. Joins the context's transaction if there is one; otherwise it is its own transaction, repeated after a deadlock.
 */
export async function writeStatement<Row extends object>(
  ctx: Ctx | Tx,
  text: string,
  values: readonly unknown[],
): Promise<Row> {
  const row = await attemptStatement<Row>(ctx, text, values)
  // A row is missing only if the account was just deleted.
  if (!row) throw notFound()
  return row
}

/** Runs a write that returns no row when it changes nothing, otherwise as `writeStatement`. */
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
