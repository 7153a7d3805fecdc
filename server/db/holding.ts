import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { processSingleton } from '../lib/concurrency/process-singleton.ts'

// A connection that is held while its holder waits for a second one can wait for ever: a pool full of such holders never moves.
// So code that holds a connection of the main pool takes no other. A sender holds one of the small pool while it waits for the mail
// server, and may take one of the main pool: always in this order, so that no circle can form.

/** `main` is for single statements and short transactions, `long` for what is held during other work. */
export type PoolName = 'main' | 'long'

interface Hold {
  pool: PoolName
  is_held: boolean
  /** Its stack says where the connection was taken. */
  place: Error
  outer: Hold | undefined
}

const holds = processSingleton('held connections', () => ({
  current: new AsyncLocalStorage<Hold>(),
  checked: false,
}))

/** Turns the check for second connections on or off, for this process. */
export function checkHolds(on: boolean): void {
  holds.checked = on
}

/** A second connection was asked for. Always a mistake in the code. */
export class SecondConnection extends Error {
  override name = 'SecondConnection'

  constructor(wanted: PoolName, { pool, place }: Hold) {
    super(
      `This work holds a connection of the pool "${pool}" and asks for one of the pool "${wanted}". Under load it could wait for ever: use the connection that it holds.\nThe first was taken here:\n${callers(place)}\nThe second is asked for here:\n${callers(placeHere())}`,
    )
  }
}

const callers = ({ stack = '' }: Error) => stack.split('\n').slice(1).join('\n')

/** Deeper than usual: the driver and Prisma have many frames of their own. */
function placeHere(): Error {
  const usual = Error.stackTraceLimit
  Error.stackTraceLimit = 40
  const place = new Error('here')
  Error.stackTraceLimit = usual
  return place
}

/** Returns what is wrong with taking a connection here. Undefined when nothing is, or when the check is off. */
export function refusalOf(wanted: PoolName): SecondConnection | undefined {
  if (!holds.checked) return undefined
  for (let hold = holds.current.getStore(); hold; hold = hold.outer) {
    if (!hold.is_held || (hold.pool === 'long' && wanted === 'main')) continue
    return new SecondConnection(wanted, hold)
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
  const hold = newHold(nameOf(pool))
  const client = await pool.connect()
  let reason: Error | undefined
  const discard = (error: Error) => {
    reason = error
  }
  // An unhandled 'error' of a connection in use ends the process; the running statement rejects anyway.
  client.on('error', discard)
  try {
    return await within(hold, () => work(client, discard))
  } finally {
    if (hold) hold.is_held = false
    // A broken one keeps its listener: it may report again while the pool closes it.
    if (!reason) client.off('error', discard)
    client.release(reason)
  }
}

/** Work that takes a connection somewhere on its way, and holds it from then on: `run` runs the work, `set` says from when on. */
export interface LaterHold {
  run: <T>(work: () => Promise<T>) => Promise<T>
  set: (is_held: boolean) => void
}

export function holdLater(): LaterHold {
  const hold = newHold('main')
  const set = (is_held: boolean) => {
    if (hold) hold.is_held = is_held
  }
  set(false)
  return { set, run: (work) => within(hold, work) }
}

function newHold(pool: PoolName): Hold | undefined {
  if (!holds.checked) return undefined
  return { pool, is_held: true, place: placeHere(), outer: holds.current.getStore() }
}

const within = <T>(hold: Hold | undefined, work: () => Promise<T>): Promise<T> =>
  hold ? holds.current.run(hold, work) : work()
