import { expect, test } from 'vitest'
import { type TestAccount, testAccount, withRole } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import {
  addSubscribers,
  EVERYONE,
  ledgerCounts,
  parseMail,
  sendAll,
  sendToSink,
} from '../../../testing/modules/sending.ts'
import { deepTest } from '../../../testing/runner/deep.ts'
import type { SendPlan } from '../plan-schema.ts'
import { startIfDue } from './sending.ts'

const MINUTE = 60_000
const CONTENT = '<p>Hello <a href="https://studio.example/a">read</a></p>'
const LIMITS = { bounces: 5, complaints: 0.3, unsubscribes: 2 }
const STAGED: SendPlan = { kind: 'staged', first: { percent: 5 }, wait_minutes: 60, limits: LIMITS, test: null }
const TESTED: SendPlan = { ...STAGED, first: { count: 150 }, test: { metric: 'clicks', when_unclear: 1 } }
const B = {
  subject: 'Version B',
  preview_text: null,
  content: '<p>Hello <a href="https://studio.example/b">read</a></p>',
}

/** Lets the account's clock run ahead of now by this many minutes. */
function moveTo(account: TestAccount, minutes: number) {
  const at = Date.now() + minutes * MINUTE
  account.ctx = { ...account.ctx, now: () => new Date(at) }
}

async function started(count: number, plan: SendPlan, versions: (typeof B)[] = []) {
  const sink = await sendToSink()
  const account = await testAccount()
  await addSubscribers(account, count)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'Version A', content: CONTENT, subscriber_filter: EVERYONE })
  await app.savePlan({ id, plan, versions })
  await app.send({ id })
  await sendAll(account, id)
  return { sink, account, app, id }
}

const subjects = async (sink: { messages: Parameters<typeof parseMail>[0][] }) => {
  const received = await Promise.all(sink.messages.map(parseMail))
  return Map.groupBy(received, ({ subject }) => subject)
}

test('a staged broadcast sends a random first group, and the rest after the chosen time', async () => {
  const { sink, account, app, id } = await started(100, STAGED)
  expect(sink.messages).toHaveLength(5)
  const first = sink.messages.map(({ to }) => to)
  expect(first.sort()).not.toEqual([1, 2, 3, 4, 5].map((n) => `subscriber${n}@example.net`))
  const stages = await app.stages({ id })
  expect(stages).toMatchObject({ first: 5, rest: 95, released_at: null, outcome: null })
  expect(Date.parse(stages.release_at ?? '') - Date.now()).toBeGreaterThan(58 * MINUTE)
  expect((await app.get({ id })).status).toBe('sending')
  moveTo(account, 50)
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(5)
  moveTo(account, 61)
  await sendAll(account, id)
  expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(100)
  expect(sink.messages).toHaveLength(100)
  expect((await app.get({ id })).status).toBe('completed')
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
})

test('a staged broadcast stops when unsubscribes pass their limit, and resuming sends the rest', async () => {
  const { sink, account, app, id } = await started(200, STAGED)
  expect(sink.messages).toHaveLength(10)
  await account.ctx.sql.run('update mail set unsubscribed = 2 where account_id = $1')
  moveTo(account, 61)
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(10)
  expect(await app.get({ id })).toMatchObject({
    stopped_at: expect.any(String),
    paused_by: null,
    problem:
      '2 of 10 subscribers unsubscribed, which is 20%. Your limit is 2%. Resume it to send the rest without these limits.',
  })
  await app.resume({ id })
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(200)
})

deepTest('the rest of a staged broadcast can be released earlier by hand, once', async () => {
  const { sink, account, app, id } = await started(100, STAGED)
  const viewer = dashboard(account, withRole(account, 'viewer')).broadcasts
  await expect(viewer.release({ id })).rejects.toThrow('editor role')
  await app.release({ id })
  await expect(app.release({ id })).rejects.toThrow('The rest has already been released.')
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(100)
  expect((await app.stages({ id })).outcome).toMatchObject({ kind: 'released', user: 'Nora Lind' })
})

