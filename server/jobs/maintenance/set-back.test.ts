import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { rootLogger } from '../../core/log.ts'
import { write } from '../../core/write/write.ts'
import { database, unscoped } from '../../db/client.ts'
import { Budget } from '../../lib/concurrency/budget.ts'
import { enrollSubscribers, resumeSubscribers } from '../../modules/sequences/enrolling/enrolling.ts'
import { workSequence } from '../../modules/sequences/sending/sending.ts'
import { queueServiceEmail } from '../../modules/service-mail/service.ts'
import { testAccount } from '../../testing/account.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { addSubscribers, sendAll, sendToSink, startBroadcast } from '../../testing/modules/sending.ts'
import { makeSequence } from '../../testing/modules/sequences.ts'
import { adjustToClock, WAITS } from './set-back.ts'

// A clock change affects all rows, so this needs a database that no other test shares.
runInOwnDatabase()

const HOUR_MS = 3_600_000
const look = () => adjustToClock({ pool: database().pool, log: rootLogger() })
const query = async (text: string) => (await database().pool.query(text)).rows
const sawAhead = () => query(`update clock_reading set seen_at = clock_timestamp() + interval '1 hour'`)
/** Returns minutes from now, or from another time. */
const inMinutes = (time: Date | null | undefined, from = Date.now()) => (Number(time) - from) / 60_000

test('work tried while the clock was an hour ahead is retried in minutes, not in an hour', async () => {
  await look()
  const account = await testAccount()
  const real = account.ctx
  account.ctx = { ...real, now: () => new Date(Date.now() + HOUR_MS) }
  await sendToSink({ onRecipient: () => ({ code: 451, text: '4.3.0 Try again later' }) })
  await addSubscribers(account, 2)
  const sent_at = Date.now()
  await sendAll(account, await startBroadcast(account))
  const content = { subject: 'Hello', heading: 'Hello', paragraphs: [], footnote: 'Bye.' }
  await write(account.ctx, (tx) => queueServiceEmail(tx, { to: `${randomUUID()}@example.net`, email: content }))
  const delivery = () => real.db.delivery.findFirstOrThrow({ where: { next_attempt_at: { not: null } } })
  const mail = () => real.db.serviceMail.findFirstOrThrow({ orderBy: { id: 'desc' } })
  expect(inMinutes((await delivery()).next_attempt_at, sent_at)).toBeGreaterThan(60)
  const ahead_at = Date.now()
  await sawAhead()
  const set_back_ms = await look()
  expect(set_back_ms).toBeGreaterThan(HOUR_MS - 60_000 - (Date.now() - ahead_at))
  expect(inMinutes((await delivery()).next_attempt_at)).toBeLessThan(5)
  expect(inMinutes((await mail()).next_attempt_at)).toBeLessThan(5)
  // The clock is unchanged from here on.
  expect(await look()).toBe(0)
})

test('a subscriber who joined a sequence while the clock was ahead gets its first email when the clock is right again', async () => {
  await look()
  const account = await testAccount()
  const { id, email } = await makeSequence(account)
  await email({ delay_value: 0 })
  const [subscriber_id = 0] = await addSubscribers(account, 1)
  const ahead = { ...account.ctx, now: () => new Date(Date.now() + HOUR_MS) }
  await enrollSubscribers(ahead, { pairs: [{ sequence_id: id, subscriber_id }] })
  const sink = await sendToSink()
  await workSequence(account.ctx, { id, work_ms: 10_000 })
  expect(sink.messages).toHaveLength(0)
  await sawAhead()
  await look()
  await workSequence(account.ctx, { id, work_ms: 10_000 })
  expect(sink.messages).toHaveLength(1)
})

test('a subscriber resumed in a sequence while the clock was ahead continues when the clock is right again', async () => {
  await look()
  const account = await testAccount()
  const { id, email } = await makeSequence(account)
  await email({ delay_value: 0 })
  const [subscriber_id = 0] = await addSubscribers(account, 1)
  await enrollSubscribers(account.ctx, { pairs: [{ sequence_id: id, subscriber_id }] })
  await account.ctx.db.enrollment.updateMany({ data: { state: 'stopped' } })
  const earlier = await account.ctx.db.enrollment.findFirstOrThrow()
  const ahead = { ...account.ctx, now: () => new Date(Date.now() + HOUR_MS) }
  await resumeSubscribers(ahead, { subscriber_ids: [subscriber_id] })
  await sawAhead()
  await look()
  // The start of its delay is unchanged.
  expect((await account.ctx.db.enrollment.findFirstOrThrow()).delay_from).toEqual(earlier.delay_from)
  const sink = await sendToSink()
  await workSequence(account.ctx, { id, work_ms: 10_000 })
  expect(sink.messages).toHaveLength(1)
})

