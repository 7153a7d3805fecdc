import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { inspectMigration, newKnown } from '../../scripts/checks/migrations.ts'
import { env } from '../env.ts'
import { testAccount } from '../testing/account.ts'
import { runInOwnDatabase } from '../testing/database/own-database.ts'
import { type RestProcess, startRest } from '../testing/processes/rest-process.ts'
import { deepTest } from '../testing/runner/deep.ts'
import { makeOtherVersion, programOf } from '../testing/update/other-version.ts'
import { startReverseProxy } from '../testing/update/reverse-proxy.ts'
import { database } from './client.ts'
import { migrate, readMigrations } from './migrate.ts'

runInOwnDatabase()

// A version refuses a database with a migration that it does not know.
beforeEach(() => database().pool.query(`delete from _prisma_migrations where migration_name like '2999%'`))

const ROWS = inject('migrated_rows')

/** Each may send 600 requests a minute. */
const ACCOUNTS = 41

const EXPAND = `ALTER TABLE tag ADD COLUMN slug text NOT NULL DEFAULT ''`
const FILL = `-- Repeats until no row changes.
UPDATE tag t SET slug = lower(t.name) FROM (
  SELECT account_id, id FROM tag
  WHERE (account_id, id) > (current_setting('migration.account_id')::int, current_setting('migration.id')::int) AND slug = ''
  ORDER BY account_id, id LIMIT 2000
) batch WHERE t.account_id = batch.account_id AND t.id = batch.id RETURNING t.account_id, t.id`
const INDEX = `-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS tag_slug_idx ON tag (account_id, slug)`
const PROMISE = `ALTER TABLE tag ADD CONSTRAINT tag_slug_short CHECK (length(slug) < 1000) NOT VALID`
const CHECKED = `ALTER TABLE tag VALIDATE CONSTRAINT tag_slug_short`

const named = (parts: readonly string[]) =>
  parts.map((sql, i) => ({ name: `2999010100000${i}_slugs`, sql, checksum: String(i).repeat(64) }))

const PARTS = named([EXPAND, FILL, INDEX, PROMISE, CHECKED])

