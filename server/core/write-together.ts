import type { ScopedDb } from '../db/client.ts'
import { deferredUse } from '../db/connection-use.ts'
import type { Ctx } from './context.ts'
import { begin, type Tx } from './write.ts'

export interface Together {
  /** Runs the services of one request: their writes share a transaction, which their reads join once it is open. */
  run: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
  /** Opens the transaction if no write has, runs `last` in it and commits. */
  commit: (last: (tx: Tx) => Promise<void>) => Promise<void>
  /** Undoes what the services wrote. The transaction stays open, if it is. */
  undo: () => Promise<void>
  /** Rolls the transaction back, if it is open. Never throws. */
  abandon: () => Promise<void>
}

/**
 * Makes the writes of a request one transaction. The first write opens it, so a service that looks up a name or asks another
 * server before it writes holds no connection while it waits.
 * @param opened runs first in the transaction; what it throws is thrown by the write that opened it, and nothing is kept
 */
export function writeTogether(ctx: Ctx, opened: (tx: Tx) => Promise<unknown>): Together {
  let current: Tx | undefined
  let opening: Promise<Tx> | undefined
  let whole: Promise<void> | undefined
  let undo = async () => {}
  const use = deferredUse()
  const ending = Promise.withResolvers<(tx: Tx) => Promise<void>>()
  // It may be rejected when nothing waits for it.
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
