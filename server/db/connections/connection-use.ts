import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'

// Code that waits for a second connection while it keeps its first one can deadlock: a pool in which all do so never continues. So code with a
// connection of the main pool must not request another. A sender keeps a connection of the small pool while it waits for the mail server, and
// may use one of the main pool. The order is always the same, so there are no cycles.

/** `main` is for single statements and short transactions, `long` for connections that are kept during other work. */
export type PoolName = 'main' | 'long'

interface ConnectionUse {
  pool: PoolName
  is_in_use: boolean
  /** Its stack shows where the connection was requested. */
  taken_at: Error
  outer: ConnectionUse | undefined
}

const connectionUses = processSingleton('held connections', () => ({
  current: new AsyncLocalStorage<ConnectionUse>(),
  checked: false,
}))

/** Turns the check for second connections on or off, for this process. */
export function checkSecondConnections(on: boolean): void {
  connectionUses.checked = on
}

/** Thrown if code that uses a connection requests a second one, which is always a bug. */
export class SecondConnection extends Error {
  override name = 'SecondConnection'

  constructor(wanted: PoolName, { pool, taken_at }: ConnectionUse) {
    super(
      `This code uses a connection of the pool "${pool}" and asks for one of the pool "${wanted}". Under load it could wait forever. Use the connection that it has.\nThe first was requested here:\n${callers(taken_at)}\nThe second is requested here:\n${callers(captureStack())}`,
    )
  }
}

const callers = ({ stack = '' }: Error) => stack.split('\n').slice(1).join('\n')

/** Captures more frames than usual, because the driver and Prisma add many. */
function captureStack(): Error {
  const usual = Error.stackTraceLimit
  Error.stackTraceLimit = 40
  const taken_at = new Error('here')
  Error.stackTraceLimit = usual
  return taken_at
}

/** Returns an error if the running code must not request another connection. Undefined while the check is off. */
export function findSecondConnection(wanted: PoolName): SecondConnection | undefined {
  if (!connectionUses.checked) return undefined
  for (let use = connectionUses.current.getStore(); use; use = use.outer) {
    if (!use.is_in_use || (use.pool === 'long' && wanted === 'main')) continue
    return new SecondConnection(wanted, use)
  }
  return undefined
}

const nameOf = (pool: pg.Pool): PoolName => ('purpose' in pool && pool.purpose === 'long' ? 'long' : 'main')

/**
 * Runs `work` on one connection and releases it. There is no other way to keep a connection longer than one statement. The connection is closed
 * instead if it breaks or if `work` calls `discard`.
 */
export async function withConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, discard: (reason: Error) => void) => Promise<T>,
): Promise<T> {
  const use = newUse(nameOf(pool))
  const client = await pool.connect()
  let reason: Error | undefined
  const discard = (error: Error) => {
    reason = error
  }
  // Without a listener, an 'error' of the connection would end the process. The running statement rejects anyway.
  client.on('error', discard)
  try {
    return await within(use, () => work(client, discard))
  } finally {
    if (use) use.is_in_use = false
    // A broken connection keeps its listener, because it may report another error while the pool closes it.
    if (!reason) client.off('error', discard)
    client.release(reason)
  }
}

/** Work that starts to use a connection at some point: `run` runs the work, `set` marks that point. */
export interface DeferredUse {
  run: <T>(work: () => Promise<T>) => Promise<T>
  set: (isInUse: boolean) => void
}

export function deferredUse(): DeferredUse {
  const use = newUse('main')
  const set = (isInUse: boolean) => {
    if (use) use.is_in_use = isInUse
  }
  set(false)
  return { set, run: (work) => within(use, work) }
}

function newUse(pool: PoolName): ConnectionUse | undefined {
  if (!connectionUses.checked) return undefined
  return { pool, is_in_use: true, taken_at: captureStack(), outer: connectionUses.current.getStore() }
}

const within = <T>(use: ConnectionUse | undefined, work: () => Promise<T>): Promise<T> =>
  use ? connectionUses.current.run(use, work) : work()
