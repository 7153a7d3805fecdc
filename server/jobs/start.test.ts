import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { clock } from '../core/clock.ts'
import { systemCtx } from '../core/context.ts'
import { jobsMode } from './inngest/client.ts'
import { batchJob, cron, type JobDefinition, job } from './job.ts'
import { type Jobs, type JobsOptions, startedJobs, startJobs } from './start.ts'
import { silent, testEngines } from './testing/harness.ts'

const { pool, ended, runs } = testEngines({ client: 'envoi' })
let jobs: Jobs | undefined

afterEach(async () => {
  await jobs?.stop(1_000)
  jobs = undefined
})

async function start(definitions: JobDefinition[], options: Partial<JobsOptions> = {}): Promise<Jobs> {
  jobs = await startJobs({
    pool: pool(),
    definitions,
    systemCtx,
    settings: {},
    work: true,
    log: silent,
    now: clock.now,
    tuning: { backoff: () => 20 },
    ...options,
  })
  return jobs
}

const emit = (type: string, account_id: number, data: object) =>
  pool().query('insert into outbox (type, account_id, data) values ($1, $2, $3)', [type, account_id, data])

const Data = z.object({ account_id: z.int(), n: z.int() })

test('a job gets the context of the account, its data and durable steps, started through the outbox', async () => {
  await start([
    job({ id: 'numbers/double', on: 'number.added', data: Data, retries: 3 }, async (ctx, data, step) => {
      const double = await step.run('double', () => data.n * 2)
      return { account: ctx.account_id, actor: ctx.actor.kind, double }
    }),
  ])
  await emit('number.added', 42, { n: 4 })
  expect((await ended('numbers-double'))[0]?.output).toEqual({ account: 42, actor: 'system', double: 8 })
  expect((await pool().query('select from outbox')).rowCount).toBe(0)
})

test('a process warms up before it takes its first job', async () => {
  const order: string[] = []
  await emit('number.added', 1, { n: 1 })
  const definitions = [job({ id: 'numbers/first', on: 'number.added', data: Data }, async () => order.push('job'))]
  const warmUp = async () => {
    await pool().query('select pg_sleep(0.3)')
    order.push('warm-up')
  }
  await start(definitions, { warmUp })
  await ended('numbers-first')
  expect(order).toEqual(['warm-up', 'job'])
})

test('a process that executes no jobs does not warm up', async () => {
  let isWarm = false
  await start([], { work: false, warmUp: async () => (isWarm = true) })
  expect(isWarm).toBe(false)
})

test('data that does not match the schema fails the run without another attempt, with a clear message', async () => {
  let isCalled = false
  await start([
    job({ id: 'numbers/strict', on: 'number.added', data: Data }, async () => {
      isCalled = true
    }),
  ])
  await emit('number.added', 1, { n: 'four' })
  const [run] = await ended('numbers-strict')
  expect(run).toMatchObject({ state: 'failed', attempt: 0, error: { name: 'NonRetriableError' } })
  expect(run?.error?.message).toMatch(/does not fit the job "numbers\/strict".*n/s)
  expect(isCalled).toBe(false)
})

test('onFailure gets the account and the last error', async () => {
  const failures: unknown[] = []
  await start([
    job(
      {
        id: 'numbers/fail',
        on: 'number.added',
        data: Data,
        retries: 1,
        onFailure: async (ctx, data, { error, run_id }) => {
          failures.push([ctx.account_id, data.n, error.message, run_id])
        },
      },
      async () => {
        throw new Error('out of numbers')
      },
    ),
  ])
  await emit('number.added', 7, { n: 1 })
  await ended('numbers-fail-failure')
  expect(failures).toEqual([[7, 1, 'out of numbers', (await runs('numbers-fail'))[0]?.id]])
})

test('a batch job gets the events of one account', async () => {
  await start([
    batchJob(
      { id: 'numbers/sum', on: 'number.added', data: Data, batch: { maxSize: 2, timeout: '60s' } },
      async (ctx, data) => ({
        account: ctx.account_id,
        sum: data.reduce((sum, { n }) => sum + n, 0),
      }),
    ),
  ])
  for (const [account_id, n] of [
    [1, 1],
    [2, 10],
    [1, 2],
    [2, 20],
  ] as const)
    await emit('number.added', account_id, { n })
  expect((await ended('numbers-sum', 2)).map(({ output }) => output)).toEqual(
    expect.arrayContaining([
      { account: 1, sum: 3 },
      { account: 2, sum: 30 },
    ]),
  )
})

test('a cron gets services without an account, and creates contexts from them', async () => {
  await start([
    cron({ id: 'numbers/tick', schedule: '* * * * * *' }, async (services) => {
      const { rows } = await services.pool.query('select 1 as one')
      return { rows, account: services.systemCtx(9).account_id, now: services.now() instanceof Date }
    }),
  ])
  expect((await ended('numbers-tick'))[0]?.output).toEqual({ rows: [{ one: 1 }], account: 9, now: true })
})

test('a process without a worker sends events but runs nothing', async () => {
  const definitions = [job({ id: 'numbers/later', on: 'number.added', data: Data }, async () => 'ran')]
  const web = await start(definitions, { work: false })
  await web.send([{ name: 'number.added', data: { account_id: 1, n: 1 } }])
  expect((await runs('numbers-later')).map(({ state }) => state)).toEqual(['queued'])
  await web.stop(0)
  await start(definitions)
  expect((await ended('numbers-later'))[0]?.output).toBe('ran')
})

test('jobs start once per process and are found from every copy of the code', async () => {
  await start([])
  expect(startedJobs()).toBe(jobs)
  await expect(start([])).rejects.toThrow('started already')
  await jobs?.stop(0)
  expect(() => startedJobs()).toThrow('have not been started')
})

test('settings decide where jobs run', () => {
  const keys = { INNGEST_EVENT_KEY: 'e', INNGEST_SIGNING_KEY: 'signkey-test-00' }
  expect(jobsMode({})).toBe('embedded')
  expect(jobsMode({ INNGEST_DEV: '0' })).toBe('embedded')
  expect(jobsMode({ INNGEST_DEV: '1' })).toBe('dev')
  expect(jobsMode({ INNGEST_DEV: 'http://localhost:8288' })).toBe('dev')
  expect(jobsMode(keys)).toBe('inngest')
  expect(jobsMode({ ...keys, INNGEST_DEV: '0', INNGEST_BASE_URL: 'http://inngest:8288' })).toBe('inngest')
})
