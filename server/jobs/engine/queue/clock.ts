import type { Sql, Transaction } from '../storage/database.ts'
import type { Queue } from './queue.ts'

/** The database's clock, which decides when jobs are due. Clocks of processes may differ. */
export interface Clock {
  now: Date
  /** Milliseconds by which it was set back since the last reading; 0 if it was not. */
  set_back_ms: number
}

/** Smaller jumps, such as corrections by time servers, are ignored. */
const JUMP_MS = 10_000

export async function databaseNow(sql: Sql): Promise<Date> {
  const [row] = await sql.rows<{ now: string }>('select pgboss.job_now()::text as now')
  return new Date(row?.now ?? '')
}

/**
 * Reads the clock and compares it with the latest time that any worker has seen. Locks that row until the transaction ends, so
 * only one worker acts on a jump. Returns undefined while another worker has the lock.
 */
export async function readClock(tx: Sql): Promise<Clock | undefined> {
  await tx.rows('insert into jobs.clock (seen_at) values (pgboss.job_now()) on conflict (only_row) do nothing')
  const [row] = await tx.rows<{ now: string; behind_ms: number }>(
    `select pgboss.job_now()::text as now, extract(epoch from seen_at - pgboss.job_now())::float8 * 1000 as behind_ms
     from jobs.clock for update skip locked`,
  )
  if (!row) return undefined
  const set_back_ms = row.behind_ms > JUMP_MS ? row.behind_ms : 0
  await tx.rows('update jobs.clock set seen_at = case when $1 then $2 else greatest(seen_at, $2) end', [
    set_back_ms > 0,
    row.now,
  ])
  return { now: new Date(row.now), set_back_ms }
}

/**
 * Adjusts the queue after the clock was set back, so jobs wait as long as intended. A delay that began in the seconds before the detection
 * ends early, which is harmless: the rows decide what is to be done.
 */
export async function shortenDelays(tx: Transaction, queue: Queue, set_back_ms: number): Promise<void> {
  await queue.shortenDelays(tx, set_back_ms)
  await tx.rows(`update jobs.hold set due_at = due_at - $1 * interval '1 millisecond'`, [set_back_ms])
}
