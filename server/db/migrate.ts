import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pauseFor } from 'node:timers/promises'
import pg from 'pg'
import { SettingError } from '../env.ts'
import { withBaseline } from './baseline.ts'
import { type LockWait, watchLocks } from './connections/lock-wait.ts'
import { whileLocked } from './connections/transaction-lock.ts'
import { NEEDS_ALL_STOPPED, otherProcesses } from './other-processes.ts'
import { beginLimited, runOutside, runsOutside } from './outside-transaction.ts'
import { databaseAdvice, reasonOf } from './start-problem.ts'

interface Migration {
  name: string
  sql: string
  checksum: string
  /** Names of the migrations replaced by this one. */
  replaces?: string[]
}

const FOLDER = path.join(import.meta.dirname, '../../prisma/migrations')
const OLDEST_POSTGRES = 15
// The advisory lock of Prisma's `migrate deploy`, so the two exclude each other.
const LOCK = '72707369'

/** Returns the migrations of this version of the code, oldest first. */
export function readMigrations(folder = FOLDER): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8')
      const list = path.join(folder, name, 'replaces.txt')
      const replaces = existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : undefined
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex'), replaces }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

export interface MigrateOptions {
  migrations?: Migration[]
  /** Called with a line about the wait, each time a migration gives way to others. */
  report?: (line: string) => void
  /** Time in milliseconds that a migration waits for a lock before it gives up. Statements that arrive later wait behind it. */
  lock_ms?: number
  now?: () => number
  pause?: (ms: number) => Promise<unknown>
}

/**
 * Migrates a database to the schema of this code and returns the names of the applied migrations. Each migration and its record in
 * `_prisma_migrations` are one transaction, so a killed process leaves no half-applied migration; a migration outside of a transaction
 * (outside-transaction.ts) can run again. Throws SettingError, also if other sessions keep a needed lock for ten minutes, or if processes that
 * must be stopped stay connected for as long.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { migrations = readMigrations() } = options
  const client = await connect(url)
  try {
    await checkVersion(client)
    if ((await findDue(client, migrations)).length === 0) return []
    const locker = await connect(url)
    try {
      const lock = { key: LOCK, name: 'Migrations', report: options.report, pause: options.pause }
      return await whileLocked(locker, lock, () => migrateAlone(url, client, { ...options, migrations }))
    } finally {
      await locker.end()
    }
  } finally {
    await client.end()
  }
}

async function migrateAlone(
  url: string,
  client: pg.Client,
  { migrations, ...options }: MigrateOptions & { migrations: Migration[] },
): Promise<string[]> {
  await client.query(RECORDS)
  // Another process may have applied them during the wait for the lock.
  const due = await findDue(client, migrations)
  if (due.length > 0) await applyAll(client, await connect(url), due, options)
  return due.map(({ name }) => name)
}

async function findDue(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there`,
  )
  if (!rows[0]?.there) return migrations
  const records = await client.query<{ migration_name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  )
  const due_migrations = new Map(migrations.map((migration) => [migration.name, migration]))
  const replaced = new Set(migrations.flatMap(({ replaces = [] }) => replaces))
  for (const { migration_name: name, checksum, finished } of records.rows) {
    const migration = due_migrations.get(name)
    if (!migration && !replaced.has(name)) {
      throw new SettingError(
        `DATABASE_URL: the database is newer than this version of Envoi: it has the migration ${name}. Update Envoi, or name another database.`,
      )
    }
    if (!finished) {
      throw new SettingError(
        `DATABASE_URL: the migration ${name} has failed on this database. Mend it with \`prisma migrate resolve\`.`,
      )
    }
    if (migration && checksum !== migration.checksum) {
      throw new SettingError(
        `DATABASE_URL: the migration ${name} was edited after it was applied to this database. Restore the file, or name another database.`,
      )
    }
    due_migrations.delete(name)
  }
  const subject = 'DATABASE_URL: the database'
  const standing = withBaseline(
    records.rows.map(({ migration_name }) => migration_name),
    { migrations, subject },
  )
  // A migration whose changes the database already has is only recorded.
  return [...due_migrations.values()].map((one) => (standing.includes(one.name) ? { ...one, sql: '' } : one))
}

/** Maximum attempts at a migration that deadlocks with processes of an older version. */
const ATTEMPTS = 10
const DEADLOCK = '40P01'
const LOCK_TIMEOUT = '55P03'
const CANCELED = '57014'

const LOCK_MS = 2_000
const MIN_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 15_000
/** Limit for all migrations of a start together. */
const MAX_WAIT_MS = 600_000

/** State shared by the migrations of a start. `deadline` uses the clock of `now`. */
interface Run extends Required<Omit<MigrateOptions, 'migrations'>> {
  client: pg.Client
  watcher: pg.Client
  /** Session of the running attempt. A pooler may give each transaction a different one. */
  pid: number
  deadline: number
}

async function applyAll(
  client: pg.Client,
  watcher: pg.Client,
  due: readonly Migration[],
  { report = () => undefined, lock_ms = LOCK_MS, now = () => performance.now(), pause = pauseFor }: MigrateOptions,
): Promise<void> {
  try {
    const run: Run = { client, watcher, pid: 0, report, lock_ms, now, pause, deadline: now() + MAX_WAIT_MS }
    for (const migration of due) {
      if (migration.sql.includes(NEEDS_ALL_STOPPED)) await waitForOthers(run, migration)
      await apply(run, migration)
    }
  } finally {
    await watcher.end()
  }
}

