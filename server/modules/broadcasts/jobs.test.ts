import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { systemCtx } from '../../core/context.ts'
import { rootLogger } from '../../core/log.ts'
import { closeDatabase, database, openDatabase } from '../../db/client.ts'
import { type Jobs, startJobs } from '../../jobs/start.ts'
import { testAccount } from '../../testing/account.ts'
import { later } from '../../testing/clock.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { makeDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { addSubscribers, EVERYONE, ledgerCounts } from '../../testing/modules/sending.ts'
import { PATIENCE } from '../../testing/patience.ts'
import { broadcastJobs } from './jobs.ts'
import { requeueStalledBroadcasts, startIfDue, startOnTime } from './sending/sending.ts'

// The engine processes everything in the outbox, so it needs a database that no other test writes to.
let own: TestDatabase
let jobs: Jobs
beforeAll(async () => {
  own = await makeDatabase(inject('server_url'))
  openDatabase(own.url, { max: 12 })
  const { pool } = database()
  jobs = await startJobs({
    pool,
    // Without the cron that starts late broadcasts, so only timers start anything here.
    definitions: broadcastJobs.filter(({ id }) => id !== 'broadcasts/requeue-stalled'),
    systemCtx,
    settings: {},
    work: true,
    log: rootLogger(),
    tuning: { poll_ms: 50 },
  })
})
afterAll(async () => {
  await jobs.stop(1_000)
  await closeDatabase()
  await own.drop()
})

const HOUR_MS = 3_600_000

/** A broadcast scheduled to start in an hour. */
async function scheduled(recipients: number) {
  const account = await testAccount()
  await addSubscribers(account, recipients)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'x', content: '<p>x</p>', subscriber_filter: EVERYONE })
  const send_at = new Date(Date.now() + HOUR_MS)
  await app.schedule({ id, send_at: send_at.toISOString() })
  return { account, app, id, send_at, status: async () => (await app.get({ id })).status }
}

/** Waits until the broadcast's job has set the timer with this name, and returns it. */
function timerOf(id: number, name: string) {
  const read = async () => {
    const { rows } = await database().pool.query<{ job: string; at: Date }>(
      `select j.id as job, j.start_after as at from jobs.step s join jobs.run r on r.id = s.run_id join pgboss.job j on j.id = s.job
       where s.state = 'sleeping' and s.name = $2 and (r.event::jsonb -> 'data' ->> 'broadcast_id')::int = $1`,
      [id, name],
    )
    return rows[0]
  }
  return vi.waitUntil(read, PATIENCE)
}

/** Moves the engine's clock to the timer's time. */
const fireTimer = ({ job }: { job: string }) =>
  database().pool.query(`update pgboss.job set start_after = start_after - interval '1 hour' where id = $1`, [job])

test('a scheduled broadcast is started by its timer and sent completely, and a canceled one is not', async () => {
  const began = Date.now()
  const [due, cancelled] = [await scheduled(5), await scheduled(5)]
  await cancelled.app.cancel({ id: cancelled.id })
  const timers = [await timerOf(due.id, 'its time'), await timerOf(cancelled.id, 'its time')]
  // The timer starts at some moment of this test, so it fires no later than that even on a slow machine.
  expect(+(timers[0]?.at ?? 0) - +due.send_at).toBeLessThanOrEqual(Date.now() - began)
  later(HOUR_MS)
  await Promise.all(timers.map(fireTimer))
  await vi.waitUntil(async () => (await due.status()) === 'completed', PATIENCE)
  const { started_at } = await due.account.ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: due.id } })
  expect(+(started_at ?? 0)).toBeGreaterThanOrEqual(+due.send_at)
  expect((await ledgerCounts(due.account, due.id)).kept).toMatchObject({ recipients: 5, sent: 5 })
  expect((await dashboard(due.account).mail.list({})).rows).toHaveLength(5)
  expect(await cancelled.status()).toBe('aborted')
  expect((await dashboard(cancelled.account).mail.list({})).rows).toEqual([])
})

