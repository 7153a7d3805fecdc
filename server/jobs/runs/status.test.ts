import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { systemCtx } from '../../core/context.ts'
import { deleteExpired } from '../engine/storage/retention.ts'
import { cron, type JobDefinition, job } from '../job.ts'
import { type Jobs, startJobs } from '../start.ts'
import { silent, testEngines, until } from '../testing/harness.ts'
import { jobNames } from './recent-runs.ts'
import { describeRun } from './run-detail.ts'
import { cancelRun, countRuns, getRun, listFailures, listRuns, oldestWaitSeconds, retryRun } from './status.ts'

const { pool, ended, runs } = testEngines({ client: 'envoi' })
let jobs: Jobs | undefined

afterEach(async () => {
  await jobs?.stop(1_000)
  jobs = undefined
})

async function start(definitions: JobDefinition[], work = true): Promise<Jobs> {
  jobs = await startJobs({
    pool: pool(),
    definitions,
    systemCtx,
    settings: {},
    work,
    log: silent,
    tuning: { backoff: () => 20 },
  })
  return jobs
}

const Data = z.object({ account_id: z.int(), n: z.int() })
const thing = (n: number) => ({ name: 'thing', data: { account_id: 1, n } })
const anHourAgo = () => new Date(Date.now() - 3_600_000)

test('jobs are listed by the names they are declared with', async () => {
  await start([
    job({ id: 'things/make', on: 'thing', data: Data, retries: 10 }, async () => 1),
    cron({ id: 'things/clean', schedule: '0 4 * * *' }, async () => 1),
  ])
  expect(jobNames()).toEqual(['things/make', 'things/clean'])
})

test('runs are counted and paged, newest first, by state and job', async () => {
  const { send } = await start([
    job({ id: 'things/odd', on: 'thing', data: Data, retries: 0 }, async (_ctx, { n }) => {
      if (n % 2 === 0) throw new Error(`${n} is even`)
    }),
    job({ id: 'things/all', on: 'thing', data: Data }, async (_ctx, { n }) => n),
  ])
  for (let n = 1; n <= 5; n++) await send([thing(n)])
  await Promise.all([ended('things-odd', 5), ended('things-all', 5)])
  expect(await countRuns({ since: anHourAgo() })).toEqual({
    queued: 0,
    active: 0,
    completed: 8,
    failed: 2,
    cancelled: 0,
  })

  const pages: string[][] = []
  for (let after: string | undefined; ; ) {
    const { runs: page, next } = await listRuns({ per_page: 4, after })
    pages.push(page.map(({ id }) => id))
    if (!next) break
    after = next
  }
  expect(pages.map((page) => page.length)).toEqual([4, 4, 2])
  expect(pages.flat()).toEqual((await runs()).map(({ id }) => id).reverse())
  const { runs: failed } = await listRuns({ state: 'failed', job: 'things/odd', per_page: 10 })
  expect(failed.map(({ job, error }) => [job, error?.message])).toEqual([
    ['things/odd', '4 is even'],
    ['things/odd', '2 is even'],
  ])
  const [odd, all] = await listFailures({ since: anHourAgo() })
  expect(odd).toMatchObject({ job: 'things/odd', runs: 5, failed: 2, last_error: { name: 'Error' } })
  expect(odd?.last_failed_at).toBeInstanceOf(Date)
  expect(all).toMatchObject({ job: 'things/all', runs: 5, failed: 0, last_failed_at: null, last_error: null })
})

test('a failed run that is retried continues where it failed: finished steps are not repeated', async () => {
  const ran: string[] = []
  let isBroken = true
  const failures: string[] = []
  const { send } = await start([
    job(
      {
        id: 'things/fix',
        on: 'thing',
        data: Data,
        retries: 0,
        onFailure: async (_ctx, _data, { error }) => void failures.push(error.message),
      },
      async (_ctx, { n }, step) => {
        await step.run('first', async () => void ran.push('first'))
        await step.run('second', async () => {
          ran.push('second')
          if (isBroken) throw new Error('still broken')
        })
        return n
      },
    ),
  ])
  await send([thing(3)])
  const [failed] = await ended('things-fix')
  const id = failed?.id ?? ''
  const before = await getRun({ id })
  expect(before).toMatchObject({ state: 'failed', events: [{ name: 'thing', data: { n: 3 } }], output: null })
  expect(before.steps.map(({ name, failed, result }) => [name, failed, result])).toMatchObject([
    ['first', false, null],
    ['second', true, { message: 'still broken' }],
  ])
  expect(await describeRun({ id })).toMatchObject({
    input: expect.stringContaining('"n": 3'),
    attempt: 1,
    error: { message: 'still broken', stack: expect.stringContaining('status.test.ts') },
    steps: [{ name: 'first' }, { name: 'second', failed: true, result: expect.stringContaining('still broken') }],
    more_steps: 0,
  })
  await retryRun({ id })
  await until(() => failures.length === 2, 'the second failure to be told')
  isBroken = false
  expect((await retryRun({ id })).state).not.toBe('failed')
  await until(async () => (await getRun({ id })).state === 'completed', 'the run to complete')
  expect(await getRun({ id })).toMatchObject({ output: 3, error: null, job: 'things/fix' })
  expect(ran).toEqual(['first', 'second', 'second', 'second'])
  await expect(retryRun({ id })).rejects.toMatchObject({ code: 'conflict' })
})

