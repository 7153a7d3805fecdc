import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, inject, onTestFinished, test } from 'vitest'
import { closeDatabase, database, openDatabase } from './db/client.ts'
import { env } from './env.ts'
import { testAccount } from './testing/account.ts'
import { makeEmptyDatabase } from './testing/database/database.ts'
import { TEST_POOL } from './testing/patience.ts'
import { POOLERS, startPooler } from './testing/poolers/pooler.ts'
import { startRest } from './testing/processes/rest-process.ts'
import { sampled } from './testing/runner/deep.ts'

// Statements must leave nothing in a session, which the next transaction of another process gets.

const UNPREPARED = { DATABASE_PREPARED: 'off' }

async function emptyDatabase(): Promise<string> {
  const test_database = await makeEmptyDatabase(inject('server_url'))
  onTestFinished(async () => {
    await closeDatabase()
    await test_database.drop()
    openDatabase(inject('database_url'), TEST_POOL)
  })
  return test_database.url
}

async function startWeb(url: string) {
  const web = await startRest(url, { as_product: true, more: UNPREPARED })
  onTestFinished(async () => void (await web.stop()))
  return web
}

/** Runs a program of this version with a database. */
function start(url: string, program: string, ...args: string[]) {
  const { DATA_DIR, SECRET_KEY } = env()
  const settings = { PATH: '', NODE_ENV: 'test' as const, DATABASE_URL: url, DATA_DIR, SECRET_KEY, LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program), ...args], { env: settings })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return { child, ended }
}

async function startWorker(url: string) {
  const { child, ended } = start(url, 'worker.ts')
  const errors = text(child.stderr)
  let output = ''
  // On a slow machine, the first line is about what the start waits for.
  const start_of_jobs = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
      if (output.includes('Jobs are running.')) resolve(output)
    })
  })
  return { output: await Promise.race([start_of_jobs, ended.then(() => errors)]), ended }
}

async function command(url: string, ...args: string[]) {
  const { child, ended } = start(url, 'cli.ts', ...args)
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { output, errors, code: code as number }
}

/** Locks kept by sessions without a transaction. */
const KEPT = `select a.application_name, l.mode from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and a.state = 'idle' and a.datname = current_database()`

test.each(POOLERS)(
  'behind %s in transaction mode, web processes migrate and answer, and workers and commands start',
  async (name) => {
    const url = await emptyDatabase()
    const pooler = await startPooler(name, url, 'transaction')
    const first = await startWeb(pooler.url)
    const second_web = await startWeb(pooler.url)
    await closeDatabase()
    openDatabase(url, { max: 4 })
    expect((await database().pool.query(KEPT)).rows).toEqual([])
    const { api_key } = await testAccount()
    for (const web of [first, second_web]) expect(await web.get('/v4/tags', { 'X-Service-Api-Key': api_key })).toBe(200)
    expect((await startWorker(url)).output).toContain('Jobs are running.')
    expect(await command(pooler.url, 'jobs', 'list')).toMatchObject({ errors: '', code: 0 })
    await database().pool.query('delete from api_key')
    for (const web of [first, second_web])
      await expect.poll(() => web.get('/v4/tags', { 'X-Service-Api-Key': api_key })).toBe(401)
  },
)

test.each(POOLERS)('behind %s in transaction mode, a worker is refused with the reason', async (name) => {
  const pooler = await startPooler(name, inject('database_url'), 'transaction')
  expect((await startWorker(pooler.url)).output).toContain(
    'DATABASE_URL: this process runs jobs, which lock sessions of PostgreSQL, and a pooler in transaction mode',
  )
})

test.each(sampled(POOLERS.slice(0, 1), 0))(
  'behind %s in session mode, web processes and workers start',
  async (name) => {
    const url = await emptyDatabase()
    const pooler = await startPooler(name, url, 'session')
    const web = await startWeb(pooler.url)
    await closeDatabase()
    openDatabase(url, { max: 4 })
    const { api_key } = await testAccount()
    expect(await web.get('/v4/tags', { 'X-Service-Api-Key': api_key })).toBe(200)
    expect((await startWorker(pooler.url)).output).toContain('Jobs are running.')
  },
)
