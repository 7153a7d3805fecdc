import pg from 'pg'
import { rootLogger } from '../core/log.ts'
import { env } from '../env.ts'
import { processSingleton } from '../lib/concurrency/process-singleton.ts'
import { checkSecondConnections, withConnection } from './connections/connection-use.ts'
import { PersistentSession } from './connections/persistent-session.ts'
import { DatabasePool } from './connections/pool.ts'
import { prismaOf, prismaOn } from './connections/session.ts'
import { translate } from './errors.ts'
import type { PrismaClient } from './generated/client.ts'
import { scope } from './scope.ts'
import { ONE_PLAN } from './statements/one-plan.ts'
import { isStale, type PreparingClient, prepareStatements } from './statements/prepared.ts'
import type { BytesResult } from './statements/row-bytes.ts'
import { type AccountSql, accountSql, type Executor, type Statement } from './statements/sql.ts'

/** Access without an account: only for users, sessions and other rows without an account. */
export type Db = PrismaClient
type Hidden =
  | '$queryRaw'
  | '$queryRawUnsafe'
  | '$executeRaw'
  | '$executeRawUnsafe'
  | '$transaction'
  | '$extends'
  | '$on'
/** The client of services: every query is limited to one account; no raw SQL, no transactions. */
export type ScopedDb = Omit<PrismaClient, Hidden | `$${string}`>

export interface Database {
  url: string
  /** For single statements and short transactions. */
  pool: DatabasePool
  /**
   * For work that keeps a connection during other work, with the maximums of such work running at the same time. Callers must respect these
   * limits.
   */
  long: { pool: pg.Pool; sending: number; exports: number }
  session: PersistentSession
  prisma: PrismaClient
  scoped: Map<number, PrismaClient>
}

const connection_holder = processSingleton<{ database?: Database }>('database', () => ({}))

export interface DatabaseOptions {
  /** Connections for requests and jobs. */
  max?: number
  /** Connections for sending broadcasts and sequences and for exports. */
  sending?: number
  exports?: number
  /** Time in milliseconds that a query waits for a connection before it fails. */
  wait_ms?: number
  /** Time in milliseconds that requests may wait for a connection before the API refuses further ones. 0: any. */
  api_wait_ms?: number
  /** True if a pooler gives each transaction a different session. */
  is_shared?: boolean
}

/** Opens the connections of this process. Opening the same address again returns the same ones. */
export function openDatabase(
  url: string,
  { max = 20, sending = 5, exports = 2, wait_ms = 15_000, api_wait_ms = 0, is_shared = false }: DatabaseOptions = {},
): Database {
  if (connection_holder.database?.url === url) return connection_holder.database
  checkSecondConnections(env().DATABASE_CHECK === 'on')
  prepareStatements(env().DATABASE_PREPARED === 'on')
  const config = { connectionString: url, idleTimeoutMillis: 30_000, connectionTimeoutMillis: wait_ms }
  // Names connections for database administrators and for waiting migrations, unless the address contains a name.
  const named = (name: string) => ({ ...config, fallback_application_name: name })
  const pool = new DatabasePool({ ...named('envoi'), max }, 'main', { limit_ms: api_wait_ms })
  const long = new DatabasePool({ ...named('envoi export or sending'), max: sending + exports }, 'long')
  for (const each of [pool, long]) {
    // A restart of PostgreSQL breaks idle connections. The pool replaces them, so the error must not end the process.
    each.on('error', () => undefined)
    each.on('connect', (client) => client.on('error', () => undefined))
  }
  connection_holder.database = {
    url,
    pool,
    long: { pool: long, sending, exports },
    session: new PersistentSession({ config, log: rootLogger, is_shared }),
    prisma: prismaOf(pool),
    scoped: new Map(),
  }
  return connection_holder.database
}

export function database(): Database {
  if (!connection_holder.database) throw new Error('The database is not open yet')
  return connection_holder.database
}

export async function closeDatabase(): Promise<void> {
  const open = connection_holder.database
  connection_holder.database = undefined
  if (!open) return
  await open.prisma.$disconnect()
  await Promise.all([open.session.close(), open.long.pool.end(), open.pool.end()])
}

/** For services without an account: sign-in, sessions, instance administration. */
export const unscoped = (): Db => database().prisma

export function scopedDb(account_id: number): ScopedDb {
  return scopedClient(database(), account_id)
}

/** SQL on the pool, outside of transactions. `$1` is the account. */
export function poolSql(account_id: number): AccountSql {
  const { pool } = database()
  return accountSql(poolExecutor(pool), account_id)
}

/** A transaction's access to the database: SQL and the scoped client on the same connection. */
export interface Transaction {
  sql: AccountSql
  /** The event types that webhooks of the account subscribe to, read in the first round trip. */
  subscribed_event_types: ReadonlySet<string>
  /** Created on first use. */
  readonly db: ScopedDb
  /** Sets a savepoint. The returned function rolls back to it, even after a statement has failed. */
  savepoint: () => Promise<() => Promise<void>>
}