test('webhook events scheduled while the clock was ahead are sent when the clock is right again', async () => {
  await look()
  const { account_id } = await testAccount()
  const leaves_at = new Date(Date.now() + HOUR_MS)
  const row = { account_id, type: 'tag.created', event_ids: [1n], sizes: [10], leaves_at }
  const { id } = await unscoped().webhookOutbox.create({ data: row })
  await sawAhead()
  await look()
  const waiting = await unscoped().webhookOutbox.findUniqueOrThrow({ where: { id } })
  expect(inMinutes(waiting.leaves_at)).toBeLessThanOrEqual(0.1)
})

test('waiting rows are adjusted once, in transactions of a few thousand rows, even by processes that end in between', async () => {
  await look()
  const { account_id } = await testAccount()
  await query(`insert into kept_event (event_id, job, account_id, type, data, resend_at, resend_minutes, until)
    select n::text, 'x', ${account_id}, 'x', '{}', now() + interval '3 hours', 1, now() + interval '7 days'
    from generate_series(1, 12000) n`)
  const moved = async () =>
    Number((await query(`select count(*) from kept_event where resend_at < now() + interval '150 minutes'`))[0]?.count)
  await sawAhead()
  const batch_sizes: number[] = []
  for (let hasMore = true; hasMore; batch_sizes.push(await moved())) {
    const budget = new Budget(0)
    await adjustToClock({ pool: database().pool, log: rootLogger(), budget })
    hasMore = budget.has_more
  }
  const steps = batch_sizes.map((count, n) => count - (batch_sizes[n - 1] ?? 0)).filter((count) => count > 0)
  expect(steps).toEqual([5_000, 5_000, 2_000])
  const [{ first, last } = {}] = await query('select min(resend_at) as first, max(resend_at) as last from kept_event')
  for (const time of [first, last])
    expect(inMinutes(time)).toSatisfy((minutes: number) => minutes > 115 && minutes < 121)
  await query('truncate kept_event')
})

test('lost work is detected as early as before, however far ahead its last sign of life is', async () => {
  await look()
  const { account_id } = await testAccount()
  const at = new Date(Date.now() + HOUR_MS)
  await unscoped().authThrottle.create({ data: { key: `x ${account_id}`, window_started_at: at } })
  await sawAhead()
  await look()
  const { window_started_at } = await unscoped().authThrottle.findFirstOrThrow({ where: { key: `x ${account_id}` } })
  expect(inMinutes(window_started_at)).toBeLessThanOrEqual(0.1)
})

test('small corrections of a time server, and a clock set forward, change nothing', async () => {
  await look()
  const { account_id } = await testAccount()
  const due_time = new Date(Date.now() + HOUR_MS)
  await unscoped().authThrottle.create({ data: { key: `y ${account_id}`, window_started_at: due_time } })
  for (const change of ["+ interval '5 seconds'", "- interval '1 day'"]) {
    await query(`update clock_reading set seen_at = clock_timestamp() ${change}`)
    expect(await look()).toBe(0)
  }
  const { window_started_at } = await unscoped().authThrottle.findFirstOrThrow({ where: { key: `y ${account_id}` } })
  expect(+window_started_at).toBe(+due_time)
})

/** Times in the future that a set-back clock does not prolong, with the reason. */
const NO_WAIT: Record<string, string> = {
  'notification_setting.digest_until': 'the end of the last digest; the next one begins there',
  'enrollment.next_at': 'planned again by BRING_SEQUENCES_FORWARD',
  'app.calls_paused_at': 'a moment that has passed',
  'automation.paused_at': 'a moment that has passed',
  'automation_date.done_until': 'a position among dates of subscribers',
  'automation_date.until': 'a position among dates of subscribers',
  'kept_event.until': 'an end, after which work is given up',
  'webhook_event.kept_until': 'an end, after which rows are deleted',
  'mail.paused_at': 'a moment that has passed',
  'subscriber.paused_until': 'an end that the subscriber chose, of days',
  'delivery.claimed_at': 'a moment that has passed',
  'review_claim.claimed_at': 'a moment that has passed',
  'service_mail.claimed_at': 'a moment that has passed',
}

test('every column with a time to wait for is adjusted, or has a reason not to be', async () => {
  const columns = await query(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type like 'timestamp%'
       and column_name ~ '(^|_)(due|next|until|retry|resend|callback|leased|leaves|paused|claimed)(_|$)' order by 1`,
  )
  const known = new Set([...WAITS.map(({ table, column }) => `${table}.${column}`), ...Object.keys(NO_WAIT)])
  expect(columns.length).toBeGreaterThan(8)
  expect(columns.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})
