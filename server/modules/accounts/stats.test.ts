import { expect, test } from 'vitest'
import type { Ctx } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { changeState } from '../subscribers/state/state.ts'
import { getEmailStats, getGrowthStats } from './stats.ts'

const on = (ctx: Ctx, now: string): Ctx => ({ ...ctx, now: () => new Date(now) })

async function addSubscriber({ account_id }: { account_id: number }, created_at: string, more: object = {}) {
  const { id } = await unscoped().subscriber.create({
    data: { account_id, email_address: `p${Math.random()}@example.net`, created_at: new Date(created_at), ...more },
  })
  return Number(id)
}

test('growth stats use days of the account’s time zone, across the start of daylight saving time', async () => {
  const account = await testAccount()
  // Oslo: UTC+1 until 29 March 2026 01:00 UTC, UTC+2 from then on.
  for (const at of ['2026-03-27T22:59:59Z', '2026-03-27T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z'])
    await addSubscriber(account, at)
  const ctx = on(account.ctx, '2026-04-10T12:00:00Z')
  expect(await getGrowthStats(ctx, { starting: '2026-03-28', ending: '2026-03-29' })).toEqual({
    cancellations: 0,
    net_new_subscribers: 2,
    new_subscribers: 2,
    subscribers: 3,
    starting: '2026-03-28T00:00:00+01:00',
    ending: '2026-03-29T23:59:59+02:00',
  })
})

test('growth stats: the day on which daylight saving time ends has 25 hours', async () => {
  const account = await testAccount()
  for (const at of ['2025-10-25T21:59:59Z', '2025-10-25T22:00:00Z', '2025-10-26T22:59:59Z', '2025-10-26T23:00:00Z'])
    await addSubscriber(account, at)
  const ctx = on(account.ctx, '2025-11-10T12:00:00Z')
  expect(await getGrowthStats(ctx, { starting: '2025-10-26', ending: '2025-10-26' })).toMatchObject({
    new_subscribers: 2,
    subscribers: 3,
    starting: '2025-10-26T00:00:00+02:00',
    ending: '2025-10-26T23:59:59+01:00',
  })
})

test('growth stats default to the last 90 days, and each end may be given alone', async () => {
  const account = await testAccount()
  // In Oslo it is already the next day.
  const ctx = on(account.ctx, '2026-03-31T22:30:00Z')
  const range = async (filter: object) => {
    const { starting, ending } = await getGrowthStats(ctx, filter)
    return [starting.slice(0, 10), ending.slice(0, 10)]
  }
  expect(await range({})).toEqual(['2026-01-01', '2026-04-01'])
  expect(await range({ starting: '2026-03-30' })).toEqual(['2026-03-30', '2026-04-01'])
  expect(await range({ ending: '2026-03-30' })).toEqual(['2026-01-01', '2026-03-30'])
  expect(await range({ ending: '2025-06-30' })).toEqual(['2025-04-01', '2025-06-30'])
  expect((await api('GET /v4/account/growth_stats?starting=&ending=', key(account))).status).toBe(200)
  for (const ending of ['0001-01-01', '9999-12-31'])
    expect((await api(`GET /v4/account/growth_stats?ending=${ending}`, key(account))).status).toBe(200)
})

test('growth stats list every problem of the range', async () => {
  const account = await testAccount()
  const errorsOf = async (query: string) => {
    const { status, body } = await api(`GET /v4/account/growth_stats?${query}`, key(account))
    expect(status).toBe(422)
    return body.errors
  }
  expect(await errorsOf('starting=2026-02-30&ending=March')).toEqual([
    'Starting date is incorrectly formatted. Use YYYY-MM-DD.',
    'Ending date is incorrectly formatted. Use YYYY-MM-DD.',
  ])
  expect(await errorsOf('starting=2026-03-02&ending=2026-03-01')).toEqual([
    'Starting date must be before the ending date.',
  ])
})

