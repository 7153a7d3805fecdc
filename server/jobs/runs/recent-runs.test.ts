import { createHash } from 'node:crypto'
import { serve } from 'inngest/edge'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { clock } from '../../core/clock.ts'
import { systemCtx } from '../../core/context.ts'
import { testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { auditedActions } from '../../testing/database/audit.ts'
import { administrator } from '../../testing/modules/apps.ts'
import { type JobDefinition, job } from '../job.ts'
import { type Jobs, startedJobs, startJobs } from '../start.ts'
import { silent, testEngines, until } from '../testing/harness.ts'
import { listRecentRuns } from './recent-runs.ts'

const { pool, ended, runs } = testEngines({ client: 'envoi' })
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
    return step.run('work', () => {
      if (n > 20)
        throw new Error(`<ann.lee@x.example> was refused by smtp://ann:secret@mail.example:25, ${'x'.repeat(2_000)}`)
      if (n > 10) throw new Error(`${n} is too large`)
      return n
    })
  }),
  job({ id: 'numbers/rest', on: 'number.rested', data: Data }, (_ctx, _data, step) => step.sleep('night', '8h')),
]

async function start(settings: Record<string, string>): Promise<Jobs> {
  const options = { pool: pool(), definitions, systemCtx, work: true, log: silent, now: clock.now }
  jobs = await startJobs({ ...options, settings, tuning: { backoff: () => 20 } })
  return jobs
}

/** Calls the run with this number as an Inngest server does, over HTTP, which needs no gateway. */
const call = (run: number, n: number, again: { attempt?: number; steps?: object } = {}) =>
  callFunction('numbers-odd', idOf(run), { name: 'number.added', data: { account_id: 1, n } }, again)

async function callFunction(id: string, run_id: string, event: object, { attempt = 0, steps = {} } = {}) {
  const stack = { stack: Object.keys(steps), current: Object.keys(steps).length }
  const ctx = { run_id, attempt, max_attempts: 2, disable_immediate_execution: false, use_api: false, stack }
  const body = JSON.stringify({ event, events: [event], version: -1, steps, ctx })
  const address = `http://localhost/api/inngest?fnId=envoi-${id}&stepId=step`
  const request = new Request(address, { method: 'POST', headers: { host: 'localhost' }, body })
  const { client, functions } = startedJobs()
  return (await serve({ client, functions })(request)).status
}

const idOf = (run: number) => `01ARZ3NDEKTSV4RRFFQ69G5FA${run}`
const shownRuns = async (input: Partial<Parameters<typeof listRecentRuns>[0]> = {}) => {
  const { runs, next } = await listRecentRuns({ per_page: 10, ...input })
  return { runs: runs.map(({ id, state, attempt, error }) => [id, state, attempt, error?.message]), next }
}

test('on Inngest the runs executed by this service are listed with their outcome, newest first', async () => {
  await start({ INNGEST_DEV: 'http://127.0.0.1:9', BASE_URL: 'http://localhost' })
  expect(await call(1, 1)).toBe(206)
  expect((await shownRuns()).runs).toEqual([[idOf(1), 'active', 0, undefined]])
  expect(await call(2, 2)).toBe(500)
  expect(await call(3, 4)).toBe(500)
  expect((await shownRuns()).runs[0]).toEqual([idOf(3), 'active', 1, '4 is even'])
  expect(await call(3, 4, { attempt: 1 })).toBe(400)
  expect((await shownRuns()).runs[0]).toEqual([idOf(3), 'failed', 2, '4 is even'])
  expect(await shownRuns({ state: 'failed' })).toEqual({ runs: [[idOf(3), 'failed', 2, '4 is even']], next: null })
  const first = await shownRuns({ per_page: 2 })
  expect(first.runs.map(([id]) => id)).toEqual([idOf(3), idOf(2)])
  expect((await shownRuns({ per_page: 2, after: first.next ?? '' })).runs.map(([id]) => id)).toEqual([idOf(1)])
  const { mode, runs } = await listRecentRuns({ per_page: 1 })
  expect(mode).toBe('dev')
  expect(runs[0]).toMatchObject({ job: 'numbers/odd', started_at: expect.any(Date), ended_at: expect.any(Date) })
})

test('a completed run on Inngest is listed without the error of an earlier attempt', async () => {
  await start({ INNGEST_DEV: 'http://127.0.0.1:9', BASE_URL: 'http://localhost' })
  await call(1, 2)
  const id = createHash('sha1').update('work').digest('hex')
  expect(await call(1, 1, { attempt: 1, steps: { [id]: { data: 1 } } })).toBe(200)
  expect((await shownRuns()).runs).toEqual([[idOf(1), 'completed', 1, undefined]])
})

