import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { root, sourceFiles } from '@/scripts/checks/source-files.ts'
import { systemCtx } from '../../core/context.ts'
import { writeTogether } from '../../core/write/together.ts'
import { write } from '../../core/write/write.ts'
import { restApp } from '../../rest/app.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { PATIENCE, TEST_POOL } from '../../testing/patience.ts'
import { closeDatabase, database, openDatabase, unscoped } from '../client.ts'
import { snapshot } from '../embedded/snapshot.ts'
import { withConnection } from './connection-use.ts'
import { outageOf } from './outage.ts'

let account: TestAccount
/** Frees the connections used by a test, also if it fails. */
let free = () => {}

beforeAll(async () => {
  await closeDatabase()
  openDatabase(inject('database_url'), { max: 2, sending: 1, exports: 1 })
  account = await testAccount()
})
afterEach(() => {
  free()
  setWait(15_000)
})
afterAll(async () => {
  await closeDatabase()
  openDatabase(inject('database_url'), TEST_POOL)
})

const setWait = (ms: number) => {
  database().pool.options.connectionTimeoutMillis = ms
}

/** Uses all connections of the main pool until `free` is called. Other code waits for 100 ms. */
async function exhaust(): Promise<void> {
  const end = new Promise<void>((resolve) => (free = resolve))
  const holds = [1, 2].map(
    () =>
      new Promise<void>((resolve) => {
        void withConnection(database().pool, async () => {
          resolve()
          await end
        })
      }),
  )
  await Promise.all(holds)
  // Set only here, because opening a connection may take longer.
  setWait(100)
}

const SECOND = { name: 'SecondConnection' }

test('code that uses a connection cannot ask for a second one, by SQL or by Prisma', async () => {
  const { ctx } = account
  await expect(write(ctx, () => database().pool.query('select 1'))).rejects.toMatchObject(SECOND)
  await expect(write(ctx, () => ctx.sql.one('select 1 from account where id = $1'))).rejects.toMatchObject(SECOND)
  await expect(write(ctx, () => ctx.db.tag.findFirst())).rejects.toThrow('asks for one of the pool "main"')
  await expect(write(ctx, () => unscoped().$transaction(async () => 1))).rejects.toThrow('asks for one of the pool')
  await expect(write(ctx, () => write(systemCtx(ctx.account_id), async () => 1))).rejects.toMatchObject(SECOND)
  await expect(write(ctx, () => snapshot(ctx.account_id, async () => 1))).rejects.toMatchObject(SECOND)
})

test('the error for a second connection names the places of both requests', async () => {
  const takeFirst = () => withConnection(database().pool, askSecond)
  const askSecond = () => database().pool.query('select 1')
  const error: Error = await takeFirst().catch((reason) => reason)
  const [, first, second] = error.message.split('here:\n')
  expect(first).toContain('takeFirst')
  expect(second).toContain('askSecond')
})

test('a request that joined a transaction cannot ask for a second connection after its first write', async () => {
  const together = writeTogether(account.ctx, async () => undefined)
  const second_use = together.run(async (ctx) => {
    await database().pool.query('select 1')
    await write(ctx, async (tx) => tx.sql.one('select 1 from account where id = $1'))
    expect(await ctx.sql.one('select 2 as two from account where id = $1')).toEqual({ two: 2 })
    await database().pool.query('select 1')
  })
  await expect(second_use).rejects.toMatchObject(SECOND)
  await together.abandon()
})

test('code that uses a connection for long work may use the main pool, but no second one for long work', async () => {
  const { long, pool } = database()
  await withConnection(long.pool, async () => {
    expect((await pool.query('select 1')).rowCount).toBe(1)
    await write(account.ctx, async (tx) => tx.sql.one('select 1 from account where id = $1'))
    await expect(long.pool.query('select 1')).rejects.toMatchObject(SECOND)
  })
})

test('two transactions in parallel or in sequence do not count as a second connection', async () => {
  const one = () => write(account.ctx, (tx) => tx.sql.one('select 1 as one from account where id = $1'))
  expect(await Promise.all([one(), one()])).toEqual([{ one: 1 }, { one: 1 }])
  expect(await one()).toEqual({ one: 1 })
})

test('a failed wait for a connection reports which pool, how many connections, how long, and what to change', async () => {
  await exhaust()
  const message =
    'No database connection for requests and jobs became free within 0.1 s: all 2 are in use and 0 more callers wait. Raise DATABASE_POOL if PostgreSQL allows more connections, or look for slow statements.'
  const asks = [() => database().pool.query('select 1'), () => database().pool.connect()]
  for (const ask of asks) await expect(ask()).rejects.toThrow(message)
  for (const ask of [...asks, () => unscoped().user.count(), () => write(account.ctx, async () => 1)]) {
    const error = await Promise.resolve(ask()).catch((reason: unknown) => reason)
    expect(outageOf(error)).toMatchObject({ code: 'unavailable', retry_after: 5 })
  }
})

test('requests answer 503 with Retry-After when no connection becomes free', async () => {
  await api('GET /v4/tags', key(account))
  await exhaust()
  const answer = await api('GET /v4/tags', key(account))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
})

test('all code that keeps a connection longer than one statement is checked', () => {
  const takers = sourceFiles(['ts'])
    .filter(
      (file) =>
        /^server\/(?!testing|jobs\/testing|db\/connections\/(?:pool|connection-use|session)\.ts)/.test(file) &&
        !/\.test\.ts$/.test(file),
    )
    .filter((file) => /[pP]ool(?:\(\))?\s*\.connect\(/.test(readFileSync(path.join(root, file), 'utf8')))
  expect(takers).toEqual([])
})

test('every process started by tests checks for second connections', () => {
  const unchecked = sourceFiles(['ts'])
    .filter((file) => /^server\/testing\//.test(file))
    .filter((file) => {
      const source = readFileSync(path.join(root, file), 'utf8')
      return /setEnv\(/.test(source) && /openDatabase\(/.test(source) && !source.includes(`DATABASE_CHECK: 'on'`)
    })
  expect(unchecked).toEqual([])
})

test('/readyz answers while all connections for requests are in use', async () => {
  const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined, ready_ms: PATIENCE.timeout })
  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`
  // Ends the state left by a write that another test let fail: the next request tries one.
  await fetch(url)
  await exhaust()
  const ready = await fetch(url)
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
  server.closeAllConnections()
  server.close()
})
