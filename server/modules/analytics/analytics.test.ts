import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { getOverview } from './service.ts'

const DAY = 86_400_000

test('growth uses days of the account’s time zone and counts back from today’s total', async () => {
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
  const overview = await getOverview({ ...ctx, now: () => now }, { days: 7 })
  expect(overview.growth).toHaveLength(7)
  expect(overview.growth.slice(-3)).toEqual([
    { date: '2026-01-18', new_subscribers: 1, cancellations: 0, subscribers: 3 },
    { date: '2026-01-19', new_subscribers: 1, cancellations: 1, subscribers: 3 },
    { date: '2026-01-20', new_subscribers: 1, cancellations: 0, subscribers: 4 },
  ])
  expect(overview.active_subscribers).toBe(4)
  expect(overview.new_subscribers).toEqual({ value: 3, previous: 1 })
  expect(overview.open_rate).toEqual({ value: null, previous: null })
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
