import pg from 'pg'
import { AppError } from '../../core/errors.ts'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'

/** The database is unavailable or full. The same request may succeed later. */
export class DatabaseUnavailable extends AppError {
  override name = 'DatabaseUnavailable'

  constructor(cause: unknown, retry_after: number) {
    super('unavailable', ['The service is temporarily unavailable. Try again in a moment'], retry_after)
    this.cause = cause
  }
}

/** Seconds until a retry. An unavailable or restarting database soon returns; a full or read-only one needs an operator. */
const RETRY_AWAY = 5
const RETRY_FULL = 30

/** PostgreSQL's error classes: 08 connection, 53 resources, 58 system, and codes for its shutdown and start. */
const STATES: [RegExp, number][] = [
  [/^(?:08\w{3}|57P0[1235]|53300)$/, RETRY_AWAY],
  [/^(?:53\w{3}|58\w{3}|25006)$/, RETRY_FULL],
]
/** Code of the error when no connection of our pool became free in time (pool.ts). */
export const POOL_TIMEOUT = 'POOL_TIMEOUT'
/** Node's codes of socket errors, and Prisma's equivalents: codes of the client, kinds of its adapter. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2037',
  POOL_TIMEOUT,
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
])
/**
 * Messages of errors for which node-postgres has no code: a broken connection, a response that did not arrive in time, and a pool without a free
 * connection. A Unix socket is missing while its server is stopped, or its queue is full; the codes alone could also be about a file.
 */
const BROKEN =
  /\bconnect E(?:NOENT|AGAIN)\b|^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired$|Client (?:was closed|has encountered a connection error) and is not queryable)/

/** Names and messages of errors of which nothing else is left, such as errors of jobs. */
const OUTAGE_NAMES = new Set(['DatabaseUnavailable', 'PoolTimeout'])
const OUTAGE_TEXT =
  /\bE(?:CONNREFUSED|CONNRESET|PIPE)\b|^(?:terminating connection due to|the database system is (?:starting up|shutting down|in recovery mode)|Can't reach database server|Server has closed the connection)/

export const isOutageText = ({ name, message }: { name: string; message: string }): boolean =>
  OUTAGE_NAMES.has(name) || BROKEN.test(message) || OUTAGE_TEXT.test(message)

/** Returns a `DatabaseUnavailable` if the error, however a driver wrapped it, means that the database is unavailable or full. */
export function outageOf(error: unknown): DatabaseUnavailable | undefined {
  for (const part of chain(error)) {
    // Compared by name, because the server and Next's bundle each have a copy of this class.
    const seconds = part.name === 'DatabaseUnavailable' ? part.retry_after : retryAfter(part)
    if (seconds === undefined) continue
    last.outage_at = performance.now()
    if (seconds === RETRY_FULL) last.is_refusing = true
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

/** Yields the error and the errors that it wraps. */
function* chain(error: unknown): Generator<ErrorPart> {
  let part = error
  for (let depth = 0; depth < 5 && typeof part === 'object' && part !== null; depth++) {
    const { meta, cause } = part as ErrorPart
    yield part as ErrorPart
    part = meta?.driverAdapterError ?? cause
  }
}

const last = processSingleton<{ outage_at?: number; is_refusing?: boolean }>('outage', () => ({}))

/** Returns whether a statement has failed because of an outage since `time`, a value of `performance.now()`. */
export const hadOutageSince = (time: number): boolean => (last.outage_at ?? -1) >= time

/** A pool that records outages, which is the only way to learn about an error in a page of Next. */
export class OutagePool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super(config)
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    // All overloads return the same type.
    Object.assign(this, { query: (...args: unknown[]) => recordOutage(query(...args)) })
  }
}

/** Awaits the result, because a second `catch` on the promise would remove the caller's lines from the stack. */
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

/** Takes room on disk and leaves nothing: a temporary table of the session, dropped at commit. */
const WRITE = `create temporary table envoi_write_check on commit drop as
  select md5(n::text) as filler from generate_series(1, 5000) as n`

/**
 * Returns whether PostgreSQL accepts writes. Tries one only after a statement was refused for lack of disk space, until one
 * succeeds. Without a response in time it returns false.
 */
export async function takesWrites(pool: pg.Pool, within_ms: number): Promise<boolean> {
  if (!last.is_refusing) return true
  const wrote = findRefusal(pool).then((refusal) => refusal === undefined)
  const silence = new Promise<boolean>((resolve) => setTimeout(resolve, within_ms, false).unref())
  const isWriting = await Promise.race([wrote, silence])
  if (isWriting) last.is_refusing = false
  return isWriting
}

/** Tries to write, and returns PostgreSQL's reason for refusing, such as a full disk. A role that may not create temporary tables cannot find out. */
export async function findRefusal(pool: pg.Pool): Promise<string | undefined> {
  try {
    await pool.query(WRITE)
    return undefined
  } catch (error) {
    return outageOf(error) && (error as Error).message
  }
}
