import { isCollision } from '../db/errors.ts'
import type { Ctx } from './context.ts'
import { notFound } from './errors.ts'
import type { EmittedCount } from './event-sql.ts'
import { announceEvents } from './outbox.ts'
import type { Tx } from './write.ts'

/** As for every transaction that names no other limit. */
const TIMEOUT_MS = 60_000
/** How often a statement is begun that PostgreSQL ends because of a deadlock. Sets that are written at the same time can cause one. */
const ATTEMPTS = 3

/**
 * Runs a write that is one statement: it locks, changes, writes its events (`emitSql` of core/event-sql.ts) and returns its answer as
 * one row, in one round trip. It is a transaction of its own, or a part of the one that the context is in. Alone it is repeated after a
 * deadlock, since nothing of it was kept.
 */
export async function writeStatement<Row extends object>(
  ctx: Ctx | Tx,
  text: string,
  values: readonly unknown[],
): Promise<Row> {
  const row = await attemptStatement<Row>(ctx, text, values)
  // Only an account that was just deleted has none.
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
