import { createHash } from 'node:crypto'
import { Registry } from 'prom-client'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { clock } from '../../core/clock.ts'
import { systemCtx } from '../../core/context.ts'
import type { Logger } from '../../core/log.ts'
import { observeInstance } from '../../metrics.ts'
import { testAccount } from '../../testing/account.ts'
import { type Call, type StandInInngest, standInInngest } from '../../testing/inngest/stand-in.ts'
import { administrator } from '../../testing/modules/apps.ts'
import { PATIENCE } from '../../testing/patience.ts'
import { job } from '../job.ts'
import { pauseAfter } from '../outbox/relay.ts'
import { checkInngest } from '../runs/check.ts'
import { countRuns, oldestWaitSeconds } from '../runs/status.ts'
import { type Jobs, type JobsOptions, startJobs } from '../start.ts'
import { silent, testEngines, until } from '../testing/harness.ts'

const { pool } = testEngines({ client: 'envoi' })
const open: { jobs: Jobs[]; servers: StandInInngest[] } = { jobs: [], servers: [] }

afterEach(async () => {
  for (const jobs of open.jobs.splice(0)) await jobs.stop(1_000)
  for (const server of open.servers.splice(0)) server.kill()
  await pool().query('truncate job_run')
})

async function inngestServer(options: Parameters<typeof standInInngest>[0] = {}): Promise<StandInInngest> {
  const server = await standInInngest(options)
  open.servers.push(server)
  return server
}

const Data = z.object({ account_id: z.int() })
const definitions = [job({ id: 'numbers/remote', on: 'number.added', data: Data }, async () => 'ran')]

async function start(port: number, options: Partial<JobsOptions> = {}): Promise<Jobs> {
  const settings = {
    INNGEST_EVENT_KEY: 'event-key',
    INNGEST_SIGNING_KEY: 'signkey-test-0123456789abcdef',
    INNGEST_BASE_URL: `http://127.0.0.1:${port}`,
    ...options.settings,
  }
  const jobs = await startJobs({
    pool: pool(),
    definitions,
    systemCtx,
    settings,
    work: options.work ?? true,
    log: options.log ?? silent,
    now: clock.now,
    // Replaces pauses of seconds.
    tuning: { poll_ms: 50 },
  })
  open.jobs.push(jobs)
  return jobs
}

/** A log that collects the texts of warnings and infos. */
function recordedLog(): { log: Logger; texts: string[] } {
  const texts: string[] = []
  const add = (fields: unknown, text?: string) => void texts.push(typeof fields === 'string' ? fields : (text ?? ''))
  return { log: { ...silent, debug: () => undefined, info: add, warn: add, error: add } as unknown as Logger, texts }
}

const addNumbers = (from: number, to: number) =>
  pool().query(
    `insert into outbox (type, account_id, data)
     select 'number.added', 1, jsonb_build_object('n', n) from generate_series($1::int, $2::int) as n`,
    [from, to],
  )

const pathsOf = (calls: Call[]) => calls.map(({ path }) => path.split('?')[0])
const hasAsked = (calls: Call[]) => pathsOf(calls).includes('/v0/connect/start')
const numbersOf = (calls: Call[]) =>
  calls.flatMap(({ path, body }) =>
    (path.startsWith('/e/') ? JSON.parse(body) : []).map((event: { data: { n: number } }) => event.data.n),
  )

test('with WORKER=off a process executes nothing for Inngest and relays no events', async () => {
  const { port, calls } = await inngestServer()
  const jobs = await start(port, { work: false })
  await addNumbers(1, 1)
  await jobs.send([{ name: 'number.added', data: { account_id: 1 } }])
  expect(calls.map(({ path }) => path)).toEqual(['/e/event-key'])
})

test('a process with jobs connects to Inngest with its key, and stops even if Inngest never accepts it', async () => {
  const { port, calls } = await inngestServer({ refusals: Number.POSITIVE_INFINITY })
  await start(port)
  await until(() => hasAsked(calls), 'the process to connect')
  expect(calls.find(({ path }) => path === '/v0/connect/start')?.authorization).toMatch(/^Bearer signkey-test-/)
})

test('a worker that Inngest does not accept logs one readable message', async () => {
  const { port, calls } = await inngestServer({ refusals: Number.POSITIVE_INFINITY })
  const { log, texts } = recordedLog()
  await start(port, { log })
  await until(() => texts.length > 1, 'the worker to say that it is not accepted')
  const attempts = () => pathsOf(calls).filter((path) => path === '/v0/connect/start').length
  const before = attempts()
  await until(() => attempts() > before, 'another attempt to connect')
  expect(texts).toEqual([
    'jobs run on Inngest',
    'Inngest answers but has not accepted this worker: check its keys and its gateway address',
  ])
})

test('a worker that starts while Inngest is unreachable logs one readable message', async () => {
  const { port, kill } = await standInInngest()
  kill()
  const asked = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => asked.mockRestore())
  const { log, texts } = recordedLog()
  await start(port, { log })
  await until(() => asked.mock.calls.length > 5, 'the worker to ask again and again')
  expect(texts).toEqual(['jobs run on Inngest', 'Inngest cannot be reached: jobs wait until it can'])
})

