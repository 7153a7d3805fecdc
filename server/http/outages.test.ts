import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { POST as callProcedure } from '@/app/api/trpc/[trpc]/route.ts'
import { authOptions } from '../auth/options.ts'
import { checkDatabase } from '../cli/doctor.ts'
import { closeDatabase, database, openDatabase, unscoped } from '../db/client.ts'
import { outageOf } from '../db/connections/outage.ts'
import { type Embedded, openEmbedded } from '../db/embedded/embedded.ts'
import { stop } from '../db/embedded/postmaster.ts'
import { migrate } from '../db/migrate.ts'
import { env } from '../env.ts'
import { unsubscribeUrl } from '../modules/delivery/tracking/tokens.ts'
import { restApp } from '../rest/app.ts'
import { type TestAccount, testAccount } from '../testing/account.ts'
import { dashboard } from '../testing/dashboard.ts'
import { TEST_POOL } from '../testing/patience.ts'
import { signIn, visit } from '../testing/sign-in.ts'
import { createHttp } from './listener.ts'

const dir = mkdtempSync(path.join(os.tmpdir(), 'envoi-outage-'))
const UNAVAILABLE = 'The service is temporarily unavailable. Try again in a moment'
const HTML = { Accept: 'text/html,application/xhtml+xml' }

let account: TestAccount
let reopened: Embedded | undefined
let base = ''
let calls: { name: string; is_page?: true; ask: () => Promise<Response> }[]

const LIN = { email_address: 'lin@example.net' }
const PASSWORD = 'the heron left at dawn'

