import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clock } from '../../../core/clock.ts'
import { systemCtx } from '../../../core/context.ts'
import { rootLogger } from '../../../core/log.ts'
import { database } from '../../../db/client.ts'
import { getRun, listRuns } from '../../../jobs/runs/status.ts'
import { type Jobs, startJobs } from '../../../jobs/start.ts'
import { emptyEngine } from '../../../jobs/testing/harness.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { testWebhooks } from '../../../testing/modules/webhooks.ts'
import { PATIENCE } from '../../../testing/patience.ts'
import { webhookJobs } from '../jobs.ts'
import { RETRY_MS } from './next-attempt.ts'
import { attemptRetries, drainRetries } from './retries.ts'
import { requeueRetries, wakeIfChanged } from './retry-queue.ts'

const { receiver, sendFirst, pass } = testWebhooks()

// Without the cron that finds overdue retries: the tests call it.
const definitions = webhookJobs.filter(({ id }) => id === 'webhooks/retry')
let jobs: Jobs
beforeEach(async () => {
  const { pool } = database()
  const tuning = { poll_ms: 50 }
  jobs = await startJobs({ pool, definitions, systemCtx, settings: {}, work: true, log: rootLogger(), tuning })
})
afterEach(async () => {
  await drainRetries(15_000)
  // Runs in progress would write after the tables are emptied.
  await jobs.stop(15_000)
  await emptyEngine(database().pool)
  await database().pool.query('truncate webhook_retry, webhook_delivery, webhook_queue cascade')
})

/** An endpoint at its own receiver, with deliveries that wait for their first retry. */
async function failing(account: TestAccount, deliveries = 1) {
  const server = await receiver()
  server.answer({ status: 500 })
  const app = dashboard(account).webhooks
  const { id } = await app.create({ url: server.url, events: ['tag.created'] })
  for (let n = 0; n < deliveries; n++) await app.sample({ id, type: 'tag.created' })
  await sendFirst()
  server.received.splice(0)
  return { server, app, id }
}

const retryRuns = async () => (await listRuns({ job: 'webhooks/retry', per_page: 50 })).runs
const count = async (from: string, values: unknown[] = []) =>
  (await database().pool.query(`select from ${from}`, values)).rowCount ?? 0
/** Runs the cron of each minute: an event that arrives while a run starts a slice may be lost. */
function requeueUntil(isDone: () => boolean | Promise<boolean>) {
  let minutes = 0
  return vi.waitUntil(
    async () => {
      await requeueRetries({ now: new Date(+clock.now() + 60_000 * minutes++) })
      return isDone()
    },
    { ...PATIENCE, interval: 100 },
  )
}
const sleeping = () => count(`jobs.step where state = 'waiting' and name like 'pause%'`)

