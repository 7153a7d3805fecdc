import { transaction as inTransaction } from '../../db/client.ts'
import type { Ctx, Tx } from '../context.ts'
import { announceEvents, eventStatements } from '../events/outbox.ts'

export type { Tx }

/**
 * Runs `fn` in a transaction, or joins the transaction of a Tx. All transactions start here. @param timeout_ms time after which it is
 * rolled back (default: one minute)
 */
export async function write<T>(ctx: Ctx | Tx, fn: (tx: Tx) => Promise<T>, timeout_ms = 60_000): Promise<T> {
  if ('emit' in ctx) return fn(ctx)
  if (ctx.join) return fn(await ctx.join(timeout_ms))
  return begin(ctx, fn, timeout_ms)
}

/** Sets a savepoint. Returns a function that undoes all later changes, events and `onCommit` calls. */
type SetPoint = () => Promise<() => Promise<void>>

/** Starts a transaction even if the context has joined one. Only `write` and `writeTogether` may call it. */
export async function begin<T>(
  ctx: Ctx,
  fn: (tx: Tx, setPoint: SetPoint) => Promise<T>,
  timeout_ms: number,
): Promise<T> {
  const committed: (() => void)[] = []
  const result = await inTransaction(
    ctx.account_id,
    async (transaction) => {
      const events: { type: string; data: unknown }[] = []
      const tx: Tx = {
        ...ctx,
        sql: transaction.sql,
        subscribed_event_types: transaction.subscribed_event_types,
        get db() {
          return transaction.db
        },
        emit: (type, data) => events.push({ type, data }),
        onCommit: (fn) => committed.push(fn),
      }
      const result = await fn(tx, async () => {
        const counts = [events.length, committed.length] as const
        const undo = await transaction.savepoint()
        return async () => {
          await undo()
          ;[events.length, committed.length] = counts
        }
      })
      const { statements, has_public_events } = eventStatements(tx, events)
      if (has_public_events) committed.push(announceEvents)
      return { result, last: statements }
    },
    timeout_ms,
  )
  for (const fn of committed) fn()
  return result
}

/** Acquires a lock on `matter` in the account until the transaction ends. Others wait. */
export async function acquireAdvisoryLock(tx: Tx, matter: string): Promise<void> {
  await tx.sql.one('select 1 from pg_advisory_xact_lock($1, hashtext($2))', [matter])
}
