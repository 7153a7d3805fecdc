/** Connections of a process to PostgreSQL, by use. Together they are DATABASE_POOL. */
export interface Connections {
  /** Requests and jobs: single statements and short transactions. */
  main: number
  /** Broadcasts and sequences sent at the same time. Each uses a connection while it waits for the mail server. */
  sending: number
  /** Exports made at the same time. Each uses a connection for its snapshot. */
  exports: number
  /** Jobs that run at the same time. */
  jobs: number
}

/** The session for LISTEN, for locks that prove the process alive, and for /readyz. */
const SESSION = 1
const MIN_MAIN = 2
const MAX_JOBS = 10

const between = (least: number, most: number, value: number) => Math.max(least, Math.min(most, Math.floor(value)))

const exportsOf = (pool: number) => between(1, 3, pool / 10)

/** The largest SENDING_CONCURRENCY of a pool of this size. */
export const mostSending = (pool: number): number => pool - SESSION - exportsOf(pool) - MIN_MAIN

/** A quarter of the pool. */
const defaultSending = (pool: number): number => between(1, 10, pool / 4)

export function divideConnections(pool: number, sending = defaultSending(pool)): Connections {
  const exports = exportsOf(pool)
  const main = pool - SESSION - sending - exports
  // Senders and exports use the main pool only briefly. Other jobs use at most half of it.
  return { main, sending, exports, jobs: sending + exports + between(2, MAX_JOBS, main / 2) }
}