test('a repeatedly refused connection logs one line, without a stack', async () => {
  const { port, calls } = await inngestServer()
  const lines: unknown[] = []
  const add = (fields: unknown, text?: string) => void lines.push([fields, text])
  const log = { ...silent, debug: () => undefined, info: () => undefined, warn: add, error: add } as unknown as Logger
  // The SDK accepts the key of a branch only with the branch's name.
  await start(port, { log, settings: { INNGEST_SIGNING_KEY: 'signkey-branch-0123' } })
  await until(() => lines.length > 0, 'the refusal')
  const looks = calls.length
  await until(() => calls.length > looks + 10, 'more attempts')
  expect(lines).toEqual([
    [{ problem: expect.stringContaining('branch') }, 'Inngest refused the connection of this worker'],
  ])
})

test("a worker that loses Inngest while connecting reconnects when Inngest is back, not after the SDK's pause", async () => {
  // In a separate thread the SDK would have a separate clock.
  vi.stubEnv('INNGEST_CONNECT_ISOLATE_EXECUTION', 'false')
  onTestFinished(() => void vi.unstubAllEnvs())
  const first = await inngestServer({ refusals: Number.POSITIVE_INFINITY })
  const { log, texts } = recordedLog()
  await start(first.port, { log })
  await until(() => hasAsked(first.calls), 'the worker to connect')
  // The SDK measures its pauses by this clock, so they never end.
  const now = Date.now()
  const stopped = vi.spyOn(Date, 'now').mockReturnValue(now)
  onTestFinished(() => stopped.mockRestore())
  first.kill()
  await until(
    () => texts.includes('Inngest cannot be reached: jobs wait until it can'),
    'the worker to find Inngest away',
  )
  const second = await inngestServer({ port: first.port })
  await until(() => hasAsked(second.calls), 'the worker to connect again')
  expect(texts).toContain('Inngest can be reached again')
})

test('events are sent once Inngest has accepted the process and knows its functions', async () => {
  const { port, calls } = await inngestServer({ refusals: 2 })
  const { rows } = await pool().query<{ event_id: string }>(
    `insert into outbox (type, account_id, data) values ('number.added', 5, '{"n": 1}') returning event_id`,
  )
  await start(port)
  await until(() => numbersOf(calls).length > 0, 'the event to arrive')
  const paths = pathsOf(calls)
  expect(paths.slice(0, paths.indexOf('/e/event-key')).filter((path) => path === '/v0/connect/start')).toHaveLength(3)
  const { body } = calls.find(({ path }) => path === '/e/event-key') ?? { body: '[]' }
  expect(JSON.parse(body)).toMatchObject([
    { id: rows[0]?.event_id, name: 'number.added', data: { n: 1, account_id: 5 } },
  ])
  await until(async () => (await pool().query('select from outbox')).rowCount === 0, 'the outbox to be empty')
})

test('a worker sends no event before Inngest has accepted it', async () => {
  const { port, calls } = await inngestServer({ refusals: Number.POSITIVE_INFINITY })
  await addNumbers(1, 1)
  const jobs = await start(port)
  const attempts = () => pathsOf(calls).filter((path) => path === '/v0/connect/start').length
  await until(() => attempts() >= 2, 'two attempts to connect')
  await jobs.stop(1_000)
  expect(numbersOf(calls)).toEqual([])
  expect((await pool().query('select from outbox')).rowCount).toBe(1)
})

test('a process that replaces a worker is also called over a connection, so open work continues', async () => {
  const { port, calls } = await inngestServer()
  const worker = await start(port)
  await until(() => hasAsked(calls), 'the worker to connect')
  await worker.stop(1_000)
  await addNumbers(1, 3)
  const before = calls.length
  // Like `npm start`: it serves nothing to Inngest and registers no address.
  await start(port)
  await until(() => numbersOf(calls).length === 3, 'the events that waited')
  const methods = new Set(calls.slice(before).map(({ method, path }) => `${method} ${path.split('?')[0]}`))
  expect([...methods].sort()).toEqual(['GET /', 'POST /e/event-key', 'POST /v0/connect/start'])
})

test('an event that Inngest refuses is sent again', async () => {
  let left = 3
  const refuse = ({ path }: Call) => path.startsWith('/e/') && left-- > 0
  const { port, calls } = await inngestServer({
    answer: (call, response) => refuse(call) && Boolean(response.writeHead(500).end('{}')),
  })
  await addNumbers(1, 1)
  await start(port)
  await until(async () => (await pool().query('select from outbox')).rowCount === 0, 'the outbox to be empty')
  expect(numbersOf(calls).length).toBeGreaterThan(3)
})