test('an A/B test sends each version to half of the first group and the winner to the rest', async () => {
  const { sink, account, app, id } = await started(400, TESTED, [B])
  const halves = await subjects(sink)
  expect([halves.get('Version A')?.length, halves.get('Version B')?.length]).toEqual([75, 75])
  expect(halves.get('Version B')?.every(({ html }) => html?.includes('/t/c/'))).toBe(true)
  // 30 of version B click, 5 of version A.
  await account.ctx.sql.run(
    `update delivery d set clicked_at = now() from (
       select subscriber_id, variant, row_number() over (partition by variant) as n from delivery where account_id = $1 and variant is not null
     ) r where d.account_id = $1 and d.subscriber_id = r.subscriber_id and r.n <= case r.variant when 2 then 30 else 5 end`,
  )
  expect((await app.stages({ id })).versions).toMatchObject([
    { number: 1, sent: 75, tracked: 75, clicked: 5, clicks: { low: 2.9, high: 14.7 } },
    { number: 2, sent: 75, tracked: 75, clicked: 30, click_rate: 40 },
  ])
  moveTo(account, 61)
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(400)
  const all = await subjects(sink)
  expect([all.get('Version A')?.length, all.get('Version B')?.length]).toEqual([75, 325])
  const stages = await app.stages({ id })
  expect(stages).toMatchObject({ outcome: { kind: 'winner', variant: 2, user: null }, rest: 0 })
  expect(stages.versions).toMatchObject([{ clicked: 5 }, { clicked: 30 }])
})

deepTest('each recipient of an A/B test gets the version that its delivery names', async () => {
  const { sink, account, id } = await started(400, TESTED, [B])
  moveTo(account, 61)
  await sendAll(account, id)
  const named = await account.ctx.sql.rows<{ to: string; variant: number }>(
    `select s.email_address as to, d.variant from delivery d join subscriber s on s.account_id = d.account_id and s.id = d.subscriber_id
     where d.account_id = $1`,
  )
  const variant_of = new Map(named.map(({ to, variant }) => [to, `Version ${'?AB'[variant]}`]))
  for (const message of sink.messages) expect((await parseMail(message)).subject).toBe(variant_of.get(message.to))
  expect(sink.messages).toHaveLength(400)
})

deepTest('a test that cannot tell takes the default and says so', async () => {
  const { sink, account, app, id } = await started(
    400,
    { ...TESTED, test: { metric: 'clicks', when_unclear: 2 } } as SendPlan,
    [B],
  )
  moveTo(account, 61)
  await sendAll(account, id)
  expect((await app.stages({ id })).outcome).toMatchObject({ kind: 'too_little', variant: 2 })
  expect((await subjects(sink)).get('Version B')).toHaveLength(325)
})

test('the winner of a test can be chosen by hand before its time', async () => {
  const { sink, account, app, id } = await started(400, TESTED, [B])
  await expect(app.release({ id })).rejects.toThrow('Choose one of the versions')
  await app.release({ id, version: 2 })
  await sendAll(account, id)
  expect((await subjects(sink)).get('Version B')).toHaveLength(325)
  expect((await app.stages({ id })).outcome).toMatchObject({ kind: 'by_hand', variant: 2, user: 'Nora Lind' })
})

deepTest('a paused test waits, and resuming does not change what its versions say', async () => {
  const { sink, account, app, id } = await started(400, TESTED, [B])
  await app.pause({ id })
  await expect(app.release({ id, version: 1 })).rejects.toThrow('Resume the broadcast first.')
  await expect(app.repair({ id, subject: 'Other' })).rejects.toThrow('This broadcast compares versions')
  moveTo(account, 120)
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(150)
  await app.resume({ id })
  await sendAll(account, id)
  expect((await subjects(sink)).get('Version A')).toHaveLength(325)
})

test('a test with too few subscribers, one version or no tracking is refused with the reason', async () => {
  const account = await testAccount()
  await addSubscribers(account, 120)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'A', content: CONTENT, subscriber_filter: EVERYONE })
  await app.savePlan({ id, plan: { ...TESTED, first: { count: 60 } } as SendPlan, versions: [B] })
  await expect(app.send({ id })).rejects.toThrow('Each version would go to 30 subscribers')
  expect((await app.prediction({ id })).problems).toHaveLength(1)
  await app.savePlan({ id, plan: { ...TESTED, first: { count: 100 } } as SendPlan, versions: [] })
  await expect(app.send({ id })).rejects.toThrow('compares at least two versions')
  await app.savePlan({ id, versions: [{ subject: null, preview_text: null, content: null }] })
  await expect(app.send({ id })).rejects.toThrow('Two versions are the same.')
  await app.savePlan({ id, versions: [{ ...B, subject: ' ' }] })
  await expect(app.send({ id })).rejects.toThrow("Version B: Subject can't be blank")
  await app.savePlan({ id, plan: { ...TESTED, first: { count: 60 } } as SendPlan, versions: [B] })
  await app.update({ id, tracking_disabled: true })
  await expect(app.send({ id })).rejects.toThrow(
    'The winner is chosen by clicks, which are not tracked. Turn tracking on, or choose another measure. Each version would go to 30',
  )
  await app.savePlan({ id, plan: { ...STAGED, first: { count: 200 } } as SendPlan, versions: [] })
  await expect(app.send({ id })).rejects.toThrow('The first group must be smaller than the audience, which is 120.')
})

