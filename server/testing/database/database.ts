import { createHash } from 'node:crypto'
import pg from 'pg'
import { migrate, readMigrations } from '../../db/migrate.ts'

/** A migrated, empty database: a copy of the template, which takes about 50 ms. */
export interface TestDatabase {
  url: string
  drop: () => Promise<void>
}

/** Creates a database for tests that need more than an account: killed processes, migrations, or the engine's tables. */
export async function makeDatabase(server_url: string, numbers_from = ++made * 1_000_000): Promise<TestDatabase> {
  const admin = await connect(server_url)
  try {
    const template = await ensureTemplate(admin, server_url)
    const name = newName()
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
    await numberApart(named(server_url, name), numbers_from)
    return { url: named(server_url, name), drop: () => dropDatabase(server_url, name) }
  } finally {
    await admin.end()
  }
}

/** Creates an empty database without a schema. */
export async function makeEmptyDatabase(server_url: string): Promise<TestDatabase> {
  const admin = await connect(server_url)
  try {
    const name = newName()
    await admin.query(`CREATE DATABASE ${name}`)
    return { url: named(server_url, name), drop: () => dropDatabase(server_url, name) }
  } finally {
    await admin.end()
  }
}

/** The process ID lets a later run find databases of killed processes. */
const newName = () => `test_${process.pid}_${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`

let made = 0

/** Test files share a process, which counts requests by credential ID, so two databases must not use the same IDs. */
async function numberApart(url: string, from: number): Promise<void> {
  const client = await connect(url)
  const sequences = ['account_id_seq', 'api_key_id_seq', 'oauth_token_id_seq']
  await client.query('SELECT setval(name::regclass, $2) FROM unnest($1::text[]) AS name', [sequences, from])
  await client.end()
}

/** Deletes databases of killed runs, and templates of older migrations. */
export async function dropStaleDatabases(server_url: string): Promise<void> {
  const admin = await connect(server_url)
  const { rows } = await admin.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname ~ '^(test|template)_' AND datname <> $1`,
    [templateName()],
  )
  for (const { datname } of rows) {
    const pid = Number(/^test_(\d+)_/.exec(datname)?.[1] ?? 0)
    if (!pid || !isAlive(pid)) await drop(admin, datname).catch(() => undefined)
  }
  await admin.end()
}

async function ensureTemplate(admin: pg.Client, server_url: string): Promise<string> {
  const name = templateName()
  await admin.query('SELECT pg_advisory_lock(7304)')
  if ((await admin.query('SELECT FROM pg_database WHERE datname = $1', [name])).rowCount === 0) {
    const draft = `${name}_draft`
    await drop(admin, draft)
    await admin.query(`CREATE DATABASE ${draft}`)
    await migrate(named(server_url, draft))
    await admin.query(`ALTER DATABASE ${draft} RENAME TO ${name}`)
  }
  await admin.query('SELECT pg_advisory_unlock(7304)')
  return name
}

const templateName = () =>
  `template_${createHash('sha256')
    .update(
      readMigrations()
        .map(({ name, checksum }) => name + checksum)
        .join(),
    )
    .digest('hex')
    .slice(0, 16)}`

async function dropDatabase(server_url: string, name: string): Promise<void> {
  const admin = await connect(server_url)
  try {
    await drop(admin, name)
  } finally {
    await admin.end()
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

/** Only a superuser can force a drop while autovacuum runs. A plain drop ends autovacuum, but no sessions. */
async function drop(admin: pg.Client, name: string): Promise<void> {
  try {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error
    const mine = 'datname = $1 AND usename = current_user'
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${mine}`, [name])
    await admin.query(`DROP DATABASE IF EXISTS ${name}`)
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

function named(server_url: string, name: string): string {
  const url = new URL(server_url)
  url.pathname = `/${name}`
  return url.href
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
