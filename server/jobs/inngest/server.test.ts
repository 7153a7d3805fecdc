import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { clock } from '../../core/clock.ts'
import { systemCtx } from '../../core/context.ts'
import type { Logger } from '../../core/log.ts'
import { job } from '../job.ts'
import { pauseAfter } from '../outbox/relay.ts'
import { type Execution, type Jobs, type JobsOptions, startJobs } from '../start.ts'
import { silent, testEngines, until } from '../testing/harness.ts'

const { pool } = testEngines({ client: 'envoi' })
const open: { jobs: Jobs[]; servers: Server[] } = { jobs: [], servers: [] }

afterEach(async () => {
  for (const jobs of open.jobs.splice(0)) await jobs.stop(1_000)
  for (const server of open.servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

interface Call {
  method: string
  path: string
  authorization: string | undefined
  body: string
}

/** Stands for an Inngest server: keeps what it is asked, and answers as one does. It refuses the first so many registrations. */
async function inngestServer({ port = 0, refusals = 0 } = {}): Promise<{ port: number; calls: Call[] }> {
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    calls.push({ method, path, authorization: headers.authorization, body: await bodyOf(request) })
    const is_connect = path.startsWith('/v0/connect/')
    response.writeHead(is_connect ? 500 : 200, { 'content-type': 'application/json' })
    if (path.startsWith('/fn/register') && refusals-- > 0)
      return response.end(JSON.stringify({ error: 'Invalid signing key' }))
    response.end(JSON.stringify({ ok: true, ids: ['x'], status: 200, modified: true }))
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  open.servers.push(server)
  return { port: (server.address() as AddressInfo).port, calls }
}

const Data = z.object({ account_id: z.int() })
const definitions = [job({ id: 'numbers/remote', on: 'number.added', data: Data }, async () => 'ran')]

async function start(
  port: number,
  execution: Execution,
  { is_announced = true, ...options }: Partial<JobsOptions> & { is_announced?: boolean } = {},
): Promise<Jobs> {
  const settings = {
    BASE_URL: 'https://mail.example.com',
    INNGEST_EVENT_KEY: 'event-key',
    INNGEST_SIGNING_KEY: 'signkey-test-0123456789abcdef',
    INNGEST_BASE_URL: `http://127.0.0.1:${port}`,
  }
  const jobs = await startJobs({
    pool: pool(),
    definitions,
    systemCtx,
    settings: { ...settings, ...options.settings },
    execution,
    log: options.log ?? silent,
    now: clock.now,
    // Instead of pauses of seconds.
    tuning: { poll_ms: 50 },
  })
  open.jobs.push(jobs)
  if (is_announced) jobs.announce()
  return jobs
}

const pathsOf = (calls: Call[]) => calls.map(({ path }) => path.split('?')[0])
const isRegistered = (calls: Call[]) => () => pathsOf(calls).includes('/fn/register')

const ask = (jobs: Jobs, host: string, method = 'PUT') =>
  jobs.answer(new Request(`http://${host}/api/inngest`, { method, headers: { host } }))

test('a web process hands over no event before Inngest has accepted its functions', async () => {
  const { port, calls } = await inngestServer({ refusals: 2 })
  await pool().query(`insert into outbox (type, account_id, data) values ('number.added', 1, '{}')`)
  await start(port, 'serve')
  await until(() => pathsOf(calls).includes('/e/event-key'), 'the event to arrive')
  expect(pathsOf(calls)).toEqual(['/fn/register', '/fn/register', '/fn/register', '/e/event-key'])
  expect(calls[2]?.authorization).toMatch(/^Bearer signkey-test-/)
})

test('a web process registers at Inngest once it answers requests', async () => {
  const { port, calls } = await inngestServer()
  const jobs = await start(port, 'serve', { is_announced: false })
  await fetch(`http://127.0.0.1:${port}/later`)
  expect(pathsOf(calls)).toEqual(['/later'])
  jobs.announce()
  await until(isRegistered(calls), 'the registration')
})

test('Envoi registers at Inngest with the address of BASE_URL', async () => {
  const { port, calls } = await inngestServer()
  const jobs = await start(port, 'serve')
  expect((await ask(jobs, 'mail.example.com')).status).toBe(200)
  const [registration] = calls.filter(({ path }) => path.startsWith('/fn/register'))
  const { url, functions } = JSON.parse(registration?.body ?? '{}')
  expect(url).toBe('https://mail.example.com/api/inngest')
  expect(functions[0].steps.step.runtime.url).toMatch(/^https:\/\/mail\.example\.com\/api\/inngest\?/)
})

test('INNGEST_SERVE_ORIGIN overrides the address that Envoi registers', async () => {
  const { port, calls } = await inngestServer()
  const jobs = await start(port, 'serve', { settings: { INNGEST_SERVE_ORIGIN: 'http://envoi.internal:3000' } })
  expect((await ask(jobs, 'mail.example.com')).status).toBe(421)
  expect((await ask(jobs, 'envoi.internal:3000')).status).toBe(200)
  const [registration] = calls.filter(({ path }) => path.startsWith('/fn/register'))
  expect(JSON.parse(registration?.body ?? '{}').url).toBe('http://envoi.internal:3000/api/inngest')
})

test('a request for another host registers nothing and says which address to use', async () => {
  const { port, calls } = await inngestServer()
  const jobs = await start(port, 'serve')
  await until(isRegistered(calls), 'the process to register itself')
  calls.splice(0)
  for (const host of ['localhost:3000', 'evil.example', 'mail.example.com.evil.example']) {
    for (const method of ['GET', 'PUT', 'POST']) {
      const answer = await ask(jobs, host, method)
      expect(answer.status).toBe(421)
      expect(await answer.text()).toContain('Inngest must call this service at https://mail.example.com.')
    }
  }
  expect(calls).toEqual([])
})

test('Inngest may call 127.0.0.1 as localhost, on the same port', async () => {
  const { port } = await inngestServer()
  const jobs = await start(port, 'serve', { settings: { BASE_URL: 'http://127.0.0.1:3000' } })
  expect((await ask(jobs, 'localhost:3000', 'POST')).status).not.toBe(421)
  expect((await ask(jobs, '[::1]:3000', 'POST')).status).not.toBe(421)
  expect((await ask(jobs, 'localhost:3001', 'POST')).status).toBe(421)
  expect((await ask(jobs, 'mail.example.com:3000', 'POST')).status).toBe(421)
})

test('with WORKER=off a process executes nothing for Inngest and relays no events', async () => {
  const { port, calls } = await inngestServer()
  const jobs = await start(port, 'off')
  expect((await ask(jobs, 'mail.example.com')).status).toBe(404)
  await jobs.send([{ name: 'number.added', data: { account_id: 1 } }])
  expect(calls.map(({ path }) => path)).toEqual(['/e/event-key'])
})

test('a worker connects to Inngest itself, serves no address, and stops though Inngest never accepts it', async () => {
  const { port, calls } = await inngestServer()
  const jobs = await start(port, 'connect')
  const asked = () => calls.find(({ path }) => path === '/v0/connect/start')
  await until(async () => asked() !== undefined, 'the worker to connect')
  expect(asked()?.authorization).toMatch(/^Bearer signkey-test-/)
  expect((await ask(jobs, 'mail.example.com')).status).toBe(404)
})

test('a worker that loses Inngest while it connects connects again when Inngest is back, not after the pause of the SDK', async () => {
  // In a thread of its own the SDK would have a clock of its own.
  vi.stubEnv('INNGEST_CONNECT_ISOLATE_EXECUTION', 'false')
  onTestFinished(() => void vi.unstubAllEnvs())
  const first = await inngestServer()
  await start(first.port, 'connect')
  const asked = (calls: Call[]) => calls.some(({ path }) => path === '/v0/connect/start')
  await until(async () => asked(first.calls), 'the worker to connect')
  // The SDK measures its pauses by this clock, so they never end.
  const now = Date.now()
  const stopped = vi.spyOn(Date, 'now').mockReturnValue(now)
  onTestFinished(() => stopped.mockRestore())
  const [server] = open.servers.splice(0)
  server?.closeAllConnections()
  server?.close()
  const tells = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => tells.mockRestore())
  const failed = async () =>
    (await Promise.allSettled(tells.mock.results.map(({ value }) => value))).some(({ status }) => status === 'rejected')
  await until(failed, 'the worker to find Inngest away')
  const second = await inngestServer({ port: first.port })
  await until(async () => asked(second.calls), 'the worker to connect again')
})

test('a worker hands over no event before Inngest has accepted it and so knows its functions', async () => {
  const { port, calls } = await inngestServer()
  await pool().query(`insert into outbox (type, account_id, data) values ('number.added', 1, '{}')`)
  const jobs = await start(port, 'connect')
  const attempts = () => calls.filter(({ path }) => path === '/v0/connect/start').length
  await until(async () => attempts() >= 2, 'two attempts to connect')
  await jobs.stop(1_000)
  expect(calls.filter(({ path }) => path.startsWith('/e/'))).toEqual([])
  expect((await pool().query('select from outbox')).rowCount).toBe(1)
})

test('events wait for an Inngest that is away and arrive in order when it is back and knows the functions', async () => {
  const first = await inngestServer()
  let failures = 0
  const log = { ...silent, info: () => undefined, warn: () => failures++ } as unknown as Logger
  await start(first.port, 'serve', { log })
  await pool().query(
    `insert into outbox (type, account_id, data)
     select 'number.added', 1, jsonb_build_object('n', n) from generate_series(1, 250) as n`,
  )
  const numbers = (calls: Call[]) =>
    calls.flatMap(({ path, body }) =>
      (path.startsWith('/e/') ? JSON.parse(body) : []).map((event: { data: { n: number } }) => event.data.n),
    )
  await until(async () => numbers(first.calls).length >= 250, 'the first events')
  const [server] = open.servers.splice(0)
  server?.closeAllConnections()
  server?.close()
  await pool().query(
    `insert into outbox (type, account_id, data)
     select 'number.added', 1, jsonb_build_object('n', n) from generate_series(251, 900) as n`,
  )
  await until(() => failures > 0, 'the process to find Inngest away')
  const second = await inngestServer({ port: first.port })
  await until(async () => numbers(second.calls).length >= 650, 'the waiting events')
  expect(numbers(second.calls)).toEqual(Array.from({ length: 650 }, (_, i) => i + 251))
  expect(pathsOf(second.calls)[0]).toBe('/fn/register')
})

test('a process stops though Inngest accepts its events and never answers, and the events stay', async () => {
  const calls: string[] = []
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/e/')) calls.push(request.url)
    else response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.servers.push(server)
  await pool().query(`insert into outbox (type, account_id, data) values ('number.added', 1, '{}')`)
  const jobs = await start((server.address() as AddressInfo).port, 'serve')
  await until(() => calls.length > 0, 'the event to be sent')
  await jobs.stop(100)
  expect(calls).toEqual(['/e/event-key'])
  expect((await pool().query('select from outbox')).rowCount).toBe(1)
})

test('an Inngest that is away is asked again at least every two seconds', () => {
  expect(Array.from({ length: 12 }, (_, failures) => pauseAfter(failures, 1_000))).toEqual([
    1_000,
    ...Array(11).fill(2_000),
  ])
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
