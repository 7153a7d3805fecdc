import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makeDatabase } from '../testing/database/database.ts'
import { migrate, readMigrations } from './migrate.ts'

const later = { name: '29990101000000_later', sql: 'CREATE TABLE later (id int PRIMARY KEY)', checksum: 'c'.repeat(64) }

async function fresh() {
  const database = await makeDatabase(inject('server_url'))
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  return { ...database, client }
}

test('a migrated database has nothing left to apply', async () => {
  const { url } = await fresh()
  expect(await migrate(url)).toEqual([])
})

test('a new migration is applied once, even if two processes start together', async () => {
  const { url } = await fresh()
  const applied = await Promise.all([1, 2, 3].map(() => migrate(url, { migrations: [...readMigrations(), later] })))
  expect(applied.flat()).toEqual([later.name])
})

test('a migration that fails leaves no changes, and the next start retries it', async () => {
  const { url, client } = await fresh()
  const broken = { ...later, sql: `${later.sql}; SELECT no_such_function()` }
  await expect(migrate(url, { migrations: [...readMigrations(), broken] })).rejects.toThrow(
    /29990101000000_later cannot be applied: [^:]*no_such_function/,
  )
  expect((await client.query(`SELECT to_regclass('later') AS found`)).rows).toEqual([{ found: null }])
  expect(await migrate(url, { migrations: [...readMigrations(), later] })).toEqual([later.name])
})

test('a migration that ends in a deadlock with a running process is retried with every table locked', async () => {
  const { url, client } = await fresh()
  // The value of a sequence survives a rollback.
  await client.query('CREATE SEQUENCE attempt')
  const deadlock = (attempts: number) =>
    `CREATE TABLE later AS SELECT relation::regclass::text AS name FROM pg_locks
       WHERE pid = pg_backend_pid() AND mode = 'AccessExclusiveLock' AND locktype = 'relation';
     DO $$ BEGIN IF nextval('attempt') < ${attempts} THEN RAISE deadlock_detected; END IF; END $$`
  expect(await migrate(url, { migrations: [...readMigrations(), { ...later, sql: deadlock(3) }] })).toEqual([
    later.name,
  ])
  const locked = await client.query<{ name: string }>('SELECT name FROM later')
  expect(locked.rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['account', 'subscriber']))
  const stuck = { ...later, name: '29990102000000_stuck', sql: deadlock(1_000).replace('later', 'stuck') }
  const failure = migrate(url, { migrations: [...readMigrations(), { ...later, sql: deadlock(3) }, stuck] })
  await expect(failure).rejects.toThrow('29990102000000_stuck cannot be applied: ')
  await expect(failure).rejects.toThrow('deadlock')
})

/** Opens a session that reads a table in a transaction, as an export does, and one that writes to it. */
async function exporting(url: string) {
  const [exporter, writer] = ['envoi export', 'writer'].map(
    (application_name) => new pg.Client({ connectionString: url, application_name }),
  )
  if (!exporter || !writer) throw new Error('No sessions')
  await Promise.all([exporter.connect(), writer.connect()])
  onTestFinished(() => Promise.all([exporter.end(), writer.end()]).then(() => undefined))
  await exporter.query('begin; select from tag')
  const pid = (await exporter.query('select pg_backend_pid() as pid')).rows[0].pid
  return { exporter, writer, pid }
}

const altering = { ...later, sql: 'alter table tag add column later int' }

test('a migration that waits for an export lets writers pass, reports what it waits for, and is then applied', async () => {
  const { url, client } = await fresh()
  const { exporter, writer, pid } = await exporting(url)
  const lines: string[] = []
  const pause = async () => {
    // The migration has no locks between its attempts.
    await writer.query('begin; lock table tag in row exclusive mode nowait; commit')
    if (lines.at(-1)?.includes('envoi export')) await exporter.query('commit')
  }
  const report = (line: string) => void lines.push(line)
  const applied = migrate(url, { migrations: [...readMigrations(), altering], lock_ms: 200, report, pause })
  expect(await applied).toEqual([later.name])
  expect(lines.at(-1)).toContain(
    `The migration ${later.name} waits for the table tag, held by process ${pid} (envoi export, idle in transaction`,
  )
  await client.query('select later from tag')
})

