import pg from 'pg'
import { AppError } from '../core/errors.ts'
import { processSingleton } from '../lib/concurrency/process-singleton.ts'

/** The database cannot do its work at present: the same request may succeed later. */
export class DatabaseUnavailable extends AppError {
  override name = 'DatabaseUnavailable'

  constructor(cause: unknown, retry_after: number) {
    super('unavailable', ['The service is temporarily unavailable. Try again in a moment'], retry_after)
    this.cause = cause
  }
}

/** Away or restarting: seconds. Full, or read-only after a failover: someone has to act. */
const RETRY_AWAY = 5
const RETRY_FULL = 30

/** PostgreSQL's error classes: 08 connection, 53 resources, 58 system, and its ends and starts. */
const STATES: [RegExp, number][] = [
  [/^(?:08\w{3}|57P0[1235]|53300)$/, RETRY_AWAY],
  [/^(?:53\w{3}|58\w{3}|25006)$/, RETRY_FULL],
]
/** No connection of our own pool became free in time (pool.ts). */
export const POOL_TIMEOUT = 'POOL_TIMEOUT'
/** Node's, of a socket. Prisma's, for the same: codes of the client, kinds of its adapter. */
const AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037'],
  ...[POOL_TIMEOUT, 'DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'],
])
/** node-postgres has no code for these: a connection that broke, and a pool without a free one. */
const BROKEN =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client (?:was closed|has encountered a connection error) and is not queryable)/

/** The one table of errors that say that the database is away or full, however a driver wrapped them. */
export function outageOf(error: unknown): DatabaseUnavailable | undefined {
  for (const part of chain(error)) {
    // Also of another copy of this module: the server and Next's bundle have one each.
    const seconds = part.name === 'DatabaseUnavailable' ? part.retry_after : retryAfter(part)
    if (seconds === undefined) continue
    last.outage_at = performance.now()
    return error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error, seconds)
  }
  return undefined
}

interface ErrorPart {
  name?: string
  code?: string
  originalCode?: string
  kind?: string
  message?: string
  retry_after?: number
  cause?: unknown
  meta?: { driverAdapterError?: unknown }
}

function retryAfter({ code, originalCode, kind, message = '' }: ErrorPart): number | undefined {
  for (const name of [originalCode, code, kind]) {
    if (name === undefined) continue
    if (AWAY.has(name)) return RETRY_AWAY
    const known = STATES.find(([states]) => states.test(name))
    if (known) return known[1]
  }
  return BROKEN.test(message) ? RETRY_AWAY : undefined
}

/** The error and what it wraps. */
function* chain(error: unknown): Generator<ErrorPart> {
  let part = error
  for (let depth = 0; depth < 5 && typeof part === 'object' && part !== null; depth++) {
    const { meta, cause } = part as ErrorPart
    yield part as ErrorPart
    part = meta?.driverAdapterError ?? cause
  }
}

const last = processSingleton<{ outage_at?: number }>('outage', () => ({}))

/** Whether a statement has failed for such a reason since then, on the clock of `performance.now()`. */
export const hadOutageSince = (time: number): boolean => (last.outage_at ?? -1) >= time

/** A pool that notes outages: an error that reaches a page of Next is not told to us otherwise. */
export class OutagePool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super(config)
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    // Their overloads are many; what they return is the same.
    Object.assign(this, { query: (...args: unknown[]) => recordOutage(query(...args)) })
  }
}

/** Awaits: a second `catch` on the same promise would take the caller's lines out of the stack. */
function recordOutage(result: unknown): unknown {
  return result instanceof Promise ? noted(result) : result
}

async function noted(result: Promise<unknown>): Promise<unknown> {
  try {
    return await result
  } catch (error) {
    outageOf(error)
    throw error
  }
}
