import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { processSingleton } from '../lib/concurrency/process-singleton.ts'

// A connection that is held while its holder waits for a second one can wait for ever: a pool full of such holders never moves.
// So code that holds a connection of the main pool takes no other. A sender holds one of the small pool while it waits for the mail
// server, and may take one of the main pool: always in this order, so that no circle can form.

/** `main` is for single statements and short transactions, `long` for what is held during other work. */
export type PoolName = 'main' | 'long'

interface ConnectionUse {
  pool: PoolName
  is_in_use: boolean
  /** Its stack says where the connection was taken. */
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

/** A second connection was asked for. Always a mistake in the code. */
export class SecondConnection extends Error {
  override name = 'SecondConnection'

  constructor(wanted: PoolName, { pool, taken_at }: ConnectionUse) {
    super(
      `This work holds a connection of the pool "${pool}" and asks for one of the pool "${wanted}". Under load it could wait for ever: use the connection that it holds.\nThe first was taken here:\n${callers(taken_at)}\nThe second is asked for here:\n${callers(captureStack())}`,
    )
  }
}

const callers = ({ stack = '' }: Error) => stack.split('\n').slice(1).join('\n')

/** Deeper than usual: the driver and Prisma have many frames of their own. */
function captureStack(): Error {
  const usual = Error.stackTraceLimit
  Error.stackTraceLimit = 40
  const taken_at = new Error('here')
  Error.stackTraceLimit = usual
  return taken_at
}

/** Returns what is wrong with taking a connection here. Undefined when nothing is, or when the check is off. */
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
 * Runs `work` on one connection and gives it back. The only way to take one for longer than a statement. The connection is closed
 * instead when it breaks, or when `work` calls `discard`.
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
  // An unhandled 'error' of a connection in use ends the process; the running statement rejects anyway.
  client.on('error', discard)
  try {
    return await within(use, () => work(client, discard))
  } finally {
    if (use) use.is_in_use = false
    // A broken one keeps its listener: it may report again while the pool closes it.
    if (!reason) client.off('error', discard)
    client.release(reason)
  }
}

/** Work that takes a connection somewhere on its way, and holds it from then on: `run` runs the work, `set` says from when on. */
export interface DeferredUse {
  run: <T>(work: () => Promise<T>) => Promise<T>
  set: (is_in_use: boolean) => void
}

export function deferredUse(): DeferredUse {
  const use = newUse('main')
  const set = (is_in_use: boolean) => {
    if (use) use.is_in_use = is_in_use
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
