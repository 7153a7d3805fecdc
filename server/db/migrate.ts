import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { SettingError } from '../env.ts'

interface Migration {
  name: string
  sql: string
  checksum: string
}

const FOLDER = path.join(import.meta.dirname, '../../prisma/migrations')
const OLDEST_POSTGRES = 15
// The number that Prisma's own `migrate deploy` locks, so that neither runs into the other.
const LOCK = 72_707_369

/** The migrations of this version of the code, oldest first. */
export function readMigrations(folder = FOLDER): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Brings a database to the schema of this code and gives the names of what was applied. Each migration and its record in
 * `_prisma_migrations` are one transaction: whatever is killed, a migration is there or is not.
 */
export async function migrate(url: string, migrations = readMigrations()): Promise<string[]> {
  const client = await connect(url)
  try {
    await checkVersion(client)
    let due = await findDue(client, migrations)
    if (due.length === 0) return []
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    await client.query(RECORDS)
    // Another process may have done the work while this one waited for the lock.
    due = await findDue(client, migrations)
    for (const migration of due) await apply(client, migration)
    return due.map(({ name }) => name)
  } finally {
    await client.end()
  }
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
  const ours = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { migration_name: name, checksum, finished } of records.rows) {
    const migration = ours.get(name)
    if (!migration) {
      throw new SettingError(
        `DATABASE_URL: the database is newer than this version of Envoi: it has the migration ${name}. Update Envoi, or name another database.`,
      )
    }
    if (!finished) {
      throw new SettingError(
        `DATABASE_URL: the migration ${name} has failed on this database. Mend it with \`prisma migrate resolve\`.`,
      )
    }
    if (checksum !== migration.checksum) {
      throw new SettingError(
        `DATABASE_URL: the migration ${name} was edited after it was applied to this database. Restore the file, or name another database.`,
      )
    }
    ours.delete(name)
  }
  return [...ours.values()]
}

/** How often a migration is begun that PostgreSQL ends because of a deadlock with processes of an older version. */
const ATTEMPTS = 10
const DEADLOCK = '40P01'

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const error = await attemptToApply(client, migration, attempt > 1)
    if (!error) return
    if (error.code === DEADLOCK && attempt < ATTEMPTS) continue
    throw new SettingError(
      `DATABASE_URL: the migration ${migration.name} cannot be applied: ${error.message}. Nothing of it was kept.`,
    )
  }
}

/**
 * Locks every table before the migration does anything. One that makes an index for seconds and then needs a stronger lock would meet the
 * same deadlock each time, with transactions that began while it made the index. `account` is first, because every write reads it first:
 * those that have begun come to their end, and the others wait.
 */
const LOCK_ALL = `DO $$ DECLARE name regclass; BEGIN
  FOR name IN SELECT c.oid FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
    ORDER BY c.relname <> 'account', c.relname
  LOOP EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', name); END LOOP;
END $$`

/** Returns why nothing of the migration was kept, if it failed. */
async function attemptToApply(
  client: pg.Client,
  { name, sql, checksum }: Migration,
  is_again: boolean,
): Promise<(Error & { code?: string }) | undefined> {
  await client.query('BEGIN')
  try {
    if (is_again) await client.query(LOCK_ALL)
    await client.query(sql)
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
    connectionTimeoutMillis: 10_000,
    application_name: 'envoi migrate',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    const { hostname, port, pathname } = new URL(url)
    throw new SettingError(
      `DATABASE_URL: no connection to ${pathname.slice(1)} on ${hostname}:${port || 5432}: ${reason(error)}. Start PostgreSQL there, or correct the address.`,
    )
  }
}

function reason(error: unknown): string {
  // A name with several addresses fails with one error for each of them.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  return first instanceof Error ? first.message.replace(/\.$/, '') : String(first)
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
