import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { clock } from '../core/clock.ts'
import { systemCtx } from '../core/context.ts'
import { testAccount } from '../testing/account.ts'
import { administrator } from '../testing/apps.ts'
import { dashboard } from '../testing/dashboard.ts'
import { type JobDefinition, job } from './job.ts'
import { listRecentRuns } from './recent-runs.ts'
import { type Jobs, startJobs } from './start.ts'
import { silent, testEngines } from './testing/harness.ts'

const { pool, ended } = testEngines({ client: 'envoi' })
let jobs: Jobs | undefined

afterEach(async () => {
  await jobs?.stop(1_000)
  jobs = undefined
  await pool().query('truncate job_run')
})

const Data = z.object({ account_id: z.int(), n: z.int() })
const definitions: JobDefinition[] = [
  job({ id: 'numbers/odd', on: 'number.added', data: Data, retries: 1 }, async (_ctx, { n }, step) => {
    if (n % 2 === 0) throw new Error(`${n} is even`)
    return step.run('work', () => n)
  }),
]

async function start(settings: Record<string, string>): Promise<Jobs> {
  const options = { pool: pool(), definitions, systemCtx, execution: 'serve' as const, log: silent, now: clock.now }
  jobs = await startJobs({ ...options, settings, tuning: { backoff: () => 20 } })
  return jobs
}

/** A call as an Inngest server makes it, in the run with this number. */
async function call(run: number, n: number, { attempt = 0, steps = {} } = {}): Promise<number | undefined> {
  const event = { name: 'number.added', data: { account_id: 1, n } }
  const stack = { stack: Object.keys(steps), current: Object.keys(steps).length }
  const ctx = { run_id: idOf(run), attempt, max_attempts: 2, disable_immediate_execution: false, use_api: false, stack }
  const body = JSON.stringify({ event, events: [event], version: -1, steps, ctx })
  const address = 'http://localhost/api/inngest?fnId=envoi-numbers-odd&stepId=step'
  const request = new Request(address, { method: 'POST', headers: { host: 'localhost' }, body })
  return (await jobs?.answer(request))?.status
}

const idOf = (run: number) => `01ARZ3NDEKTSV4RRFFQ69G5FA${run}`
const shown = async (input: Partial<Parameters<typeof listRecentRuns>[0]> = {}) => {
  const { runs, next } = await listRecentRuns({ per_page: 10, ...input })
  return { runs: runs.map(({ id, state, attempt, error }) => [id, state, attempt, error?.message]), next }
}

test('on Inngest the runs that this service executed are listed with their outcome, newest first', async () => {
  await start({ INNGEST_DEV: 'http://127.0.0.1:9', BASE_URL: 'http://localhost' })
  expect(await call(1, 1)).toBe(206)
  expect((await shown()).runs).toEqual([[idOf(1), 'active', 0, undefined]])
  expect(await call(2, 2)).toBe(500)
  expect(await call(3, 4)).toBe(500)
  expect((await shown()).runs[0]).toEqual([idOf(3), 'active', 1, '4 is even'])
  expect(await call(3, 4, { attempt: 1 })).toBe(400)
  expect((await shown()).runs[0]).toEqual([idOf(3), 'failed', 2, '4 is even'])
  expect(await shown({ state: 'failed' })).toEqual({ runs: [[idOf(3), 'failed', 2, '4 is even']], next: null })
  const first = await shown({ per_page: 2 })
  expect(first.runs.map(([id]) => id)).toEqual([idOf(3), idOf(2)])
  expect((await shown({ per_page: 2, after: first.next ?? '' })).runs.map(([id]) => id)).toEqual([idOf(1)])
  const { mode, runs } = await listRecentRuns({ per_page: 1 })
  expect(mode).toBe('dev')
  expect(runs[0]).toMatchObject({ job: 'numbers/odd', started_at: expect.any(Date), ended_at: expect.any(Date) })
})

test('a run on Inngest that returns is listed as completed, without the error of an earlier attempt', async () => {
  await start({ INNGEST_DEV: 'http://127.0.0.1:9', BASE_URL: 'http://localhost' })
  await call(1, 2)
  const id = createHash('sha1').update('work').digest('hex')
  expect(await call(1, 1, { attempt: 1, steps: { [id]: { data: 1 } } })).toBe(200)
  expect((await shown()).runs).toEqual([[idOf(1), 'completed', 1, undefined]])
})

test('on the embedded engine the same list has its runs, and no run is written twice', async () => {
  const { send } = await start({})
  await send([{ name: 'number.added', data: { account_id: 1, n: 1 } }])
  const [run] = await ended('numbers-odd')
  expect((await shown()).runs).toEqual([[run?.id, 'completed', 0, undefined]])
  expect((await pool().query('select from job_run')).rowCount).toBe(0)
})

test('only an administrator of the instance sees the runs', async () => {
  await start({})
  const account = await testAccount()
  await expect(dashboard(account).jobs.runs({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await administrator(account).jobs.runs({})).toEqual({ mode: 'embedded', runs: [], next: null })
})