test('a failed attempt of a step on Inngest is listed with its error while the run continues', async () => {
  await start({ INNGEST_DEV: 'http://127.0.0.1:9', BASE_URL: 'http://localhost' })
  await call(1, 11)
  expect((await shownRuns()).runs).toEqual([[idOf(1), 'active', 1, '11 is too large']])
})

test('an error on Inngest is kept without email addresses and passwords, and with 1,000 characters at most', async () => {
  await start({ INNGEST_DEV: 'http://127.0.0.1:9', BASE_URL: 'http://localhost' })
  await call(1, 21)
  const [run] = (await listRecentRuns({ per_page: 1 })).runs
  expect(run?.error?.message).toMatch(/^\[address\] was refused by \[address\] x+$/)
  expect(run?.error?.message.length).toBeLessThanOrEqual(1_000)
})

test('a run canceled on Inngest is listed as canceled; one that had already ended stays unchanged', async () => {
  await start({ INNGEST_DEV: 'http://127.0.0.1:9', BASE_URL: 'http://localhost' })
  const cancel = (run: number) =>
    callFunction('jobs-record-canceled-runs', idOf(run + 5), {
      name: 'inngest/function.cancelled',
      data: { run_id: idOf(run), function_id: 'envoi-numbers-odd' },
    })
  await call(1, 1)
  await call(2, 2, { attempt: 1 })
  expect([await cancel(1), await cancel(2)]).toEqual([200, 200])
  const { runs } = await listRecentRuns({ per_page: 10, job: 'numbers/odd' })
  expect(runs.map(({ id, state }) => [id, state])).toEqual([
    [idOf(2), 'failed'],
    [idOf(1), 'cancelled'],
  ])
  expect(runs[1]?.ended_at).toBeInstanceOf(Date)
})

test('on the embedded engine the list has its runs, and no run is stored twice', async () => {
  const { send } = await start({})
  await send([{ name: 'number.added', data: { account_id: 1, n: 1 } }])
  const [run] = await ended('numbers-odd')
  expect((await shownRuns()).runs).toEqual([[run?.id, 'completed', 0, undefined]])
  expect((await pool().query('select from job_run')).rowCount).toBe(0)
})

test('the runs of an account were started by its events, whatever texts other events contain', async () => {
  const { send } = await start({})
  await send([{ name: 'number.added', data: { account_id: 1, n: 2 } }])
  await send([{ name: 'number.added', data: { account_id: 12, n: 2, note: '"account_id":1,' } }])
  await ended('numbers-odd', 2)
  const { runs } = administrator(await testAccount()).jobs
  const of = async (account_id: number) => (await runs({ account_id, state: 'failed' })).runs.map(({ job }) => job)
  expect([await of(1), await of(12), await of(2)]).toEqual([['numbers/odd'], ['numbers/odd'], []])
  const [run] = (await runs({ account_id: 1 })).runs
  expect((await listRecentRuns({ per_page: 10 })).runs.map(({ id }) => id)).toContain(run?.id)
})

test('only an administrator of the instance sees, retries and cancels runs', async () => {
  await start({})
  const account = await testAccount()
  await expect(dashboard(account).jobs.runs({})).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await administrator(account).jobs.runs({})).toEqual({ mode: 'embedded', runs: [], next: null })
  const id = idOf(1)
  await expect(dashboard(account).jobs.retry({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(dashboard(account).jobs.cancel({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an administrator retries a failed run and cancels a run that has not ended', async () => {
  const { send } = await start({})
  await send([{ name: 'number.added', data: { account_id: 1, n: 2 } }])
  const [run] = await ended('numbers-odd')
  const id = run?.id ?? ''
  const account = await testAccount()
  const { retry, cancel } = administrator(account).jobs
  await expect(cancel({ id })).rejects.toThrow('Only a run that has not ended can be canceled')
  await pool().query(`update jobs.run set event = replace(event, '"n":2', '"n":3') where id = $1`, [id])
  await retry({ id })
  await until(async () => (await shownRuns()).runs[0]?.[1] === 'completed', 'the run to complete')
  await expect(retry({ id })).rejects.toThrow('Only a failed or canceled run can be retried')
  await send([{ name: 'number.rested', data: { account_id: 1, n: 1 } }])
  const resting = await until(async () => (await runs('numbers-rest'))[0], 'a run to rest')
  await cancel({ id: resting.id })
  expect((await ended('numbers-rest')).map(({ state }) => state)).toEqual(['cancelled'])
  expect(await auditedActions(account.user_id, pool())).toEqual(['job_retried', 'job_canceled'])
})

test('on Inngest only its dashboard retries and cancels runs', async () => {
  await start({ INNGEST_DEV: 'http://127.0.0.1:9', BASE_URL: 'http://localhost' })
  const { retry, cancel } = administrator(await testAccount()).jobs
  for (const change of [retry, cancel])
    await expect(change({ id: idOf(1) })).rejects.toThrow('Jobs run on Inngest: use its dashboard for this')
})