test('a timer that fires early sleeps until the scheduled time and then starts the broadcast', async () => {
  const { id, send_at, status } = await scheduled(1)
  const first = await timerOf(id, 'its time')
  const began = Date.now()
  // The engine's clock is an hour ahead of the product's.
  await fireTimer(first)
  const second = await timerOf(id, 'early 1')
  expect(await status()).toBe('scheduled')
  expect(+second.at - +send_at).toBeLessThanOrEqual(Date.now() - began)
  later(HOUR_MS)
  await fireTimer(second)
  await vi.waitUntil(async () => (await status()) === 'completed', PATIENCE)
})

test('a timer that fires less than a second early starts the broadcast on time without another sleep', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'x', content: '<p>x</p>', subscriber_filter: EVERYONE })
  const send_at = new Date(Date.now() + HOUR_MS)
  await app.schedule({ id, send_at: send_at.toISOString() })
  later(+send_at - Date.now() - 500)
  expect(await startOnTime(systemCtx(account.account_id), { id, send_at })).toEqual({ early_ms: 0 })
  expect((await app.get({ id })).status).not.toBe('scheduled')
})

test('the timer of a rescheduled broadcast ends', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'x', content: '<p>x</p>', subscriber_filter: EVERYONE })
  const [first, moved] = [new Date(Date.now() + 3_600_000), new Date(Date.now() + 7_200_000)]
  await app.schedule({ id, send_at: moved.toISOString() })
  expect(await startIfDue(account.ctx, { id, send_at: first })).toEqual({ early_ms: 0 })
})

test('resending is done by the job, and the broadcast stays completed', async () => {
  const account = await testAccount()
  const [subscriber_id] = await addSubscribers(account, 2)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'x', content: '<p>x</p>', subscriber_filter: EVERYONE })
  await app.send({ id })
  const counts = async () => (await ledgerCounts(account, id)).kept
  const finished = () => app.get({ id }).then(({ status }) => status === 'completed')
  await vi.waitUntil(finished, PATIENCE)
  await account.ctx.sql.run(
    `with requeued as (update delivery set state = 'unconfirmed', sent_at = null where account_id = $1 and subscriber_id = $2)
     update mail set sent = 1, unconfirmed = 1 where account_id = $1`,
    [subscriber_id],
  )
  expect(await app.resolveUnconfirmed({ id, choice: 'resend' })).toEqual({ count: 1 })
  await vi.waitUntil(async () => (await counts())?.sent === 2, PATIENCE)
  expect(await finished()).toBe(true)
  expect((await dashboard(account).mail.list({})).rows).toHaveLength(3)
})

test('many late broadcasts are started in slices, each once', async () => {
  const { account, app, id: first } = await scheduled(1)
  const { id: second } = await app.create({ subject: 'y', content: '<p>y</p>', subscriber_filter: EVERYONE })
  const now = new Date()
  const schedule = `update broadcast set status = 'scheduled', send_at = $3 where account_id = $1 and id = $2`
  for (const id of [first, second]) await account.ctx.sql.run(schedule, [id, now])
  const isWaiting = async () =>
    Promise.all([first, second].map(async (id) => (await app.get({ id })).status === 'scheduled'))
  const after = await requeueStalledBroadcasts({ now, budget_ms: 0 })
  expect([after, await isWaiting()]).toEqual([{ at: +now, id: first }, [false, true]])
  const end = await requeueStalledBroadcasts({ now, after: after ?? undefined, budget_ms: 0 })
  expect([end, await isWaiting()]).toEqual([{ at: +now, id: second }, [false, false]])
  expect(await requeueStalledBroadcasts({ now, after: end ?? undefined, budget_ms: 0 })).toBeNull()
})

test('a late broadcast that cannot be started does not block later ones', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const app = dashboard(account).broadcasts
  const input = { subject: 'x', content: '<p>x</p>', subscriber_filter: EVERYONE }
  const [broken, late] = [await app.create(input), await app.create(input)]
  const schedule = (id: number, minutes_ago: number, filter: string | null) =>
    account.ctx.sql.run(
      `update broadcast set status = 'scheduled', send_at = $3, subscriber_filter = $4::jsonb where account_id = $1 and id = $2`,
      [id, new Date(Date.now() - minutes_ago * 60_000), filter],
    )
  await schedule(broken.id, 20, '"no filter"')
  await schedule(late.id, 10, null)
  await expect(requeueStalledBroadcasts({ now: new Date() })).rejects.toThrow('could not be requeued')
  expect((await app.get({ id: late.id })).status).not.toBe('scheduled')
  await app.delete({ id: broken.id })
})