test('events wait for an unreachable Inngest server and arrive in order when it is back and knows the functions', async () => {
  const first = await inngestServer()
  const { log, texts } = recordedLog()
  await start(first.port, { log })
  await addNumbers(1, 250)
  await until(() => numbersOf(first.calls).length >= 250, 'the first events')
  first.kill()
  await until(
    () => texts.includes('Inngest cannot be reached: jobs wait until it can'),
    'the process to find Inngest away',
  )
  await addNumbers(251, 900)
  const second = await inngestServer({ port: first.port })
  await until(() => numbersOf(second.calls).length >= 650, 'the waiting events')
  expect(numbersOf(second.calls)).toEqual(Array.from({ length: 650 }, (_, i) => i + 251))
  expect(pathsOf(second.calls).indexOf('/v0/connect/start')).toBeLessThan(pathsOf(second.calls).indexOf('/e/event-key'))
})

test('a process stops even if Inngest accepts its events without answering, and the events stay', async () => {
  const { port, calls } = await inngestServer({ answer: ({ path }) => path.startsWith('/e/') })
  await addNumbers(1, 1)
  const jobs = await start(port)
  await until(() => numbersOf(calls).length > 0, 'the event to be sent')
  await jobs.stop(100)
  expect((await pool().query('select from outbox')).rowCount).toBe(1)
})

test('an unreachable Inngest server is retried at least every two seconds', () => {
  expect(Array.from({ length: 12 }, (_, failures) => pauseAfter(failures, 1_000))).toEqual([
    1_000,
    ...Array(11).fill(2_000),
  ])
})

test('the age of work that waits for Inngest comes from the oldest event and the last run', async () => {
  await start(1, { work: false })
  expect(await oldestWaitSeconds()).toBe(0)
  await pool().query(
    `insert into job_run (id, job, state, started_at, ended_at)
     values ('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'a', 'completed', now() - interval '10.5 minutes', now() - interval '10.5 minutes')`,
  )
  // Nine minutes, because a minute may pass between two runs.
  expect(Math.floor((await oldestWaitSeconds()) / 60)).toBe(9)
  await pool().query(
    `insert into outbox (type, account_id, data, created_at) values ('number.added', 1, '{}', now() - interval '2.1 hours')`,
  )
  expect(Math.floor((await oldestWaitSeconds()) / 3_600)).toBe(2)
  await pool().query(`insert into job_run (id, job, state) values ('01ARZ3NDEKTSV4RRFFQ69G5FAW', 'a', 'active')`)
  expect(await countRuns({ since: new Date(0) })).toMatchObject({ active: 1, completed: 1, failed: 0 })
  expect(Math.floor((await administrator(await testAccount()).jobs.list()).wait_seconds / 3_600)).toBe(2)
  const metrics = () => {
    const registry = new Registry()
    observeInstance(registry, { version: '1.2.3', data_dir: '/' })
    return registry.metrics()
  }
  // On a slow machine the database may not answer within the timeout of one reading.
  await expect.poll(metrics, PATIENCE).toMatch(/^envoi_jobs_oldest_waiting_seconds 7\d{3}/m)
  await expect.poll(metrics, PATIENCE).toMatch(/^envoi_jobs_runs\{state="active"\} 1$/m)
  const settings = { INNGEST_EVENT_KEY: 'a', INNGEST_SIGNING_KEY: 'b', INNGEST_BASE_URL: 'http://127.0.0.1:1' }
  expect(await checkInngest(settings)).toEqual([
    {
      subject: 'Inngest',
      status: 'fail',
      text: expect.stringMatching(/^cannot be reached at http:..127\.0\.0\.1:1: ./),
    },
    {
      subject: 'jobs',
      status: 'warn',
      text: expect.stringMatching(/^run on Inngest; the oldest has waited 7\d{3} s: work continues when it is back$/),
    },
  ])
})

test.each([
  ['event-key', 'signkey-test-0123456789abcdef', []],
  ['other', 'signkey-test-0123456789abcdef', ['INNGEST_EVENT_KEY']],
  ['event-key', 'signkey-test-ffff', ['INNGEST_SIGNING_KEY']],
  ['other', 'signkey-test-ffff', ['INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY']],
  ['event-key', 'no key', ['INNGEST_SIGNING_KEY']],
])('doctor names the keys that Inngest refuses: %s, %s', async (event_key, signing_key, refused_keys) => {
  const expected = createHash('sha256').update('0123456789abcdef', 'hex').digest('hex')
  const { port, calls } = await inngestServer({
    answer: ({ path, authorization }, response) => {
      const isKnown = path.startsWith('/e/')
        ? path === '/e/event-key'
        : !path.startsWith('/v1/') || authorization === `Bearer signkey-test-${expected}`
      if (!isKnown) response.writeHead(401).end('Authentication failed')
      return !isKnown
    },
  })
  await start(port, { work: false })
  const [finding] = await checkInngest({
    INNGEST_EVENT_KEY: event_key,
    INNGEST_SIGNING_KEY: signing_key,
    INNGEST_BASE_URL: `http://127.0.0.1:${port}`,
  })
  const address = `http://127.0.0.1:${port}`
  expect(finding).toMatchObject(
    refused_keys.length === 0
      ? { status: 'ok', text: expect.stringContaining(`answers at ${address}`) }
      : { status: 'fail', text: expect.stringContaining(`and refuses ${refused_keys[0]}: set what this server has`) },
  )
  expect(numbersOf(calls)).toEqual([])
  expect(JSON.stringify(finding)).not.toContain('signkey')
})