test('a receiver that is down for an hour gets every event on schedule, by one run that the job page shows [W2]', async () => {
  const account = await testAccount()
  const start = clock.now().getTime()
  const { server, id } = await failing(account, 5)
  const { ctx } = account
  const due = `webhook_delivery where status = 'retrying' and next_attempt_at <= $1`
  const nextDue = async () =>
    (
      await ctx.sql.one<{ at: Date | null }>(
        'select min(next_attempt_at) as at from webhook_delivery where account_id = $1',
      )
    )?.at
  for (let at = await nextDue(); at; at = await nextDue()) {
    await vi.waitUntil(async () => (await sleeping()) === 1, PATIENCE)
    // The engine sleeps by the database's clock, so the cron wakes the run.
    pass(at.getTime() - clock.now().getTime() + 15_000)
    if (clock.now().getTime() - start >= 3_600_000) server.answer({ status: 200 })
    await requeueUntil(async () => (await count(due, [clock.now()])) === 0)
  }
  const attempts = await ctx.sql.rows<{ number: number; response_status: number; since_ms: number }>(
    `select number, response_status, extract(epoch from attempted_at - lag(attempted_at) over (partition by delivery_id order by number))::float8 * 1000
       as since_ms
     from webhook_attempt where account_id = $1 order by number, delivery_id`,
  )
  expect(attempts.map(({ number, response_status }) => [number, response_status])).toEqual(
    [1, 2, 3, 4, 5].flatMap((number) => Array(5).fill([number, number < 5 ? 500 : 200])),
  )
  for (const { number, since_ms } of attempts.slice(5)) {
    const wait = RETRY_MS[number - 2] ?? 0
    expect(since_ms).toBeGreaterThanOrEqual(wait * 0.95)
    expect(since_ms).toBeLessThanOrEqual(wait * 1.05 + 16_000)
  }
  const taken = server.received.slice(-5).map(({ body }) => body.events[0].id)
  expect(new Set(taken).size).toBe(5)
  await vi.waitUntil(async () => (await retryRuns())[0]?.state === 'completed', PATIENCE)
  // On a slow machine two events may wake the last pause: then another run finds nothing to do.
  const runs = await Promise.all((await retryRuns()).map(({ id }) => getRun({ id })))
  const attempting = runs.filter(({ steps }) => steps.some(({ name }) => name.startsWith('pause')))
  expect(attempting).toHaveLength(1)
  const { events = [], steps = [] } = attempting[0] ?? {}
  expect(events).toMatchObject([{ data: { hook: `${account.account_id}/webhook_endpoints/${id}` } }])
  expect(steps[0]).toMatchObject({ name: 'attempt 1', result: { attempted: 0, delivered: 0 } })
  expect(steps.slice(1, 3).find(({ name }) => name === 'pause 1')).toMatchObject({ kind: 'WaitForEvent' })
  // A slice that took longer than the run waited puts its counts into the event that wakes it, unless another event has woken it before.
  const sliced = runs.flatMap(({ steps }) => steps.filter(({ name }) => /^attempt \d+$/.test(name)))
  const in_steps = sliced.map(({ result }) => (result as { delivered?: number } | null)?.delivered ?? 0)
  const { rows: in_events } = await database().pool.query<{ delivered: number | null }>(
    `select (data ->> 'delivered')::int as delivered from outbox where type = 'webhook.retry_requested'
     union all
     select (body::jsonb -> 'data' ->> 'delivered')::int from jobs.event where name = 'webhook.retry_requested'`,
  )
  const delivered = [...in_steps, ...in_events.map((event) => event.delivered ?? 0)]
  expect(delivered.reduce((sum, n) => sum + n, 0)).toBe(5)
})

test('the run wakes at the time of Retry-After [W4]', async () => {
  const account = await testAccount()
  const server = await receiver()
  server.answer({ status: 503, headers: { 'retry-after': '1' } })
  const { id } = await dashboard(account).webhooks.create({ url: server.url, events: ['tag.created'] })
  await dashboard(account).webhooks.sample({ id, type: 'tag.created' })
  await sendFirst()
  await vi.waitUntil(async () => (await sleeping()) === 1, PATIENCE)
  server.answer({ status: 200 })
  // The engine's clock is ahead: the run wakes early and sleeps again until the time is reached.
  await vi.waitUntil(async () => (await count(`jobs.step where name = 'pause 2'`)) === 1, PATIENCE)
  expect(server.received).toHaveLength(1)
  pass(1_000)
  await vi.waitUntil(async () => (await retryRuns())[0]?.state === 'completed', PATIENCE)
  expect(server.received).toHaveLength(2)
})

test('resending a delivery wakes the run that sleeps until its retry [W10]', async () => {
  const account = await testAccount()
  const { server, app, id } = await failing(account, 2)
  await vi.waitUntil(async () => (await sleeping()) === 1, PATIENCE)
  server.answer({ status: 200 })
  await app.resend({ id, status: 'undelivered' })
  await vi.waitUntil(() => server.received.length === 2, PATIENCE)
  // A check of the run beside its wait may request another run, which finds nothing to send.
  await vi.waitUntil(async () => (await retryRuns()).every(({ state }) => state === 'completed'), PATIENCE)
  expect(await sleeping()).toBe(0)
  expect(server.received).toHaveLength(2)
})