const call = (procedure: string, input: object) =>
  callProcedure(
    new Request(`http://envoi.test/api/trpc/${procedure}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: env().APP_URL },
      body: JSON.stringify(input),
    }),
  )

/** Responds like Next to any error of a page: 500, and a body in parts. */
const pages: RequestListener = (request, response) => {
  unscoped()
    .user.count()
    .then(
      () => response.end('fine'),
      () => {
        response.statusCode = 500
        response.setHeader('Content-Type', 'text/html')
        if (request.url === '/flushed') response.flushHeaders()
        if (request.url === '/written') response.writeHead(500, { 'X-Powered-By': 'pages' })
        response.write('part one, ')
        response.end('part two')
      },
    )
}

/** Opens the database in a process that is then killed, so PostgreSQL is not restarted when it stops. */
async function openUnwatched(): Promise<string> {
  const child = fork(path.join(import.meta.dirname, '../testing/processes/embedded-child.ts'), [dir], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  child.kill('SIGKILL')
  await once(child, 'exit')
  return url
}

beforeAll(async () => {
  const url = await openUnwatched()
  await migrate(url)
  await closeDatabase()
  openDatabase(url, { max: 4 })
  account = await testAccount()
  const { account_id } = account
  await unscoped().form.create({ data: { account_id, name: 'Footer', uid: 'footer' } })
  const server = createHttp(restApp({ base_url: 'http://envoi.test', metrics_token: undefined }), pages, {
    app_url: env().APP_URL,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const get = (path: string, headers = {}) => fetch(base + path, { headers })
  const post = (path: string, body: string, headers = {}) => fetch(base + path, { method: 'POST', body, headers })
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const api_key = { 'X-Service-Api-Key': account.api_key, 'Content-Type': 'application/json' }
  const unsubscribe = new URL(unsubscribeUrl({ account_id, mail_id: 1, subscriber_id: 1 })).pathname
  calls = [
    { name: '/v4 read', ask: () => get('/v4/tags', api_key) },
    { name: '/v4 write', ask: () => post('/v4/tags', '{"name": "x"}', api_key) },
    {
      name: '/v4 keyed write',
      ask: () =>
        post('/v4/snippets', '{"name": "x", "snippet_type": "inline", "content": "x"}', {
          ...api_key,
          'Idempotency-Key': 'k',
        }),
    },
    {
      name: 'OAuth token',
      ask: () => post('/oauth/token', 'grant_type=refresh_token&refresh_token=x&client_id=x', form),
    },
    { name: 'sign-in', ask: () => signIn({ email_address: account.email, password: 'not the heron' }) },
    { name: 'sign-in that ends a sign-up', ask: () => signIn({ sign_up_token: 'never-was', password: PASSWORD }) },
    ...Object.entries({
      'account.signUp': { ...LIN, name: 'Lin', account_name: 'Fern Notes', password: PASSWORD, time_zone: 'UTC' },
      'users.requestReset': LIN,
      'users.resetPassword': { token: 'never-was', password: PASSWORD },
      'team.join': { token: 'never-was', name: 'Lin', password: PASSWORD },
    }).map(([name, input]) => ({ name: `tRPC ${name}`, ask: () => call(name, input) })),
    { name: 'hosted form', is_page: true, ask: () => get('/f/footer', HTML) },
    {
      name: 'sign-up of a hosted form',
      is_page: true,
      ask: () => post('/f/footer', 'email_address=lin%40example.net', { ...form, ...HTML }),
    },
    { name: 'unsubscribe page', is_page: true, ask: () => get(unsubscribe, HTML) },
    { name: 'one-click unsubscribe', ask: () => post(unsubscribe, 'List-Unsubscribe=One-Click', form) },
    { name: 'page', is_page: true, ask: () => get('/broadcasts', HTML) },
    { name: 'page with flushed headers', is_page: true, ask: () => get('/flushed', HTML) },
    { name: 'page with written headers', is_page: true, ask: () => get('/written', HTML) },
    { name: 'data of a page', ask: () => get('/written', { Accept: '*/*' }) },
  ]
  return () => {
    server.closeAllConnections()
    server.close()
  }
})

afterAll(async () => {
  await closeDatabase()
  await reopened?.close()
  await stop(dir)
  rmSync(dir, { recursive: true, force: true })
  openDatabase(inject('database_url'), TEST_POOL)
})

describe('a full disk', () => {
  test('writes are answered 503 with Retry-After, and reads still work', async () => {
    await database().pool.query(`create function full_disk() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file "base/1/2": No space left on device' using errcode = 'disk_full';
      end $$; create trigger full_disk before insert on tag for each row execute function full_disk()`)
    const refused = await fetch(`${base}/v4/tags`, {
      method: 'POST',
      body: '{"name": "x"}',
      headers: { 'X-Service-Api-Key': account.api_key, 'Content-Type': 'application/json' },
    })
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '30',
      { errors: [UNAVAILABLE] },
    ])
    await expect(dashboard(account).tags.create({ name: 'x' })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: UNAVAILABLE,
    })
    expect(await dashboard(account).tags.list({})).toMatchObject({ rows: [] })
    await database().pool.query('drop trigger full_disk on tag')
  })

  test('/readyz reports it after a write was refused, until one succeeds', async () => {
    const readiness = async () => {
      const answer = await fetch(`${base}/readyz`)
      return [answer.status, (await answer.json()).status]
    }
    const admin = await connected({ username: 'postgres' })
    await admin.query(`create function no_room() returns event_trigger language plpgsql as $$ begin
        raise exception 'could not extend file "base/1/2": No space left on device' using errcode = 'disk_full';
      end $$; create event trigger no_room on ddl_command_start execute function no_room()`)
    const room = 'alter event trigger no_room'
    const client = await database().pool.connect()
    const statement = 'create table more ()'
    // A job has its own connection, and no request responds with its error.
    const ways = [() => database().pool.query(statement), () => client.query(statement)]
    for (const write of ways) {
      await admin.query(`${room} enable`)
      await expect(write()).rejects.toThrow('No space left on device')
      expect(await readiness()).toEqual([503, 'database cannot write'])
      expect(await readiness()).toEqual([503, 'database cannot write'])
      expect(await checkDatabase({ env: env() })).toContainEqual({
        subject: 'database',
        status: 'fail',
        text: expect.stringContaining('refuses writes: could not extend file "base/1/2": No space left on device'),
      })
      await admin.query(`${room} disable`)
      // A slow database has not responded yet.
      await expect.poll(readiness).toEqual([200, 'ready'])
    }
    client.release()
    await admin.query('drop event trigger no_room')
    await admin.end()
  })

  test('temporary files over their limit count as full', async () => {
    const admin = await connected({ username: 'postgres' })
    await admin.query('alter role envoi set temp_file_limit = 0')
    const client = await connected({})
    await client.query('set work_mem = 64')
    const sorting = client.query('select n from generate_series(1, 100000) n order by -n')
    expect(outageOf(await sorting.catch((error: Error) => error))).toMatchObject({
      code: 'unavailable',
      retry_after: 30,
    })
    await admin.query('alter role envoi reset temp_file_limit')
    await Promise.all([admin.end(), client.end()])
  })
})

async function connected(change: { username?: string }): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: Object.assign(new URL(database().url), change).href })
  await client.connect()
  return client
}

describe('an unavailable database', () => {
  test('every transport answers 503 with Retry-After in its own form, and all work once it is available again', async () => {
    for (const { name, ask } of calls) expect((await ask()).status, name).toBeLessThan(500)
    await stop(dir)
    // The first request finds its connections broken, the second one cannot connect.
    for (const round of ['broken', 'refused']) {
      for (const { name, is_page, ask } of calls) {
        const answer = await ask()
        const text = await answer.text()
        expect([answer.status, answer.headers.get('retry-after')], `${name}, ${round}`).toEqual([503, '5'])
        if (is_page) expect(text, name).toContain('<h1>Temporarily unavailable</h1>')
        else if (name.startsWith('/v4')) expect(JSON.parse(text), name).toEqual({ errors: [UNAVAILABLE] })
        else if (name === 'OAuth token')
          expect(JSON.parse(text)).toMatchObject({ error: 'temporarily_unavailable', error_description: UNAVAILABLE })
        else if (name.startsWith('tRPC')) expect(JSON.parse(text)).toMatchObject({ error: { message: UNAVAILABLE } })
        else if (name.startsWith('sign-in'))
          expect(new URL(JSON.parse(text).url).searchParams.get('error')).toBe(UNAVAILABLE)
      }
    }
    // The route responds 503, while next-auth alone would redirect, as for any other error.
    const onOutage = vi.fn()
    const account = { type: 'oauth', provider: 'google', providerAccountId: '1' } as const
    const given = { account, user: { id: '' }, profile: {} }
    await expect(authOptions(visit({ onOutage })).callbacks?.signIn?.(given)).rejects.toThrow(UNAVAILABLE)
    expect(onOutage).toHaveBeenCalledWith(expect.objectContaining({ retry_after: 5 }))
    reopened = await openEmbedded({ dir, throwaway: true })
    for (const { name, ask } of calls) expect((await ask()).status, name).toBeLessThan(500)
  })
})
