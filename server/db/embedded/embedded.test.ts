import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openEmbedded } from './embedded.ts'
import { runningPid, stop } from './postmaster.ts'

const CHILD = path.join(import.meta.dirname, '../../testing/processes/embedded-child.ts')
const root = mkdtempSync(path.join(os.tmpdir(), 'envoi-embedded-'))
const dir = path.join(root, 'data')

beforeAll(async () => {
  await (await openEmbedded({ dir, throwaway: true })).close()
  return async () => {
    await stop(dir)
    rmSync(root, { recursive: true, force: true })
  }
})

const open = (exclusive = false) => openEmbedded({ dir, exclusive, throwaway: true })

/** Starts another process that uses the database. */
async function holder(mode = ''): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(CHILD, [dir, mode], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  return { child, url }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

test('the last process stops PostgreSQL, and a new start finds its data', async () => {
  const first = await open()
  const second = await open()
  await query(first.url, 'create table kept (id int); insert into kept values (1)')
  await first.close()
  expect(await query(second.url, 'select * from kept')).toEqual([{ id: 1 }])
  await second.close()
  expect(runningPid(dir)).toBeUndefined()
  const again = await open()
  expect(await query(again.url, 'select * from kept')).toEqual([{ id: 1 }])
  await again.close()
})

test('the service is not a superuser, and only the owner of the folder can read the password', async () => {
  const database = await open()
  expect(await query(database.url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: false },
  ])
  expect(statSync(path.join(dir, 'postgres.json')).mode & 0o777).toBe(0o600)
  expect(await query(database.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  await database.close()
})

test('after kill -9 of the service, the next start uses the PostgreSQL that still runs', async () => {
  const { child, url } = await holder('exclusive')
  await kill(child)
  const database = await open(true)
  expect(database.url).toBe(url)
  await database.close()
  expect(runningPid(dir)).toBeUndefined()
})

test('one folder has one server process; commands may connect alongside it', async () => {
  const { child } = await holder('exclusive')
  await expect(open(true)).rejects.toThrow(
    /another Envoi is running on \S*data\. Stop it, or give this one its own DATA_DIR and PORT/,
  )
  const beside = await open()
  await beside.close()
  const ended = once(child, 'exit')
  child.send('close')
  await ended
  expect(runningPid(dir)).toBeUndefined()
})

test('the next start recovers after PostgreSQL itself was killed', async () => {
  const { child } = await holder()
  process.kill(runningPid(dir) ?? 0, 'SIGKILL')
  await kill(child)
  const database = await open()
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.close()
})

test('PostgreSQL is restarted at the same port if it dies while in use', async () => {
  const database = await open()
  process.kill(runningPid(dir) ?? 0, 'SIGKILL')
  await expect.poll(() => query(database.url, 'select 1 as one').catch(() => undefined)).toEqual([{ one: 1 }])
  await database.close()
  expect(runningPid(dir)).toBeUndefined()
})

test('a process id in postmaster.pid that belongs to another program does not prevent a start', async () => {
  writeFileSync(path.join(dir, 'postgres/postmaster.pid'), `${process.pid}\n`)
  const database = await open()
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(runningPid(dir)).not.toBe(process.pid)
  await database.close()
})

test('the lock of a process that was killed while it started PostgreSQL is taken over', async () => {
  mkdirSync(path.join(dir, 'postgres.starting.lock'))
  writeFileSync(path.join(dir, 'postgres.starting.lock', '999999999-killed'), '')
  const database = await open()
  await database.close()
  expect(existsSync(path.join(dir, 'postgres.starting.lock'))).toBe(false)
})

test('a port that another program uses is not taken', async () => {
  const { port } = JSON.parse(readFileSync(path.join(dir, 'postgres.json'), 'utf8')) as { port: number }
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  const database = await open()
  expect(new URL(database.url).port).not.toBe(String(port))
  await database.close()
  other.close()
})

test('processes that start together start PostgreSQL once', async () => {
  const opened = await Promise.all([open(), open(), open()])
  expect(new Set(opened.map(({ url }) => url)).size).toBe(1)
  await Promise.all(opened.map(({ close }) => close()))
  expect(runningPid(dir)).toBeUndefined()
})

function rewrite(name: string, change: (text: string) => string): void {
  const file = path.join(dir, name)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

test.each([
  [
    'a password that does not fit',
    () => rewrite('postgres.json', (text) => text.replace(/"password":"[^"]+"/, '"password":"x"')),
    /does not contain the password/,
  ],
  [
    'a data folder of another version',
    () => rewrite('postgres/PG_VERSION', () => '11\n'),
    /holds a database of PostgreSQL 11, and this is 18/,
  ],
])('%s is reported in one line', async (_, spoil, line) => {
  const files = ['postgres.json', 'postgres/PG_VERSION'].map((name) => path.join(dir, name))
  const kept = files.map((file) => readFileSync(file, 'utf8'))
  spoil()
  await expect(open()).rejects.toThrow(line)
  await stop(dir)
  files.forEach((file, i) => {
    writeFileSync(file, kept[i] ?? '')
  })
})

test('a folder that cannot be written is reported in one line', async () => {
  writeFileSync(path.join(root, 'a-file'), '')
  await expect(openEmbedded({ dir: path.join(root, 'a-file/data') })).rejects.toThrow(
    /^DATA_DIR cannot be written: .*Name a folder/,
  )
})
