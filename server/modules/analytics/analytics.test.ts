import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { getGrowthStats } from '../accounts/stats.ts'
import { countAccount } from './counting/count-account.ts'
import { ReportRange } from './report-schema.ts'
import { getCohorts } from './reports/cohorts.ts'
import { getGrowth } from './reports/growth.ts'
import { getOverview } from './service.ts'

type SubscriberState = 'active' | 'inactive' | 'cancelled' | 'bounced' | 'complained'

const DAY = 86_400_000

test('growth uses days of the account’s time zone and is computed backwards from today’s total', async () => {
  const { ctx, account_id } = await testAccount()
  // 23:30 UTC is 00:30 of the next day in Oslo in winter.
  const now = new Date('2026-01-20T12:00:00Z')
  const subscribers = [
    { at: '2026-01-18T23:30:00Z' },
    { at: '2026-01-18T12:00:00Z' },
    { at: '2026-01-20T08:00:00Z' },
    { at: '2025-06-01T08:00:00Z', canceled_at: new Date('2026-01-19T10:00:00Z') },
    { at: new Date(+now - 10 * DAY).toISOString() },
  ]
  await ctx.db.subscriber.createMany({
    data: subscribers.map(({ at, canceled_at }, i) => ({
      account_id,
      email_address: `p${i}@example.net`,
      created_at: new Date(at),
      ...(canceled_at ? { canceled_at, state: 'cancelled' as const } : {}),
    })),
  })
  const left = await ctx.db.subscriber.findFirstOrThrow({ where: { state: 'cancelled' } })
  const occurred_at = left.canceled_at ?? now
  const change = { account_id, subscriber_id: left.id, from_state: 'active', to_state: 'cancelled' } as const
  await ctx.db.stateChange.create({ data: { ...change, cause: 'unsubscribe_link', occurred_at } })
  const overview = await getOverview({ ...ctx, now: () => now }, { days: 7 })
  expect(overview.growth).toHaveLength(7)
  expect(overview.growth.slice(-3)).toEqual([
    { date: '2026-01-18', new_subscribers: 1, unsubscribed: 0, lost: 0, net: 1, subscribers: 3 },
    { date: '2026-01-19', new_subscribers: 1, unsubscribed: 1, lost: 0, net: 0, subscribers: 3 },
    { date: '2026-01-20', new_subscribers: 1, unsubscribed: 0, lost: 0, net: 1, subscribers: 4 },
  ])
  expect(overview.active_subscribers).toBe(4)
  expect(overview.new_subscribers).toEqual({ value: 3, previous: 1 })
  expect(overview.open_rate).toEqual({ value: null, previous: null })
})

test('the home page and Analytics show the same net growth: bounces and complaints count as leaving, unconfirmed sign-ups do not', async () => {
  const { ctx, account_id } = await testAccount()
  const now = new Date('2026-01-20T12:00:00Z')
  const add = async (name: string, state: SubscriberState, changes: [SubscriberState, SubscriberState][]) => {
    const canceled_at = state === 'cancelled' ? now : null
    const { id } = await ctx.db.subscriber.create({
      data: {
        account_id,
        email_address: `${name}@example.net`,
        state,
        canceled_at,
        created_at: new Date(+now - 3 * DAY),
      },
    })
    for (const [from_state, to_state] of changes)
      await ctx.db.stateChange.create({
        data: {
          account_id,
          subscriber_id: id,
          from_state,
          to_state,
          cause: 'dashboard',
          occurred_at: new Date(+now - DAY),
        },
      })
  }
  await add('stays', 'active', [])
  await add('unsubscribed', 'cancelled', [['active', 'cancelled']])
  await add('bounced', 'bounced', [['active', 'bounced']])
  await add('complained', 'complained', [['active', 'complained']])
  await add('never-confirmed', 'cancelled', [['inactive', 'cancelled']])
  await add('back', 'active', [
    ['active', 'cancelled'],
    ['cancelled', 'active'],
  ])
  await countAccount({ account_id, now })
  const later_ctx = { ...ctx, now: () => now }
  const home = await getOverview(later_ctx, { days: 7 })
  const { totals } = await getGrowth(later_ctx, ReportRange.parse({ days: 7 }))
  expect(totals).toEqual({
    joined: { value: 6, previous: 0 },
    unsubscribed: { value: 2, previous: 0 },
    lost: { value: 2, previous: 0 },
    net: { value: 2, previous: 0 },
  })
  expect([home.new_subscribers, home.net]).toEqual([totals.joined, totals.net])
  // Contract 8.1.6: new subscribers minus subscribers unsubscribed today.
  const days = { starting: '2026-01-14', ending: '2026-01-20' }
  expect(await getGrowthStats(later_ctx, days)).toMatchObject({ cancellations: 2, net_new_subscribers: 4 })
})