test('growth stats count the subscribers active at the end, regardless of later changes', async () => {
  const account = await testAccount()
  const ctx = on(account.ctx, '2026-03-20T12:00:00Z')
  const ids = []
  for (let i = 0; i < 4; i++) ids.push(await addSubscriber(account, '2026-03-01T12:00:00Z'))
  const [cancelled_id = 0, bounced_id = 0, returned_id = 0] = ids
  const unconfirmed = await addSubscriber(account, '2026-03-02T12:00:00Z', { state: 'inactive' })
  await addSubscriber(account, '2026-03-18T12:00:00Z')
  // Unsubscribed before state changes were recorded.
  await addSubscriber(account, '2026-03-01T12:00:00Z', {
    state: 'cancelled',
    canceled_at: new Date('2026-03-15T12:00:00Z'),
  })
  const change = (at: string, id: number, transition: 'unsubscribe' | 'bounce' | 'resubscribe' | 'confirm') =>
    changeState(on(account.ctx, at), { ids: [id], transition, cause: 'api' })
  await change('2026-03-05T12:00:00Z', returned_id, 'unsubscribe')
  await change('2026-03-12T12:00:00Z', cancelled_id, 'unsubscribe')
  await change('2026-03-13T12:00:00Z', bounced_id, 'bounce')
  await change('2026-03-14T12:00:00Z', returned_id, 'resubscribe')
  await change('2026-03-15T12:00:00Z', unconfirmed, 'confirm')

  const active = async (ending: string) => (await getGrowthStats(ctx, { starting: '2026-02-01', ending })).subscribers
  expect(await active('2026-03-04')).toBe(5)
  expect(await active('2026-03-10')).toBe(4)
  expect(await active('2026-03-12')).toBe(3)
  expect(await active('2026-03-13')).toBe(2)
  expect(await active('2026-03-14')).toBe(3)
  expect(await active('2026-03-15')).toBe(3)
  expect(await active('2026-03-20')).toBe(4)
  const now = await unscoped().subscriber.count({ where: { account_id: account.account_id, state: 'active' } })
  expect(now).toBe(4)
  expect(await getGrowthStats(ctx, { starting: '2026-03-12', ending: '2026-03-18' })).toMatchObject({
    new_subscribers: 1,
    cancellations: 2,
    net_new_subscribers: -1,
  })
})

test('email stats count subscribers per email in the last 90 days; rates are percent, 0 when nothing was sent', async () => {
  const { ctx, account_id } = await testAccount()
  const now = new Date('2026-03-10T09:00:00Z')
  const stats = () => getEmailStats({ ...ctx, now: () => now })
  expect(await stats()).toEqual({
    sent: 0,
    clicked: 0,
    opened: 0,
    email_stats_mode: 'last_90',
    open_tracking_enabled: true,
    click_tracking_enabled: true,
    starting: '2025-12-10T09:00:00Z',
    ending: '2026-03-10T09:00:00Z',
    open_rate: 0,
    click_rate: 0,
    unsubscribe_rate: 0,
    bounce_rate: 0,
  })
  const broadcast = await ctx.db.broadcast.create({ data: { account_id, subject: 'March news' } })
  const mail = await ctx.db.mail.create({ data: { account_id, kind: 'broadcast', broadcast_id: broadcast.id } })
  const sent_at = new Date('2026-02-01T09:00:00Z')
  const rows = [
    { sent_at, opened_at: sent_at, clicked_at: sent_at, opens: 9, clicks: 4 },
    { sent_at, opened_at: sent_at, unsubscribed_at: sent_at },
    { sent_at, bounced_at: sent_at },
    { sent_at: new Date('2025-12-01T09:00:00Z'), opened_at: sent_at },
    { state: 'failed' as const },
  ]
  for (const row of rows) {
    const subscriber_id = await addSubscriber({ account_id }, '2025-01-01T00:00:00Z')
    await ctx.db.delivery.create({ data: { account_id, mail_id: mail.id, subscriber_id, state: 'sent', ...row } })
  }
  expect(await stats()).toMatchObject({
    sent: 3,
    opened: 2,
    clicked: 1,
    open_rate: 66.67,
    click_rate: 33.33,
    unsubscribe_rate: 33.33,
    bounce_rate: 33.33,
  })
})