test('a run is woken by changes before it has started to wait, and by nothing else', async () => {
  await jobs.stop(1_000)
  const account = await testAccount()
  const { id } = await failing(account)
  const endpoint = { account_id: account.account_id, legacy: false, hook_id: id }
  const row = 'webhook_retry where account_id = $1 and hook_id = $2'
  const { rows } = await database().pool.query<{ due_at: Date }>(`select due_at from ${row}`, [account.account_id, id])
  const due_at = rows[0]?.due_at.toISOString() ?? ''
  const wakes = async (expected: string | null) => {
    const asked = () => count(`outbox where account_id = $1 and type = 'webhook.retry_requested'`, [account.account_id])
    const before = await asked()
    await wakeIfChanged(endpoint, { due_at: expected })
    return (await asked()) - before
  }
  const set = (change: string) =>
    database().pool.query(`update webhook_retry set ${change} where account_id = $1 and hook_id = $2`, [
      account.account_id,
      id,
    ])
  expect(await wakes(due_at)).toBe(0)
  // A slice continues, and ends.
  await set(`leased_until = now() + interval '30 s'`)
  expect(await wakes(null)).toBe(0)
  await set('leased_until = null')
  expect(await wakes(null)).toBe(1)
  // A delivery is resent.
  await set(`due_at = due_at - interval '30 s'`)
  expect(await wakes(due_at)).toBe(1)
  await database().pool.query(`delete from ${row}`, [account.account_id, id])
  expect(await wakes(due_at)).toBe(1)
  // A slice ends with nothing left. Its event may have come before the wait.
  expect(await wakes(null)).toBe(1)
})

test('the run of an endpoint ends when the endpoint is disabled [contract 8.17]', async () => {
  const { server, app, id } = await failing(await testAccount())
  await vi.waitUntil(async () => (await sleeping()) === 1, PATIENCE)
  await app.update({ id, status: 'disabled' })
  await vi.waitUntil(async () => (await retryRuns())[0]?.state === 'completed', PATIENCE)
  expect(server.received).toEqual([])
  expect(await count('webhook_retry')).toBe(0)
})

test('retries of endpoints that hang, more than may run at the same time, do not delay a working one [W7]', async () => {
  const account = await testAccount()
  const hanging: Awaited<ReturnType<typeof failing>>[] = []
  for (let n = 0; n < 6; n++) hanging.push(await failing(account))
  const { server: healthy } = await failing(account)
  for (const { server } of hanging) server.answer(null)
  healthy.answer({ status: 200 })
  await vi.waitUntil(async () => (await sleeping()) === 7, PATIENCE)
  pass(60_000)
  const asked = [healthy, ...hanging.map(({ server }) => server)]
  await requeueUntil(() => asked.every(({ received }) => received.length === 1))
  // No attempt has timed out yet.
  expect(await count('webhook_attempt where number = 2 and response_status is null')).toBe(0)
  for (const { server } of hanging) await server.close()
})

test('two workers that start a slice at the same time attempt nothing twice [W3]', async () => {
  const account = await testAccount()
  const { server, id } = await failing(account, 3)
  await vi.waitUntil(async () => (await sleeping()) === 1, PATIENCE)
  const gate = Promise.withResolvers<void>()
  server.answer(() => gate.promise.then(() => ({ status: 200 })))
  pass(60_000)
  const attempt = () => attemptRetries(systemCtx(account.account_id), { legacy: false, hook_id: id })
  // The run may have just started a slice that does not see the new time.
  await vi.waitUntil(async () => {
    await Promise.all([attempt(), attempt(), attempt()])
    return server.received.length > 0
  }, PATIENCE)
  gate.resolve()
  await vi.waitUntil(async () => (await retryRuns())[0]?.state === 'completed', PATIENCE)
  expect(new Set(server.received.map(({ raw }) => raw)).size).toBe(server.received.length)
  expect(server.received).toHaveLength(3)
})

test('failures whose retry the sleeping run will find send no event', async () => {
  const account = await testAccount()
  const { app, id } = await failing(account)
  await vi.waitUntil(async () => (await sleeping()) === 1, PATIENCE)
  pass(10_000)
  for (let n = 0; n < 5; n++) await app.sample({ id, type: 'tag.created' })
  await sendFirst()
  expect(await count(`webhook_delivery where status = 'retrying'`)).toBe(6)
  expect(await count('outbox')).toBe(0)
  expect(await count(`jobs.event where name = 'webhook.retry_requested'`)).toBe(1)
})
