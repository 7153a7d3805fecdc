import { setTimeout as pauseFor } from 'node:timers/promises'
import type pg from 'pg'

export interface TransactionLock {
  /** A number, or an SQL expression of a number. */
  key: string
  /** The purpose of the lock, as the plural subject of a sentence: “Migrations”. */
  name: string
  /** Called with a line about the wait, after two seconds and then every 30 seconds. */
  report?: ((line: string) => void) | undefined
  pause?: ((ms: number) => Promise<unknown>) | undefined
}

const POLL_MS = 250
const REPORT_AFTER = 8
const REPORT_EVERY = 120

/** The transaction with the lock is idle while the work runs elsewhere. `transaction_timeout` exists since PostgreSQL 17. */
const NO_LIMITS = `select set_config(name, '0', true) from pg_settings
  where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`

/**
 * Runs `work` while no other process has the lock. The lock belongs to a transaction of `client`, which is used for nothing else: a pooler in
 * transaction mode gives the session to other clients after each transaction, and a session's lock would stay with it. The lock is polled,
 * because a waiting statement has a snapshot, which would block CREATE INDEX CONCURRENTLY in the process with the lock. `work` uses other
 * connections, whose transactions begin after the lock was acquired.
 */
export async function whileLocked<T>(
  client: pg.ClientBase,
  { key, name, report, pause = pauseFor }: TransactionLock,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; !(await tryToLock(client, key)); tries++) {
    if (report && tries % REPORT_EVERY === REPORT_AFTER) report(`${name} wait for ${await holderOf(client, key)}.`)
    await pause(POLL_MS)
  }
  try {
    return await work()
  } finally {
    // If the connection has ended, the transaction has, too.
    await client.query('rollback').catch(() => undefined)
  }
}

async function tryToLock(client: pg.ClientBase, key: string): Promise<boolean> {
  await client.query('begin')
  await client.query(NO_LIMITS)
  const { rows } = await client.query<{ acquired: boolean }>(`select pg_try_advisory_xact_lock(${key}) as acquired`)
  if (rows[0]?.acquired) return true
  await client.query('rollback')
  return false
}

interface Holder {
  pid: number
  name: string
  from: string
  is_idle: boolean
}

/** Describes the session with the lock, and says what to do if it has no transaction: processes of older versions locked sessions. */
async function holderOf(client: pg.ClientBase, key: string): Promise<string> {
  const { rows } = await client.query<Holder>(
    `select a.pid, coalesce(nullif(a.application_name, ''), 'unnamed') as name,
       coalesce(host(a.client_addr), 'this machine') as from, a.state = 'idle' as is_idle
     from (select (${key})::bigint as key) k
     join pg_locks l on l.locktype = 'advisory' and l.granted and l.objsubid = 1
       and l.database = (select oid from pg_database where datname = current_database())
       and l.classid = ((k.key >> 32) & 4294967295)::oid and l.objid = (k.key & 4294967295)::oid
     join pg_stat_activity a on a.pid = l.pid limit 1`,
  )
  const [holder] = rows
  if (!holder) return 'another process, which has just finished'
  const described = `the process ${holder.pid} of PostgreSQL (${holder.name}, from ${holder.from})`
  if (!holder.is_idle) return `${described}, which does the same work`
  return `${described}, which is idle. If it stays so, a pooler kept it for a process of an older version: end it with \`SELECT pg_terminate_backend(${holder.pid})\``
}