/** Reads and writes at the address until `end` is called, without pauses. Resolves to the statuses and the longest duration of a request. */
function load(url: string, tokens: readonly string[]) {
  const statuses = new Map<number | undefined, number>()
  let [count, slowest_ms, hasEnded] = [0, 0, false]
  const request = async (): Promise<number | undefined> => {
    const headers = { Authorization: `Bearer ${tokens[count % tokens.length]}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ name: `Tag ${count}` })
    const answer = await (count % 2 === 0
      ? fetch(`${url}/v4/tags?per_page=5`, { headers })
      : fetch(`${url}/v4/tags`, { method: 'POST', body, headers })
    ).catch(() => undefined)
    const json = await answer?.json().catch(() => undefined)
    return json && answer?.status
  }
  const loop = async () => {
    while (!hasEnded) {
      const began = performance.now()
      const status = await request()
      slowest_ms = Math.max(slowest_ms, performance.now() - began)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      count++
    }
  }
  const running = loop()
  return {
    count: () => count,
    end: async () => {
      hasEnded = true
      await running
      return { statuses: [...statuses.keys()].sort(), count, slowest_ms: Math.round(slowest_ms) }
    },
  }
}

/** Runs the update command of docs/operate.md as another version. Returns its output. */
async function migrateAs(version: string, url: string): Promise<string> {
  const { DATA_DIR, SECRET_KEY } = env()
  const child = spawn(process.execPath, [...programOf(version, 'server/cli.ts'), 'migrate'], {
    env: { PATH: '', NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR, SECRET_KEY, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [[code], printed] = await Promise.all([once(child, 'close'), text(child.stdout)])
  expect(code).toBe(0)
  return printed
}

const versionOf = async ({ port }: RestProcess) =>
  /^envoi_info\{version="([^"]+)"\}/m.exec(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())?.[1]

deepTest(
  'one address answers every request while a large table is migrated and the new version takes over from the old one',
  async () => {
    const { url, pool } = database()
    const [first, ...others] = await Promise.all(Array.from({ length: ACCOUNTS }, () => testAccount()))
    const tokens = others.map(({ token }) => token)
    await pool.query(
      `insert into tag (account_id, name, name_folded, created_at)
     select $1, 'Row ' || i, 'row ' || i, now() from generate_series(1, $2::int) i`,
      [first?.account_id, ROWS],
    )
    const known = newKnown()
    for (const migration of PARTS) expect(await inspectMigration(migration, known)).toEqual([])
    const version = makeOtherVersion('7.7.7', PARTS)
    const proxy = await startReverseProxy()
    onTestFinished(proxy.close)
    const old_server = await startRest(url, { as_product: true })
    onTestFinished(old_server.kill)
    proxy.leadTo([old_server.port])
    const requests = load(proxy.url, tokens)
    await expect.poll(requests.count).toBeGreaterThan(2)

    const began = performance.now()
    const old_answers = requests.count()
    expect((await migrateAs(version, url)).trim().split('\n')).toEqual(PARTS.map(({ name }) => name))
    const seconds = (performance.now() - began) / 1_000
    const during = requests.count() - old_answers
    expect(during).toBeGreaterThan(0)

    // The previous version serves on the migrated tables, alongside the new one and until it is told to stop.
    const new_server = await startRest(url, { as_product: true, version })
    onTestFinished(new_server.kill)
    expect(await versionOf(new_server)).toBe('7.7.7')
    expect(await versionOf(old_server)).not.toBe('7.7.7')
    const answered = proxy.answersOf(old_server.port)
    proxy.leadTo([old_server.port, new_server.port])
    await expect.poll(() => proxy.answersOf(old_server.port)).toBeGreaterThan(answered + 2)
    proxy.leadTo([new_server.port])
    expect(await old_server.stop()).toBe(0)
    const taken_over = proxy.answersOf(new_server.port)
    await expect.poll(() => proxy.answersOf(new_server.port)).toBeGreaterThan(taken_over + 2)

    const { statuses, slowest_ms } = await requests.end()
    expect(statuses).toEqual([200, 201])
    const left = await pool.query(`select count(*)::int as count from tag where slug = '' and name like 'Row %'`)
    expect(left.rows).toEqual([{ count: 0 }])
    const index = await pool.query(`select indisvalid from pg_index where indexrelid = 'tag_slug_idx'::regclass`)
    expect(index.rows).toEqual([{ indisvalid: true }])
    if (ROWS >= 1_000_000) console.log({ rows: ROWS, seconds, during, slowest_ms })
  },
)

test('rows filled by a killed start stay, and the next start continues', async () => {
  const { url, pool } = database()
  await pool.query(`create table filled (id int primary key, done boolean not null default false);
    insert into filled (id) select generate_series(1, 10)`)
  const fill = {
    name: '29990102000000_fill',
    checksum: 'f'.repeat(64),
    sql: `-- Repeats until no row changes.
      UPDATE filled SET done = 1 / (7 - id) IS NOT NULL WHERE id = (SELECT id FROM filled WHERE NOT done ORDER BY id LIMIT 1)`,
  }
  const migrations = [...readMigrations(), fill]
  await expect(migrate(url, { migrations })).rejects.toThrow('division by zero')
  expect((await pool.query('select count(*)::int from filled where done')).rows).toEqual([{ count: 6 }])
  await pool.query('update filled set id = 70 where id = 7')
  expect(await migrate(url, { migrations })).toEqual([fill.name])
  expect((await pool.query('select count(*)::int from filled where done')).rows).toEqual([{ count: 10 }])
})

test('a migration ends even if an old process keeps writing rows', async () => {
  const { url, pool } = database()
  await pool.query(`create table written (account_id int, id int, done boolean not null default false, primary key (account_id, id));
    create sequence written_before increment -1 start 1000 minvalue 1 maxvalue 1000;
    create function write_before() returns trigger language plpgsql as $$ begin
      insert into written values (1, nextval('written_before')); return null; end $$;
    create trigger write_before after update on written for each statement execute function write_before();
    insert into written (account_id, id) select 1, generate_series(2001, 2010)`)
  const fill = {
    name: '29990104000000_fill',
    checksum: 'd'.repeat(64),
    sql: `-- Repeats until no row changes.
      UPDATE written w SET done = true FROM (
        SELECT account_id, id FROM written
        WHERE (account_id, id) > (current_setting('migration.account_id')::int, current_setting('migration.id')::int) AND NOT done
        ORDER BY account_id, id LIMIT 4
      ) batch WHERE w.account_id = batch.account_id AND w.id = batch.id RETURNING w.account_id, w.id`,
  }
  expect(await migrate(url, { migrations: [...readMigrations(), fill] })).toEqual([fill.name])
  expect((await pool.query('select from written where not done and id > 2000')).rowCount).toBe(0)
  // The second pass must have found every row written during the first.
  expect((await pool.query('select from written where done and id <= 1000')).rowCount).toBeGreaterThan(2)
})

test('an index that an interrupted start left half-built is built again', async () => {
  const { url, pool } = database()
  await pool.query(`create table doubled (id int); insert into doubled values (1), (1)`)
  const index = {
    name: '29990103000000_index',
    checksum: 'e'.repeat(64),
    sql: `-- Runs outside of a transaction.\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS doubled_id ON doubled (id)`,
  }
  const migrations = [...readMigrations(), index]
  await expect(migrate(url, { migrations })).rejects.toThrow('could not create unique index')
  await pool.query('delete from doubled')
  expect(await migrate(url, { migrations })).toEqual([index.name])
  const { rows: valid } = await pool.query(`select indisvalid from pg_index where indexrelid = 'doubled_id'::regclass`)
  expect(valid).toEqual([{ indisvalid: true }])
})