/**
 * Runs a transaction for one account. After `timeout_ms` PostgreSQL rolls it back. The `last` statements are sent with the commit in one round
 * trip; if one fails, the transaction is rolled back.
 */
export async function transaction<T>(
  account_id: number,
  fn: (transaction: Transaction) => Promise<{ result: T; last: readonly Statement[] }>,
  timeout_ms: number,
): Promise<T> {
  const open = database()
  try {
    return await withConnection(open.pool, (client, discard) =>
      transactOn(client, { open, account_id, fn, timeout_ms }, discard),
    )
  } catch (error) {
    throw translate(error)
  }
}

interface Work<T> {
  open: Database
  account_id: number
  fn: (transaction: Transaction) => Promise<{ result: T; last: readonly Statement[] }>
  timeout_ms: number
}

/** Limits the duration of each statement and of the idle time between statements. */
const START = `${ONE_PLAN}select subscribed_event_types($1) as subscribed_event_types, set_config('statement_timeout', $2, true),
  set_config('idle_in_transaction_session_timeout', $2, true)`

/** Begins in one round trip. Returns the event types that webhooks of the account subscribe to. */
async function start(
  client: pg.PoolClient,
  { account_id, timeout_ms }: { account_id: number; timeout_ms: number },
): Promise<ReadonlySet<string>> {
  const begin = () => together(client, ['begin', { text: START, values: [account_id, String(timeout_ms)] }])
  const answers = await begin().catch(async (error: unknown) => {
    if (!isStale(error)) throw error
    await client.query('rollback')
    return begin()
  })
  return new Set<string>(answers[1]?.rows[0]?.subscribed_event_types)
}

/** Clients of our pools are `PreparingClient`s (pool.ts). */
const together = (client: pg.PoolClient, queries: readonly (string | Statement)[]): Promise<pg.QueryResult[]> =>
  (client as pg.PoolClient & PreparingClient).together(queries)

async function transactOn<T>(
  client: pg.PoolClient,
  { open, account_id, fn, timeout_ms }: Work<T>,
  discard: (reason: Error) => void,
): Promise<T> {
  try {
    const subscribed_event_types = await start(client, { account_id, timeout_ms })
    const sql = accountSql(poolExecutor(client), account_id)
    let db: ScopedDb | undefined
    const { result, last } = await fn({
      sql,
      subscribed_event_types,
      get db() {
        db ??= prismaOn(scopedClient(open, account_id), client)
        return db
      },
      savepoint: async () => {
        await client.query('savepoint kept')
        return async () => void (await client.query('rollback to savepoint kept'))
      },
    })
    const ended = last.length > 0 ? await together(client, [...last, 'commit']) : [await client.query('commit')]
    // PostgreSQL answers COMMIT with ROLLBACK if a statement failed and its error was ignored.
    if (ended.at(-1)?.command === 'ROLLBACK')
      throw new Error('A statement of this transaction failed, and it was rolled back')
    return result
  } catch (error) {
    await client.query('rollback').catch(discard)
    throw error
  }
}

function scopedClient({ prisma, scoped }: Database, account_id: number): PrismaClient {
  const known = scoped.get(account_id)
  if (known) return known
  const client = prisma.$extends(scope(account_id)) as unknown as PrismaClient
  if (scoped.size > 5_000) scoped.clear()
  scoped.set(account_id, client)
  return client
}

const INT8 = 20
const INT8_ARRAY = 1016
const NUMERIC = 1700
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: unknown) => {
  if (oid === INT8 || oid === NUMERIC) return Number
  const parse = pg.types.getTypeParser(oid, format as 'text')
  // node-postgres parses arrays of all other numeric types as numbers.
  return oid === INT8_ARRAY ? (text: string) => asNumbers(parse(text)) : parse
}
const types = { getTypeParser }

const asNumbers = (values: unknown): unknown =>
  Array.isArray(values) ? values.map(asNumbers) : values && Number(values)

/** Runs statements on the pool; 64-bit integers, also in arrays, are returned as numbers. */
export function poolExecutor(pool: pg.Pool | pg.PoolClient): Executor {
  return {
    run: async (text, values) => {
      const result = await pool.query({ text, values: values as unknown[], types })
      return { rows: result.rows, count: result.rowCount ?? 0 }
    },
    bytes: async (text, values) => {
      const config: pg.QueryConfig & { is_bytes: boolean } = { text, values: values as unknown[], is_bytes: true }
      const { row_bytes } = (await pool.query(config)) as BytesResult
      if (!row_bytes) throw new Error('This connection cannot hand out rows as bytes')
      return row_bytes
    },
  }
}