test('a migration that waits too long gives up and names the process to wait for or to end', async () => {
  const { url } = await fresh()
  const { pid } = await exporting(url)
  let minutes = 0
  const report = (line: string) => {
    if (line.includes(String(pid))) minutes = 10
  }
  const options = { lock_ms: 200, report, now: () => minutes * 60_000, pause: async () => undefined }
  const failure = migrate(url, { migrations: [...readMigrations(), altering], ...options })
  await expect(failure).rejects.toThrow(
    `${later.name} cannot be applied: for 10 minutes it waited for the table tag, held by process ${pid} (envoi export`,
  )
  await expect(failure).rejects.toThrow('or end it with `SELECT pg_terminate_backend(<process>)`. Then start again.')
  expect(await migrate(url)).toEqual([])
})

/** Opens a session with the name of a process's sessions. */
async function connectedAs(url: string, application_name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name })
  await client.connect()
  return client
}

const renaming = { ...later, sql: `-- Needs every other process stopped.\n${altering.sql}` }

test('a migration that older processes cannot work with waits until they have stopped', async () => {
  const { url } = await fresh()
  const older_process = await connectedAs(url, 'envoi')
  const starting = await connectedAs(url, 'envoi migrate')
  onTestFinished(() => starting.end())
  const lines: string[] = []
  const report = (line: string) => void lines.push(line)
  // PostgreSQL may list a session for a moment after its end.
  const pause = () => older_process.end()
  const applied = migrate(url, { migrations: [...readMigrations(), renaming], report, pause })
  expect(await applied).toEqual([later.name])
  expect(lines[0]).toMatch(/Connected: envoi from (?:\S+|this machine) \(1 connection\)\. Stop them; /)
})

test('a migration that older processes cannot work with changes nothing while they stay', async () => {
  const { url, client } = await fresh()
  const older_process = await connectedAs(url, 'envoi')
  onTestFinished(() => older_process.end())
  let minutes = 0
  const pause = async () => {
    minutes = 10
  }
  const failure = migrate(url, { migrations: [...readMigrations(), renaming], now: () => minutes * 60_000, pause })
  await expect(failure).rejects.toThrow(
    /while other processes of Envoi are connected: envoi from (?:\S+|this machine) \(1 connection\)\. Stop them, then start again/,
  )
  await expect(client.query('select later from tag')).rejects.toThrow('does not exist')
  await older_process.query('select from tag')
})

test('a database of a newer version is not changed', async () => {
  const { url } = await fresh()
  await migrate(url, { migrations: [...readMigrations(), later] })
  await expect(migrate(url)).rejects.toThrow(
    /newer than this version of Envoi: it has the migration 29990101000000_later/,
  )
})

test('an edited migration is refused by name', async () => {
  const { url } = await fresh()
  const edited = readMigrations().map((migration) => ({ ...migration, checksum: 'e'.repeat(64) }))
  await expect(migrate(url, { migrations: edited })).rejects.toThrow(/was edited after it was applied/)
})

test.each([
  ['postgresql://a:b@127.0.0.1:1/x', /no connection to x on 127\.0\.0\.1:1: .{0,40}ECONNREFUSED/],
  [(inject('server_url') as string).replace(/:[^:@]+@/, ':wrong@'), /password authentication failed/],
  [(inject('server_url') as string).replace(/\/envoi(?=\?|$)/, '/envoi_none'), /database "envoi_none" does not exist/],
])('an unreachable database is named with its reason (%#)', async (url, line) => {
  await expect(migrate(url)).rejects.toThrow(line)
})