test('rates are percent of the messages sent in the range', async () => {
  const { ctx, account_id } = await testAccount()
  const broadcast = await ctx.db.broadcast.create({ data: { account_id, subject: 'x' } })
  const mail = await ctx.db.mail.create({ data: { account_id, kind: 'broadcast', broadcast_id: broadcast.id } })
  for (let i = 0; i < 3; i++) {
    const { id } = await ctx.db.subscriber.create({ data: { account_id, email_address: `r${i}@example.net` } })
    const sent_at = new Date()
    await ctx.db.delivery.create({
      data: {
        account_id,
        mail_id: mail.id,
        subscriber_id: id,
        state: 'sent',
        sent_at,
        ...(i === 0 ? { opened_at: sent_at } : {}),
      },
    })
  }
  const overview = await getOverview(ctx, { days: 30 })
  expect(overview.sent).toEqual({ value: 3, previous: 0 })
  expect(overview.open_rate.value).toBe(33.33)
  expect(overview.click_rate).toEqual({ value: 0, previous: null })
})

test('the stored counts of a day with many messages or sign-ups are used, and other days are counted now', async () => {
  const { ctx, account_id } = await testAccount()
  const now = new Date('2026-01-20T12:00:00Z')
  const address = { account_id, email_address: 'one@example.net', created_at: new Date('2026-01-19T12:00:00Z') }
  await ctx.db.subscriber.create({ data: address })
  const zone = { time_zone: 'Europe/Oslo', noted_to: now, cohorts_due_at: now }
  await ctx.db.analyticsAccount.create({ data: { account_id, ...zone } })
  const days = [
    { day: '2026-01-18', counted_at: '2026-01-19T12:00:00Z', joined: 2_000 },
    { day: '2026-01-19', counted_at: '2026-01-20T12:00:00Z', joined: 3 },
    // The day was not over at its count: messages use it, sign-ups do not.
    { day: '2026-01-20', counted_at: '2026-01-20T11:00:00Z', joined: 3_000 },
  ]
  for (const { joined, ...one } of days) {
    const [day, counted_at] = [new Date(one.day), new Date(one.counted_at)]
    await ctx.db.analyticsDay.create({ data: { account_id, day, counted_at } })
    const left = { joined, unsubscribed: 0, lost: 0 }
    await ctx.db.analyticsSource.create({ data: { account_id, day, source: 'import', form_id: 0, ...left } })
    const counts = { sent: joined, opened: joined / 2, clicked: 0, unsubscribed: 0, bounced: 0, complained: 0 }
    const figures = { ...counts, opened: Math.floor(counts.opened) }
    await ctx.db.analyticsReceiver.create({ data: { account_id, day, receiver: 'example.net', ...figures } })
  }
  const overview = await getOverview({ ...ctx, now: () => now }, { days: 7 })
  expect(overview.growth.slice(-3).map((day) => day.new_subscribers)).toEqual([2_000, 1, 0])
  expect(overview.sent).toEqual({ value: 5_000, previous: 0 })
  expect(overview.open_rate.value).toBe(50)
  // Figures of another time zone belong to other days.
  await ctx.db.analyticsAccount.updateMany({ data: { time_zone: 'UTC' } })
  expect((await getOverview({ ...ctx, now: () => now }, { days: 7 })).sent.value).toBe(0)
})

test('rates of the home page exclude messages of the last 48 hours, unless there are no others', async () => {
  const { ctx, account_id } = await testAccount()
  const now = new Date('2026-01-20T12:00:00Z')
  const later_ctx = { ...ctx, now: () => now }
  const broadcast = await ctx.db.broadcast.create({ data: { account_id, subject: 'x' } })
  const mail = await ctx.db.mail.create({ data: { account_id, kind: 'broadcast', broadcast_id: broadcast.id } })
  let number = 0
  const send = async (hours: number, isOpened: boolean) => {
    const email_address = `h${++number}@example.net`
    const { id } = await ctx.db.subscriber.create({ data: { account_id, email_address } })
    const sent_at = new Date(+now - hours * 3_600_000)
    const opened = isOpened ? { opened_at: sent_at } : {}
    const one = { account_id, mail_id: mail.id, subscriber_id: id, state: 'sent', sent_at, ...opened } as const
    await ctx.db.delivery.create({ data: one })
  }
  await send(1, false)
  await send(2, true)
  const recent = await getOverview(later_ctx, { days: 7 })
  expect(recent).toMatchObject({ open_rate: { value: 50, previous: null }, leaves_out_recent: false })
  await send(49, true)
  await send(8 * 24, true)
  await send(8 * 24, false)
  const settled = await getOverview(later_ctx, { days: 7 })
  expect(settled).toMatchObject({
    sent: { value: 3, previous: 2 },
    open_rate: { value: 100, previous: 50 },
    click_rate: { value: 0, previous: 0 },
    leaves_out_recent: true,
  })
})

test('Analytics shows that figures are being counted until each day has been counted', async () => {
  const { ctx, account_id } = await testAccount()
  const now = new Date('2026-01-20T12:00:00Z')
  const at = { ...ctx, now: () => now }
  const readState = async () => [
    (await getGrowth(at, ReportRange.parse({ days: 7 }))).range.is_counting,
    (await getCohorts(at)).is_counting,
  ]
  expect(await readState()).toEqual([false, false])
  const created_at = new Date(+now - 3 * DAY)
  await ctx.db.subscriber.create({ data: { account_id, email_address: 'one@example.net', created_at } })
  expect(await readState()).toEqual([true, true])
  await countAccount({ account_id, now })
  expect(await readState()).toEqual([false, false])
})
