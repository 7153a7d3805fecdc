import type { ScopedDb } from '../../db/client.ts'
import { deferredUse } from '../../db/connections/connection-use.ts'
import type { Ctx } from '../context.ts'
import { begin, type Tx } from './write.ts'

export interface Together {
  /** Runs the services of a request. Their writes share a transaction; their reads join it once it is open. */
  run: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
  /** Runs `last` in the transaction and commits. Opens the transaction if no write has. */
  commit: (last: (tx: Tx) => Promise<void>) => Promise<void>
  /** Rolls back the services' writes. An open transaction stays open. */
  undo: () => Promise<void>
  /** Rolls the transaction back if it is open. Never throws. */
  abandon: () => Promise<void>
}

/**
 * Combines a request's writes into one transaction. The first write opens it, so a service that first resolves a name or calls another
 * server occupies no connection. @param opened runs first in the transaction; if it throws, the opening write throws the same
 * error
 */
export function writeTogether(ctx: Ctx, opened: (tx: Tx) => Promise<unknown>): Together {
  let current: Tx | undefined
  let opening: Promise<Tx> | undefined
  let whole: Promise<void> | undefined
  let undo = async () => {}
  const use = deferredUse()
  const ending = Promise.withResolvers<(tx: Tx) => Promise<void>>()
  // Prevents an unhandled rejection while nothing awaits it.
  ending.promise.catch(() => undefined)

  const open = (timeout_ms: number): Promise<Tx> => {
    opening ??= new Promise((resolve, reject) => {
      whole = begin(
        ctx,
        async (tx, setPoint) => {
          await opened(tx)
          undo = await setPoint()
          current = tx
          use.set(true)
          resolve(tx)
          try {
            const last = await ending.promise
            await last(tx)
          } finally {
            current = undefined
            use.set(false)
          }
        },
        timeout_ms,
      )
      whole.catch(reject)
    })
    return opening
  }

  const sql = () => (current ?? ctx).sql
  const joined: Ctx = {
    ...ctx,
    join: open,
    sql: {
      account_id: ctx.account_id,
      rows: (text, values) => sql().rows(text, values),
      one: (text, values) => sql().one(text, values),
      bytes: (text, values) => sql().bytes(text, values),
      run: (text, values) => sql().run(text, values),
    },
    db: new Proxy({} as ScopedDb, { get: (_, member) => Reflect.get((current ?? ctx).db, member) }),
  }
  return {
    run: (work) => use.run(() => work(joined)),
    async commit(last) {
      await open(TIMEOUT_MS)
      ending.resolve(last)
      await whole
    },
    undo: () => undo(),
    async abandon() {
      ending.reject(new Error('The transaction was abandoned'))
      await whole?.catch(() => undefined)
    },
  }
}

const TIMEOUT_MS = 60_000
