import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { systemCtx } from '../../core/context.ts'
import { rootLogger } from '../../core/log.ts'
import { closeDatabase, database, openDatabase } from '../../db/client.ts'
import { type Jobs, startJobs } from '../../jobs/start.ts'
import { testAccount } from '../../testing/account.ts'
import { later } from '../../testing/clock.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { makeDatabase, type TestDatabase } from '../../testing/database.ts'
import { addSubscribers, EVERYONE, ledgerCounts } from '../../testing/sending.ts'
import { broadcastJobs } from './jobs.ts'
import { lookAfter, startIfDue } from './sending.ts'

// The engine takes whatever is in the outbox: it needs a database that no other test writes to.
let own: TestDatabase
let jobs: Jobs
beforeAll(async () => {
  own = await makeDatabase(inject('server_url'))
  openDatabase(own.url, { max: 12 })
  const { pool } = database()
  jobs = await startJobs({
    pool,
    definitions: broadcastJobs,
    systemCtx,
    settings: {},
    execution: 'serve',
    log: rootLogger(),
    tuning: { poll_ms: 50 },
  })
})
afterAll(async () => {
  await jobs.stop(1_000)
  await closeDatabase()
  await own.drop()
})

test('a scheduled broadcast starts by itself at its time and is sent to the end; its cancelled neighbour is not', async () => {
  const account = await testAccount()
  await addSubscribers(account, 5)
  const app = dashboard(account).broadcasts
  const letter = { subject: 'x', content: '<p>x</p>', subscriber_filter: EVERYONE }
  const [due, cancelled] = [await app.create(letter), await app.create(letter)]
  const time = Date.now() + 1_500
  for (const { id } of [due, cancelled]) await app.schedule({ id, send_at: new Date(time).toISOString() })
  await app.cancel({ id: cancelled.id })

  const status = async (id: number) => (await app.get({ id })).status
  await vi.waitUntil(async () => (await status(due.id)) === 'completed', { timeout: 15_000, interval: 50 })
  const { started_at } = await account.ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: due.id } })
  const delay = (started_at?.getTime() ?? 0) - time
  expect(delay).toBeGreaterThanOrEqual(0)
  expect(delay).toBeLessThan(5_000)
  expect((await ledgerCounts(account, due.id)).kept).toMatchObject({ recipients: 5, sent: 5 })
  expect(await status(cancelled.id)).toBe('aborted')
  expect((await dashboard(account).mail.list({})).rows).toHaveLength(5)
})

test('a timer that ends early sleeps again instead of leaving the broadcast to the next minute', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'x', content: '<p>x</p>', subscriber_filter: EVERYONE })
  // The engine sleeps by its own clock, which is ahead of this one.
  later(-1_500)
  const send_at = new Date(Date.now() + 1_000)
  await app.schedule({ id, send_at: send_at.toISOString() })
  await vi.waitUntil(async () => (await app.get({ id })).status === 'completed', { timeout: 15_000, interval: 50 })
  const { rows } = await database().pool.query<{ name: string }>(
    `select s.name from jobs.step s join jobs.run r on r.id = s.run_id where r.function_id like '%start-scheduled' and s.name like 'early%'`,
  )
  expect(rows).toContainEqual({ name: 'early 1' })
})

test('the timer of a broadcast that was moved to another time ends', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'x', content: '<p>x</p>', subscriber_filter: EVERYONE })
  const [first, moved] = [new Date(Date.now() + 3_600_000), new Date(Date.now() + 7_200_000)]
  await app.schedule({ id, send_at: moved.toISOString() })
  expect(await startIfDue(account.ctx, { id, send_at: first })).toEqual({ early_ms: 0 })
})

test('a resend is done by the job, and the broadcast stays completed', async () => {
  const account = await testAccount()
  const [reader] = await addSubscribers(account, 2)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'x', content: '<p>x</p>', subscriber_filter: EVERYONE })
  await app.send({ id })
  const counts = async () => (await ledgerCounts(account, id)).kept
  const finished = () => app.get({ id }).then(({ status }) => status === 'completed')
  await vi.waitUntil(finished, { timeout: 15_000, interval: 50 })
  await account.ctx.sql.run(
    `with doubted as (update delivery set state = 'unconfirmed', sent_at = null where account_id = $1 and subscriber_id = $2)
     update mail set sent = 1, unconfirmed = 1 where account_id = $1`,
    [reader],
  )
  expect(await app.resolveUnconfirmed({ id, choice: 'resend' })).toEqual({ count: 1 })
  await vi.waitUntil(async () => (await counts())?.sent === 2, { timeout: 15_000, interval: 50 })
  expect(await finished()).toBe(true)
  expect((await dashboard(account).mail.list({})).rows).toHaveLength(3)
})

test('a late broadcast that cannot be started does not hold up those behind it', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const app = dashboard(account).broadcasts
  const letter = { subject: 'x', content: '<p>x</p>', subscriber_filter: EVERYONE }
  const [broken, late] = [await app.create(letter), await app.create(letter)]
  const schedule = (id: number, minutes_ago: number, filter: string | null) =>
    account.ctx.sql.run(
      `update broadcast set status = 'scheduled', send_at = $3, subscriber_filter = $4::jsonb where account_id = $1 and id = $2`,
      [id, new Date(Date.now() - minutes_ago * 60_000), filter],
    )
  await schedule(broken.id, 20, '"no filter"')
  await schedule(late.id, 10, null)
  await expect(lookAfter({ now: new Date() })).rejects.toThrow('could not be looked after')
  expect((await app.get({ id: late.id })).status).not.toBe('scheduled')
  await app.delete({ id: broken.id })
})
