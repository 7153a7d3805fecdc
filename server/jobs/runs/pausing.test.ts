import { afterEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { clock } from '../../core/clock.ts'
import { systemCtx } from '../../core/context.ts'
import { testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { auditedActions } from '../../testing/database/audit.ts'
import { administrator } from '../../testing/modules/apps.ts'
import { dashboardOfInngest } from '../inngest/dashboard.ts'
import { cron, type JobDefinition, job } from '../job.ts'
import { resendKeptEvents } from '../outbox/kept-events.ts'
import { jobs as registry } from '../registry.ts'
import { type Jobs, startJobs } from '../start.ts'
import { silent, testEngines, until } from '../testing/harness.ts'
import { listPaused } from './pausing.ts'
import { whatStops } from './what-stops.ts'

const { pool, ended, runs } = testEngines({ client: 'envoi' })
let jobs: Jobs | undefined
let isBroken = true

afterEach(async () => {
  await jobs?.stop(1_000)
  jobs = undefined
  isBroken = true
  await pool().query('truncate job_run, kept_event')
})

const Data = z.object({ account_id: z.int(), n: z.int() })
const definitions: JobDefinition[] = [
  job({ id: 'numbers/add', on: 'number.added', data: Data, retries: 0, concurrency: 2 }, async (_ctx, { n }) => {
    if (isBroken) throw new Error(`${n} "could" not be added`)
    return n
  }),
  // Uses the id of a job whose pause must be confirmed.
  job({ id: 'sequences/work', on: 'sequence.ready', data: Data }, async (_ctx, { n }) => n),
  cron({ id: 'numbers/count', schedule: '0 0 1 1 *', singleton: { mode: 'skip' } }, async () => 'counted'),
]

async function start(settings: Record<string, string> = {}): Promise<Jobs> {
  const options = { pool: pool(), definitions, systemCtx, work: true, log: silent, now: clock.now }
  jobs = await startJobs({ ...options, settings, tuning: { backoff: () => 20 } })
  return jobs
}

const add = (n: number) => jobs?.send([{ name: 'number.added', data: { account_id: 1, n } }])
const listedJob = async (api: ReturnType<typeof administrator>, name: string) =>
  (await api.jobs.list()).jobs.find(({ job }) => job === name)

test('the list of jobs has the trigger, the figures of a day and the next run of each job', async () => {
  await start()
  const api = administrator(await testAccount())
  isBroken = false
  await add(1)
  await ended('numbers-add')
  isBroken = true
  await add(2)
  await ended('numbers-add', 2)
  const { mode, jobs: all_jobs, inngest_url } = await api.jobs.list()
  expect([mode, inngest_url]).toEqual(['embedded', null])
  expect(all_jobs.map(({ job }) => job)).toEqual(['numbers/add', 'numbers/count', 'sequences/work'])
  expect(all_jobs[0]).toMatchObject({
    event: 'number.added',
    schedule: null,
    next_run_at: null,
    concurrency: [{ limit: 2, key: null }],
    runs: 2,
    failed: 1,
    seconds: expect.any(Number),
    waiting: 0,
    paused_at: null,
    last_run_at: expect.any(String),
  })
  expect(all_jobs[1]).toMatchObject({ schedule: '0 0 1 1 *', event: null, runs: 0, last_run_at: null, seconds: null })
  expect(all_jobs[1]?.next_run_at).toMatch(/-01-01T00:00:00Z$/)
})

test('a paused job is listed with its waiting runs, which start when it is resumed; both are in the audit log', async () => {
  await start()
  const account = await testAccount()
  const api = administrator(account)
  isBroken = false
  await api.jobs.pause({ job: 'numbers/add' })
  await expect(api.jobs.pause({ job: 'numbers/add' })).rejects.toThrow('The job is paused already')
  await add(1)
  await add(2)
  await until(async () => (await listPaused())[0]?.waiting === 2, 'both runs to wait')
  expect(await listedJob(api, 'numbers/add')).toMatchObject({ waiting: 2, paused_at: expect.any(String) })
  expect(await api.jobs.paused()).toMatchObject([{ job: 'numbers/add', waiting: 2 }])
  await api.jobs.resume({ job: 'numbers/add' })
  expect((await ended('numbers-add', 2)).map(({ state }) => state)).toEqual(['completed', 'completed'])
  await expect(api.jobs.resume({ job: 'numbers/add' })).rejects.toThrow('The job is not paused')
  expect(await auditedActions(account.user_id, pool())).toEqual(['job_paused', 'job_resumed'])
})

test("an administrator's action on jobs and runs is rolled back when its audit entry cannot be written", async () => {
  await start()
  const { jobs: api } = administrator(await testAccount())
  await add(1)
  const [failed] = await ended('numbers-add')
  const id = failed?.id ?? expect.fail('no run')
  await api.pause({ job: 'numbers/count' })
  await pool().query(`alter table audit_entry add constraint refused check (action is null) not valid`)
  onTestFinished(() =>
    pool()
      .query('alter table audit_entry drop constraint refused')
      .then(() => undefined),
  )
  isBroken = false
  for (const change of [
    () => api.pause({ job: 'numbers/add' }),
    () => api.resume({ job: 'numbers/count' }),
    () => api.retry({ id }),
    () => api.retryFailed({ job: 'numbers/add' }),
  ])
    await expect(change()).rejects.toThrow()
  expect((await listPaused()).map(({ job }) => job)).toEqual(['numbers/count'])
  expect((await runs('numbers-add')).map(({ state }) => state)).toEqual(['failed'])
})

test('a job that others depend on is paused only after a confirmation that names the effects', async () => {
  await start()
  const account = await testAccount()
  const api = administrator(account)
  await expect(api.jobs.pause({ job: 'sequences/work' })).rejects.toThrow('No email of a sequence is sent.')
  expect(await listPaused()).toEqual([])
  expect(await auditedActions(account.user_id, pool())).toEqual([])
  await api.jobs.pause({ job: 'sequences/work', is_confirmed: true })
  expect(await listedJob(api, 'sequences/work')).toMatchObject({ stops: 'No email of a sequence is sent.' })
})

test('every text about the effects of a pause belongs to a job', () => {
  const others = /\/(requeue-stalled|purge-expired)$/
  const ids = registry.map(({ id }) => id).filter((id) => whatStops(id) !== null && !others.test(id))
  expect(ids.sort()).toEqual([
    'automations/call-apps',
    'automations/evaluate-triggers',
    'automations/match-events',
    'automations/send-emails',
    'automations/work',
    'bounces/apply-received',
    'broadcasts/send',
    'broadcasts/start-scheduled',
    'forms/send-confirmations',
    'forms/send-files',
    'jobs/adjust-to-clock',
    'jobs/resend-kept-events',
    'reputation/check',
    'sequences/work',
    'service-mail/send',
    'transports/recheck',
    'users/email-reset-link',
    'webhooks/retry',
  ])
  expect(whatStops('delivery/requeue-stalled')).toBe('Work whose run was lost is not picked up again.')
  expect(whatStops('toString')).toBeNull()
})

test('kept events of a paused job are neither sent again nor dropped, and start no second run after its resumption', async () => {
  const { engine } = await start()
  const api = administrator(await testAccount())
  const { account_id } = await testAccount()
  await api.jobs.pause({ job: 'numbers/add' })
  await pool().query(
    `insert into kept_event (event_id, job, account_id, type, data, resend_at, resend_minutes, until)
     values ('one', 'numbers/add', $1, 'number.added', '{}', now() - interval '1 hour', 60, now() - interval '1 hour')`,
    [account_id],
  )
  const paused = (await listPaused()).map(({ job }) => job)
  const resend = (names: string[]) => resendKeptEvents({ pool: pool(), now: clock.now(), log: silent, paused: names })
  expect(await resend(paused)).toBe(0)
  await api.jobs.resume({ job: 'numbers/add' })
  expect(await resend([])).toBe(0)
  expect((await pool().query('select from kept_event')).rowCount).toBe(1)
  expect(engine).toBeDefined()
})

test('an administrator runs a schedule now, unless it is paused or started by an event', async () => {
  await start()
  const account = await testAccount()
  const { jobs: api } = administrator(account)
  await expect(api.start({ job: 'numbers/add' })).rejects.toThrow('Only a job with a schedule can be started')
  const { id } = await api.start({ job: 'numbers/count' })
  expect((await ended('numbers-count'))[0]).toMatchObject({ id, state: 'completed', output: 'counted' })
  await api.pause({ job: 'numbers/count' })
  await expect(api.start({ job: 'numbers/count' })).rejects.toThrow('The job is paused. Resume it to start it.')
  expect(await auditedActions(account.user_id, pool())).toEqual(['job_started', 'job_paused'])
})

test('all failed runs of a job are counted, then retried together', async () => {
  await start()
  const account = await testAccount()
  const { jobs: api } = administrator(account)
  for (const n of [1, 2, 3]) await add(n)
  await ended('numbers-add', 3)
  expect(await api.failed({ job: 'numbers/add' })).toEqual({ count: 3, is_most: false })
  isBroken = false
  expect(await api.retryFailed({ job: 'numbers/add' })).toEqual({ retried: 3 })
  await until(async () => (await runs('numbers-add')).every(({ state }) => state === 'completed'), 'all to complete')
  await expect(api.retryFailed({ job: 'numbers/add' })).rejects.toThrow('No failed run of this job can be retried now')
  const entries = await pool().query('select action, details from audit_entry where user_id = $1', [account.user_id])
  expect(entries.rows[0]).toMatchObject({ action: 'failed_runs_retried', details: { job: 'numbers/add', count: 3 } })
})

test('only the newest failed run of a singleton is retried', async () => {
  await start()
  const { jobs: api } = administrator(await testAccount())
  await pool().query(
    `insert into jobs.run (id, function_id, state, event, singleton, ended_at)
     select '01ARZ3NDEKTSV4RRFFQ69G5FA' || n, 'envoi-numbers-count', 'failed',
       '{"name":"inngest/scheduled.timer","data":{},"id":"tick","ts":1}', '', now() from generate_series(1, 3) n`,
  )
  expect(await api.failed({ job: 'numbers/count' })).toEqual({ count: 1, is_most: false })
  expect(await api.retryFailed({ job: 'numbers/count' })).toEqual({ retried: 1 })
  await until(
    async () => (await runs('numbers-count')).filter(({ state }) => state === 'completed').length === 1,
    'the newest to complete',
  )
  expect((await runs('numbers-count')).map(({ state }) => state)).toEqual(['failed', 'failed', 'completed'])
})

test('runs are filtered by job, state and error text', async () => {
  await start()
  const { jobs: api } = administrator(await testAccount())
  await add(11)
  await add(22)
  await ended('numbers-add', 2)
  await api.start({ job: 'numbers/count' })
  await ended('numbers-count')
  const foundRuns = async (input: Parameters<typeof api.runs>[0]) => {
    const { runs, next } = await api.runs(input)
    return [runs.map(({ job, error }) => error?.message ?? job), next]
  }
  expect(await foundRuns({ error: '22 "COULD" not' })).toEqual([['22 "could" not be added'], null])
  expect(await foundRuns({ error: 'could', job: 'numbers/count' })).toEqual([[], null])
  expect(await foundRuns({ job: 'numbers/count', state: 'completed' })).toEqual([['numbers/count'], null])
  expect((await foundRuns({ state: 'failed' }))[0]).toHaveLength(2)
})

test('on Inngest the list links to its dashboard and nothing can be paused here', async () => {
  await start({ INNGEST_DEV: 'http://127.0.0.1:9', BASE_URL: 'http://localhost' })
  const { jobs: api } = administrator(await testAccount())
  await pool().query(
    `insert into job_run (id, job, state, error) values
       ('01ARZ3NDEKTSV4RRFFQ69G5FA1', 'numbers/add', 'failed', '{"name":"Error","message":"lost"}')`,
  )
  const { mode, jobs: all } = await api.list()
  expect(mode).toBe('dev')
  expect(all[0]).toMatchObject({ job: 'numbers/add', waiting: null, paused_at: null, last_run_at: expect.any(String) })
  expect((await api.runs({ error: 'LOST' })).runs).toHaveLength(1)
  for (const change of [api.pause, api.resume, api.start, api.retryFailed])
    await expect(change({ job: 'numbers/count' })).rejects.toThrow('Jobs run on Inngest: use its dashboard for this')
  expect(await api.paused()).toEqual([])
})

test('the link to Inngest’s dashboard comes from the setting, or from the server that runs the jobs', () => {
  const keys = { INNGEST_EVENT_KEY: 'e', INNGEST_SIGNING_KEY: 's' }
  expect(dashboardOfInngest({})).toBeNull()
  expect(dashboardOfInngest({ INNGEST_DASHBOARD_URL: 'https://jobs.example' })).toBeNull()
  expect(dashboardOfInngest(keys)).toBe('https://app.inngest.com')
  expect(dashboardOfInngest({ ...keys, INNGEST_BASE_URL: 'http://inngest:8288' })).toBe('http://inngest:8288')
  expect(dashboardOfInngest({ INNGEST_DEV: '1' })).toBe('http://localhost:8288')
  expect(dashboardOfInngest({ ...keys, INNGEST_DASHBOARD_URL: 'https://jobs.example' })).toBe('https://jobs.example')
})

test('a user who is not an administrator cannot pause, resume or start a job', async () => {
  await start()
  const { jobs: api } = dashboard(await testAccount())
  for (const change of [api.pause, api.resume, api.start, api.retryFailed, api.failed])
    await expect(change({ job: 'numbers/count' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
