/** Connections of a process to PostgreSQL, by use. Together they are DATABASE_POOL. */
export interface Connections {
  /** Requests and jobs: single statements and short transactions. */
  main: number
  /** Broadcasts and sequences sent at the same time, each with a connection that it keeps while waiting for the mail server. */
  sending: number
  /** Exports made at the same time, each with a connection for its snapshot. */
  exports: number
  /** Maximum number of running jobs. */
  jobs: number
}

/** The session for LISTEN, for locks that prove that the process is alive, and for /readyz. */
const SESSION = 1
const MIN_MAIN = 2
const MAX_JOBS = 10

const clamp = (least: number, most: number, value: number) => Math.max(least, Math.min(most, Math.floor(value)))

const exportsOf = (pool: number) => clamp(1, 3, pool / 10)

/** Returns the maximum SENDING_CONCURRENCY for a pool of this size. */
export const mostSending = (pool: number): number => pool - SESSION - exportsOf(pool) - MIN_MAIN

const defaultSending = (pool: number): number => clamp(1, 10, pool / 4)

export function divideConnections(pool: number, sending = defaultSending(pool)): Connections {
  const exports = exportsOf(pool)
  const main = pool - SESSION - sending - exports
  // Senders and exports use the main pool only briefly. Other jobs use at most half of it.
  return { main, sending, exports, jobs: sending + exports + clamp(2, MAX_JOBS, main / 2) }
}