test('a run has the attempt number of its current or last step', async () => {
  let failures = 2
  const { send } = await start([
    job({ id: 'things/again', on: 'thing', data: Data, retries: 3 }, async () => {
      if (failures-- > 0) throw new Error('again')
    }),
  ])
  await send([thing(1)])
  const [run] = await ended('things-again')
  expect(await describeRun({ id: run?.id ?? '' })).toMatchObject({ state: 'completed', attempt: 3 })
})

test('cancelling a sleeping run removes its timer from the queue', async () => {
  const { send } = await start([
    job({ id: 'things/sleep', on: 'thing', data: Data }, async (_ctx, _data, step) => step.sleep('night', '8h')),
  ])
  await send([thing(1)])
  const [run] = await until(async () => {
    const found = await runs('things-sleep')
    const detail = found[0] && (await getRun(found[0]))
    return detail?.steps[0]?.state === 'sleeping' && found
  }, 'the run to sleep')
  const id = run?.id ?? ''
  const [step] = (await getRun({ id })).steps
  expect(step).toMatchObject({ name: 'night', kind: 'Sleep' })
  expect(Number(step?.due_at) - Date.now()).toBeGreaterThan(7.9 * 3_600_000)
  expect(await cancelRun({ id })).toMatchObject({
    state: 'cancelled',
    error: { message: 'Canceled by an administrator' },
  })
  await expect(cancelRun({ id })).rejects.toMatchObject({ code: 'conflict' })
  const { rowCount } = await pool().query(`select from pgboss.job where data ? 'run_id'`)
  expect(rowCount).toBe(0)
})

test('a run cancelled inside a step stops after the step', async () => {
  const ran: string[] = []
  let release = () => {}
  const release_promise = new Promise<void>((resolve) => {
    release = resolve
  })
  const { send } = await start([
    job({ id: 'things/long', on: 'thing', data: Data }, async (_ctx, _data, step) => {
      await step.run('one', async () => {
        ran.push('one')
        await release_promise
      })
      await step.run('two', async () => void ran.push('two'))
    }),
  ])
  await send([thing(1)])
  await until(() => ran.length === 1, 'the first step')
  const [run] = await runs('things-long')
  await cancelRun({ id: run?.id ?? '' })
  release()
  await until(async () => (await pool().query('select from jobs.lease')).rowCount === 0, 'the job to leave')
  expect(ran).toEqual(['one'])
  expect((await runs('things-long'))[0]?.state).toBe('cancelled')
})

test('an unknown run is not_found', async () => {
  await start([])
  for (const verb of [getRun, retryRun, cancelRun]) {
    await expect(verb({ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('the longest wait shows that no worker runs', async () => {
  const web = await start([job({ id: 'things/wait', on: 'thing', data: Data }, async () => 1)], false)
  expect(await oldestWaitSeconds()).toBe(0)
  await web.send([thing(1)])
  await pool().query(`update pgboss.job set start_after = start_after - interval '90 seconds'`)
  const waited = await oldestWaitSeconds()
  expect(waited).toBeGreaterThanOrEqual(90)
  expect(waited).toBeLessThan(3_600)
})

test('runs that ended before the retention time are deleted; open runs are kept', async () => {
  const { send, engine } = await start([
    job({ id: 'things/old', on: 'thing', data: Data }, async (_ctx, { n }, step) => {
      await step.run('work', async () => n)
      if (n > 2) await step.sleep('for long', '60d')
    }),
  ])
  await send([1, 2, 3].map(thing))
  await ended('things-old', 2)
  await until(
    async () => (await pool().query(`select from jobs.step where state = 'sleeping'`)).rowCount === 1,
    'the sleeper',
  )
  // Moves everything a month into the past.
  await pool().query(`alter table jobs.step drop constraint step_run_id_fkey;
    update jobs.run set id = '00' || substr(id, 3), ended_at = ended_at - interval '30 days';
    update jobs.step set run_id = '00' || substr(run_id, 3);
    alter table jobs.step add constraint step_run_id_fkey foreign key (run_id) references jobs.run on delete cascade;
    update jobs.event set received_at = received_at - interval '30 days'`)
  if (!engine) throw new Error('not embedded')
  expect(await deleteExpired(engine.rt, 31)).toBe(0)
  expect(await deleteExpired(engine.rt, 14)).toBe(2)
  expect((await runs('things-old')).map(({ state }) => state)).toEqual(['active'])
  expect((await pool().query('select from jobs.step')).rowCount).toBe(2)
  expect((await pool().query('select from jobs.event')).rowCount).toBe(0)
})