/** Waits until the processes of the older version have stopped. Their statements would fail after the migration. */
async function waitForOthers({ client, report, now, pause, deadline }: Run, { name }: Migration): Promise<void> {
  for (let waits = 0; ; waits++) {
    const other_names = (await otherProcesses(client)).join(', ')
    if (!other_names) return
    if (now() >= deadline) {
      throw new SettingError(
        `DATABASE_URL: the migration ${name} cannot be applied while other processes of Envoi are connected: ${other_names}. Stop them, then start again.`,
      )
    }
    report(
      `The migration ${name} waits until all other processes of Envoi have stopped. Connected: ${other_names}. Stop them; it is tried again for up to ${MAX_WAIT_MS / 60_000} minutes.`,
    )
    await pause(pauseMs(waits))
  }
}

const pauseMs = (waits: number): number => Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** waits)

/**
 * Applies one migration. While it waits for a lock, other statements wait behind it, even reads. So it gives way after a short time, lets them
 * pass, and starts again, until the session with the lock has ended.
 */
async function apply(run: Run, migration: Migration): Promise<void> {
  let last_wait: LockWait | undefined
  for (let [deadlocks, timeouts] = [0, 0]; ; ) {
    const { result: error, wait } = await watchLocks(
      run.watcher,
      () => run.pid,
      () => attemptToApply(run, migration, deadlocks > 0),
    )
    if (!error) return
    last_wait = wait ?? last_wait
    if (error.code === DEADLOCK && ++deadlocks < ATTEMPTS) continue
    if (error.code !== LOCK_TIMEOUT) {
      throw new SettingError(
        `DATABASE_URL: the migration ${migration.name} cannot be applied: ${error.message}. Nothing of it was kept.`,
      )
    }
    const waited = `${last_wait?.wanted ?? 'a lock'}, held by ${last_wait?.holders.join(' and ') ?? 'another session'}`
    if (run.now() >= run.deadline) {
      throw new SettingError(
        `DATABASE_URL: the migration ${migration.name} cannot be applied: for ${MAX_WAIT_MS / 60_000} minutes it waited for ${waited}. Nothing of it was kept. Wait until that process is done, or end it with \`SELECT pg_terminate_backend(<process>)\`. Then start again.`,
      )
    }
    run.report(
      `The migration ${migration.name} waits for ${waited}. Others go first, and it is tried again for up to ${MAX_WAIT_MS / 60_000} minutes.`,
    )
    await run.pause(pauseMs(timeouts++))
  }
}

/**
 * Locks every table before the migration starts. Otherwise a migration that builds an index for seconds and then needs a stronger lock would
 * deadlock each time, with transactions that began during the build. `account` comes first because every write reads it first: running
 * transactions finish, and new ones wait.
 */
const LOCK_ALL = `DO $$ DECLARE name regclass; BEGIN
  FOR name IN SELECT c.oid FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
    ORDER BY c.relname <> 'account', c.relname
  LOOP EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', name); END LOOP;
END $$`

/** One limit for all locks together, because the first tables stay locked during the wait for the last one. */
async function lockAll(client: pg.Client, lock_ms: number): Promise<void> {
  await client.query(`SET LOCAL statement_timeout = ${lock_ms}`)
  await client.query(LOCK_ALL).catch((error: Error & { code?: string }) => {
    throw error.code === CANCELED ? Object.assign(error, { code: LOCK_TIMEOUT }) : error
  })
  await client.query('SET LOCAL statement_timeout TO DEFAULT')
}

/** Returns the reason why the migration was rolled back, or undefined if it was applied. */
async function attemptToApply(
  run: Run,
  { name, sql, checksum }: Migration,
  isAgain: boolean,
): Promise<(Error & { code?: string }) | undefined> {
  const { client, lock_ms } = run
  const onBegin = (pid: number) => {
    run.pid = pid
  }
  try {
    if (runsOutside(sql)) await runOutside(client, sql, { lock_ms, onBegin })
  } catch (error) {
    return error as Error
  }
  onBegin(await beginLimited(client, lock_ms))
  try {
    if (isAgain && !runsOutside(sql)) await lockAll(client, lock_ms)
    if (!runsOutside(sql)) await client.query(sql)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
       VALUES ($1, $2, clock_timestamp(), $3, now(), 1)`,
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
    return undefined
  } catch (error) {
    await client.query('ROLLBACK')
    return error as Error
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    // A busy machine accepts connections late.
    connectionTimeoutMillis: 30_000,
    application_name: 'envoi migrate',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    const { hostname, port, pathname } = new URL(url)
    throw new SettingError(
      `DATABASE_URL: no connection to ${pathname.slice(1)} on ${hostname}:${port || 5432}: ${reasonOf(error)}. ${databaseAdvice(error)}`,
    )
  }
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  const version = rows[0]?.server_version ?? ''
  if (Number.parseInt(version, 10) >= OLDEST_POSTGRES) return
  throw new SettingError(`DATABASE_URL: PostgreSQL ${version} is too old. Use PostgreSQL ${OLDEST_POSTGRES} or newer.`)
}

const RECORDS = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL,
  checksum varchar(64) NOT NULL,
  finished_at timestamptz,
  migration_name varchar(255) NOT NULL,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`
