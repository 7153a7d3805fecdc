import type { Ctx } from './context.ts'
import { notFound } from './errors.ts'
import type { Telling } from './event-sql.ts'
import { announceEvents } from './outbox.ts'
import type { Tx } from './write.ts'

/** As for every transaction that names no other limit. */
const TIMEOUT_MS = 60_000

/**
 * Runs a write that is one statement: it locks, changes, writes its events (`tellSql` of core/event-sql.ts) and returns its answer as
 * one row, in one round trip. It is a transaction of its own, or a part of the one that the context is in.
 */
export async function writeStatement<Row extends object>(
  ctx: Ctx | Tx,
  text: string,
  values: readonly unknown[],
): Promise<Row> {
  const tx = 'emit' in ctx ? ctx : await ctx.join?.(TIMEOUT_MS)
  const row = await (tx ?? ctx).sql.one<Row & Telling>(text, values)
  // Only an account that was just deleted has none.
  if (!row) throw notFound()
  if (row.told > 0) {
    if (tx) tx.onCommit(announceEvents)
    else announceEvents()
  }
  return row
}
