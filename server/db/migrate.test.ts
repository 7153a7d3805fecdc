import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makeDatabase } from '../testing/database.ts'
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

test('a new migration is applied once, although two processes start together', async () => {
  const { url } = await fresh()
  const applied = await Promise.all([1, 2, 3].map(() => migrate(url, [...readMigrations(), later])))
  expect(applied.flat()).toEqual([later.name])
})

test('a migration that fails leaves nothing behind and is tried again by the next start', async () => {
  const { url, client } = await fresh()
  const broken = { ...later, sql: `${later.sql}; SELECT no_such_function()` }
  await expect(migrate(url, [...readMigrations(), broken])).rejects.toThrow(
    /29990101000000_later cannot be applied: [^:]*no_such_function/,
  )
  expect((await client.query(`SELECT to_regclass('later') AS found`)).rows).toEqual([{ found: null }])
  expect(await migrate(url, [...readMigrations(), later])).toEqual([later.name])
})

test('a migration that PostgreSQL ends because of a deadlock with a running process is applied again, with every table locked', async () => {
  const { url, client } = await fresh()
  // A sequence keeps its value when a transaction is rolled back.
  await client.query('CREATE SEQUENCE attempt')
  const deadlock = (attempts: number) =>
    `CREATE TABLE later AS SELECT relation::regclass::text AS name FROM pg_locks
       WHERE pid = pg_backend_pid() AND mode = 'AccessExclusiveLock' AND locktype = 'relation';
     DO $$ BEGIN IF nextval('attempt') < ${attempts} THEN RAISE deadlock_detected; END IF; END $$`
  expect(await migrate(url, [...readMigrations(), { ...later, sql: deadlock(3) }])).toEqual([later.name])
  const locked = await client.query<{ name: string }>('SELECT name FROM later')
  expect(locked.rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['account', 'subscriber']))
  const stuck = { ...later, name: '29990102000000_stuck', sql: deadlock(1_000).replace('later', 'stuck') }
  const failure = migrate(url, [...readMigrations(), { ...later, sql: deadlock(3) }, stuck])
  await expect(failure).rejects.toThrow('29990102000000_stuck cannot be applied: ')
  await expect(failure).rejects.toThrow('deadlock')
})

test('a database of a newer version is left alone', async () => {
  const { url } = await fresh()
  await migrate(url, [...readMigrations(), later])
  await expect(migrate(url)).rejects.toThrow(
    /newer than this version of Envoi: it has the migration 29990101000000_later/,
  )
})

test('an edited migration is refused by name', async () => {
  const { url } = await fresh()
  const edited = readMigrations().map((migration) => ({ ...migration, checksum: 'e'.repeat(64) }))
  await expect(migrate(url, edited)).rejects.toThrow(/was edited after it was applied/)
})

test.each([
  ['postgresql://a:b@127.0.0.1:1/x', /no connection to x on 127\.0\.0\.1:1: .{0,40}ECONNREFUSED/],
  [(inject('server_url') as string).replace(/:[^:@]+@/, ':wrong@'), /password authentication failed/],
  [`${inject('server_url')}_none`, /database "envoi_none" does not exist/],
])('an unreachable database is named with its reason (%#)', async (url, line) => {
  await expect(migrate(url)).rejects.toThrow(line)
})