test('the prediction says what a sample can show, from the rates of the account if there are any', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1200)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'A', content: CONTENT, subscriber_filter: EVERYONE })
  await app.savePlan({ id, plan: { ...TESTED, first: { percent: 50 } } as SendPlan, versions: [B] })
  expect(await app.prediction({ id })).toMatchObject({
    audience: 1200,
    first: 600,
    per_version: 300,
    rate: 3,
    is_own_rate: false,
    smallest_difference: 5.2,
    problems: [],
    warnings: ['This test is likely to end without a winner, because the versions would have to differ a lot.'],
  })
})

test('a broadcast over several hours sends evenly and completes at their end', async () => {
  const { sink, account, app, id } = await started(120, { kind: 'spread', hours: 2 })
  expect(sink.messages).toHaveLength(1)
  moveTo(account, 59.9)
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(60)
  expect((await app.get({ id })).status).toBe('sending')
  moveTo(account, 120)
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(120)
  expect((await app.get({ id })).status).toBe('completed')
})

test('each subscriber gets a broadcast at the hour of their time zone, and an unknown one is that of the account', async () => {
  const sink = await sendToSink()
  const account = await testAccount()
  const ids = await addSubscribers(account, 4)
  const zones = ['Pacific/Auckland', 'America/New_York', 'Mars/Phobos', null]
  for (const [index, time_zone] of zones.entries())
    await account.ctx.db.subscriber.updateMany({ where: { id: ids[index] ?? 0 }, data: { time_zone } })
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'A', content: CONTENT, subscriber_filter: EVERYONE })
  const plan = { kind: 'time_zones', at: '2027-06-15T09:00', late: 'now' } as const
  await app.savePlan({ id, plan })
  const utc = (hour: string) => new Date(`2027-06-${hour}:00Z`)
  expect(await app.prediction({ id })).toMatchObject({
    times: [
      { at: '2027-06-14T21:00:00Z', count: 1 },
      { at: '2027-06-15T07:00:00Z', count: 2 },
      { at: '2027-06-15T13:00:00Z', count: 1 },
    ],
    unknown_zone: 2,
  })
  expect(await app.send({ id })).toMatchObject({ status: 'scheduled', send_at: '2027-06-14T19:00:00Z' })
  const at = async (hour: string) => {
    account.ctx = { ...account.ctx, now: () => utc(hour) }
    await startIfDue(account.ctx, { id })
    await sendAll(account, id)
    return sink.messages.length
  }
  const counts: number[] = []
  for (const hour of ['14T19:00', '14T21:00', '15T06:59', '15T07:00', '15T12:59', '15T13:00'])
    counts.push(await at(hour))
  expect(counts).toEqual([0, 1, 1, 3, 3, 4])
})

test('those whose hour has passed get it immediately or on the next day, as the creator chose', async () => {
  for (const [late, expected] of [
    ['now', 1],
    ['next_day', 0],
  ] as const) {
    const sink = await sendToSink()
    const account = await testAccount()
    const [id_of] = await addSubscribers(account, 1)
    await account.ctx.db.subscriber.updateMany({ where: { id: id_of ?? 0 }, data: { time_zone: 'Asia/Tokyo' } })
    account.ctx = { ...account.ctx, now: () => new Date('2027-06-15T01:00:00Z') }
    const app = dashboard(account).broadcasts
    const { id } = await app.create({ subject: 'A', content: CONTENT, subscriber_filter: EVERYONE })
    await app.savePlan({ id, plan: { kind: 'time_zones', at: '2027-06-15T09:00', late } })
    await app.send({ id })
    await sendAll(account, id)
    expect(sink.messages).toHaveLength(expected)
    account.ctx = { ...account.ctx, now: () => new Date('2027-06-16T00:00:00Z') }
    await sendAll(account, id)
    expect(sink.messages).toHaveLength(1)
  }
})

test('an hour that has passed in every time zone is refused, and the prediction says so before', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'A', content: CONTENT, subscriber_filter: EVERYONE })
  await app.savePlan({ id, plan: { kind: 'time_zones', at: '2020-01-01T09:00', late: 'now' } })
  await expect(app.send({ id })).rejects.toThrow('That hour has passed in every time zone.')
  const { problems, times } = await app.prediction({ id })
  expect([problems, times]).toEqual([['That hour has passed in every time zone. Choose a later date or time.'], []])
})
