import { expect, test } from 'vitest'
import { makeCtx } from '../../core/context.ts'
import { Budget } from '../../lib/concurrency/budget.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { countAccount } from './counting/count-account.ts'
import { countDueDays, noteDays } from './counting/days.ts'
import { FINAL_AFTER_DAYS, nextCount } from './counting/next-count.ts'
import { ReportRange } from './report-schema.ts'
import { getContent } from './reports/content.ts'
import { getEngagement } from './reports/engagement.ts'
import { getGrowth } from './reports/growth.ts'
import { spansOf } from './reports/range.ts'
import { getRevenue } from './reports/revenue.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = new Date('2026-05-20T12:00:00Z')
const ago = (hours: number) => new Date(+NOW - hours * HOUR_MS)
const range = ReportRange.parse({})

async function made() {
  const account = await testAccount()
  return { ...account, ctx: { ...account.ctx, now: () => NOW } }
}

async function sentEmail({ ctx, account_id }: TestAccount, subject: string, counts: Record<string, unknown> = {}) {
  const { id: broadcast_id } = await ctx.db.broadcast.create({ data: { account_id, subject } })
  const { id } = await ctx.db.mail.create({ data: { account_id, kind: 'broadcast', broadcast_id, ...counts } })
  return { broadcast_id, mail_id: id }
}

async function subscriber({ ctx, account_id }: TestAccount, name: string) {
  const { id } = await ctx.db.subscriber.create({
    data: { account_id, email_address: `${name}@example.net`, created_at: ago(400) },
  })
  return id
}

test('a purchase is credited to the email with the last human click in the week before it, by currency', async () => {
  const account = await made()
  const { ctx, account_id } = account
  const [first, second] = [await sentEmail(account, 'First'), await sentEmail(account, 'Second')]
  const click = (subscriber_id: bigint, mail_id: number, hours: number, is_machine = false) =>
    ctx.db.engagement.create({
      data: {
        account_id,
        kind: 'click',
        subscriber_id,
        mail_id,
        delivery_id: 1,
        is_machine,
        occurred_at: ago(hours),
      },
    })
  let number = 0
  const buy = (subscriber_id: bigint, hours: number, total: number, more: object = {}) =>
    ctx.db.purchase.create({
      data: {
        account_id,
        subscriber_id,
        transaction_id: `T-${++number}`,
        email_address: 'x@example.net',
        source: 'Shop',
        currency: 'USD',
        transaction_time: ago(hours),
        subtotal: total,
        discount: 0,
        tax: 0,
        shipping: 0,
        total,
        ...more,
      },
    })
  const [ada, bo, cy] = [
    await subscriber(account, 'ada'),
    await subscriber(account, 'bo'),
    await subscriber(account, 'cy'),
  ]
  await click(ada, first.mail_id, 50)
  await click(ada, second.mail_id, 40)
  await click(ada, first.mail_id, 10)
  await buy(ada, 30, 10.1)
  await buy(ada, 5, 0.2)
  await buy(ada, 5, 7, { currency: 'EUR' })
  await buy(ada, 5, 99, { status: 'refunded' })
  // A click eight days earlier and a machine's click, so no email is credited.
  await click(bo, first.mail_id, 8 * 24 + 20)
  await click(bo, second.mail_id, 21, true)
  await buy(bo, 20, 3)
  // In the preceding range.
  await click(cy, second.mail_id, 40 * 24 + 1)
  await buy(cy, 40 * 24, 5)
  const { currencies } = await getRevenue(ctx, range)
  expect(currencies.map(({ currency }) => currency)).toEqual(['USD', 'EUR'])
  const [usd, eur] = currencies
  expect(usd).toMatchObject({
    total: { value: 13.3, previous: 5 },
    purchases: { value: 3, previous: 1 },
    credited_total: { value: 10.3, previous: 5 },
    credited_purchases: { value: 2, previous: 1 },
  })
  expect(usd?.emails).toEqual([
    {
      kind: 'broadcast',
      id: second.broadcast_id,
      parent_id: null,
      subject: 'Second',
      purchases: { value: 1, previous: 1 },
      total: { value: 10.1, previous: 5 },
    },
    {
      kind: 'broadcast',
      id: first.broadcast_id,
      parent_id: null,
      subject: 'First',
      purchases: { value: 1, previous: 0 },
      total: { value: 0.2, previous: 0 },
    },
  ])
  expect(usd?.points.reduce((sum, { credited, other }) => sum + credited + other, 0)).toBeCloseTo(13.3)
  expect(eur?.emails).toMatchObject([{ subject: 'First', total: { value: 7 } }])
})

test('subjects are ranked among broadcasts of sufficient size, and links by subscribers who clicked', async () => {
  const account = await made()
  const { ctx, account_id } = account
  const started_at = ago(30)
  const big = await sentEmail(account, 'Big', { started_at, sent: 1000, opened: 400, clicked: 90 })
  const good = await sentEmail(account, 'Good', { started_at, sent: 500, opened: 300, clicked: 10 })
  await sentEmail(account, 'Tiny', { started_at, sent: 4, opened: 4, clicked: 4 })
  const old = await sentEmail(account, 'Old', { started_at: ago(40 * 24), sent: 900, opened: 900 })
  const url = 'https://studio.example/shop'
  for (const [mail_id, clicks, unique_clicks] of [
    [big.mail_id, 120, 80],
    [good.mail_id, 9, 7],
    [old.mail_id, 500, 400],
  ] as const)
    await ctx.db.link.create({ data: { account_id, mail_id, number: 1, url, clicks, unique_clicks } })
  const report = await getContent(ctx, range)
  expect(report.by_open_rate.map(({ subject, open_rate }) => [subject, open_rate])).toEqual([
    ['Good', 60],
    ['Big', 40],
  ])
  expect(report.by_click_rate.map(({ subject }) => subject)).toEqual(['Big', 'Good'])
  expect(report.least_sent).toBe(50)
  expect(report.totals).toEqual({
    broadcasts: { value: 3, previous: 1 },
    open_rate: { value: 46.81, previous: 100 },
    click_rate: { value: 6.91, previous: 0 },
    link_clicks: { value: 87, previous: 400 },
  })
  expect(report.links).toEqual([{ url, clicks: 129, subscribers: { value: 87, previous: 400 }, emails: 2 }])
  const alone = await getContent(ctx, ReportRange.parse({ compare: false }))
  expect(alone.totals.open_rate).toEqual({ value: 46.81, previous: null })
  expect(alone.links).toMatchObject([{ subscribers: { value: 87, previous: null } }])
})

test('links of a sequence are ranked by subscribers who clicked within the range, once per email even if it was changed', async () => {
  const account = await made()
  const { ctx, account_id } = account
  const [ada, bo] = [await subscriber(account, 'ada'), await subscriber(account, 'bo')]
  const { id: sequence_id } = await ctx.db.sequence.create({ data: { account_id, name: 'Welcome', time_zone: 'UTC' } })
  const { id: sequence_email_id } = await ctx.db.sequenceEmail.create({
    data: { account_id, sequence_id, subject: 'Hello', position: 0, delay_value: 1, delay_unit: 'days' },
  })
  const url = 'https://studio.example/guide'
  const click = async (content_hash: string, clicks: { by: bigint; hours: number; is_machine?: boolean }[]) => {
    const { id: mail_id } = await ctx.db.mail.create({
      data: { account_id, kind: 'sequence_email', sequence_email_id, content_hash, started_at: ago(9999), clicked: 1 },
    })
    const link = await ctx.db.link.create({
      data: { account_id, mail_id, number: 1, url, clicks: 99, unique_clicks: 99 },
    })
    for (const { by, hours, is_machine = false } of clicks) {
      const event = { kind: 'click' as const, subscriber_id: by, delivery_id: 1, is_machine, occurred_at: ago(hours) }
      await ctx.db.engagement.create({ data: { account_id, mail_id, link_id: link.id, ...event } })
    }
  }
  const early = 24 * 45
  await click('first', [
    { by: ada, hours: 30 },
    { by: ada, hours: 29 },
    { by: bo, hours: early },
    { by: bo, hours: 5, is_machine: true },
  ])
  await click('second', [{ by: bo, hours: 50 }])
  const report = await getContent(ctx, range)
  expect(report).toMatchObject({ totals: { broadcasts: { value: 0 }, open_rate: { value: null } }, by_open_rate: [] })
  expect(report.links).toEqual([{ url, clicks: 3, subscribers: { value: 2, previous: 1 }, emails: 1 }])
})

test('figures cover only the account, and a viewer may read them', async () => {
  const [account, other] = [await made(), await made()]
  for (const one of [account, other]) await subscriber(one, 'ada')
  await countAccount({ account_id: account.account_id, now: NOW })
  await countAccount({ account_id: other.account_id, now: NOW })
  const { user_id, account_id } = account
  const viewer = { ...makeCtx({ account_id, actor: { kind: 'user', user_id, role: 'viewer' } }), now: () => NOW }
  expect((await getGrowth(viewer, range)).totals.joined).toEqual({ value: 1, previous: 0 })
  const alone = ReportRange.parse({ compare: false })
  expect((await getGrowth(viewer, alone)).totals.joined).toEqual({ value: 1, previous: null })
})

test('a day is counted again when its messages are opened later, and a new time zone changes an account’s days', async () => {
  const account = await made()
  const { ctx, account_id } = account
  const { mail_id } = await sentEmail(account, 'Late')
  // 23:30 in Oslo and 17:30 of the same day in New York, but the next day in Kathmandu.
  const sent_at = new Date('2026-05-18T21:30:00Z')
  const subscriber_id = await subscriber(account, 'ada')
  const delivery = await ctx.db.delivery.create({
    data: { account_id, mail_id, subscriber_id, state: 'sent', sent_at },
  })
  const openedFigures = async (now: Date) => {
    await noteDays({ after: account_id - 1, now, accounts: 1 })
    await countDueDays({ now: () => now, budget: new Budget(60_000), account_id })
    const { points, totals } = await getEngagement({ ...ctx, now: () => now }, ReportRange.parse({ days: 7 }))
    return [points.find(({ sent }) => sent > 0)?.from, totals.opened.value]
  }
  expect(await openedFigures(NOW)).toEqual(['2026-05-18', 0])
  await ctx.db.delivery.updateMany({ where: { id: delivery.id }, data: { opened_at: NOW } })
  expect(await openedFigures(new Date(+NOW + 3 * DAY_MS))).toEqual(['2026-05-18', 1])
  await ctx.db.account.updateMany({ data: { time_zone: 'Asia/Kathmandu' } })
  expect(await openedFigures(new Date(+NOW + 4 * DAY_MS))).toEqual(['2026-05-19', 1])
})

test('a day is counted often until it is over, then less and less, and finally never again', () => {
  const ends = new Date('2026-05-20T00:00:00Z')
  const wait = (hours: number, sent = 10) => {
    const now = new Date(+ends + hours * HOUR_MS)
    const next = nextCount({ ends, now, sent })
    return next && (+next - +now) / HOUR_MS
  }
  expect(wait(-5)).toBeCloseTo(1 / 6)
  expect(wait(-5, 80_000)).toBe(1)
  expect([wait(0.5), wait(4), wait(48), wait(20 * 24)]).toEqual([1, 2, 24, 72])
  expect(wait(FINAL_AFTER_DAYS * 24)).toBeNull()
})

test('a long range is split into weeks that end with its last day', () => {
  expect(spansOf({ from: '2026-03-28', to: '2026-03-31' })).toHaveLength(4)
  const spans = spansOf({ from: '2026-01-01', to: '2026-03-31' })
  expect([spans[0], spans[1], spans.at(-1)]).toEqual([
    { from: '2026-01-01', to: '2026-01-06' },
    { from: '2026-01-07', to: '2026-01-13' },
    { from: '2026-03-25', to: '2026-03-31' },
  ])
})

test('errors in a range name the wrong day', async () => {
  const problems = (given: object) =>
    ReportRange.safeParse(given).error?.issues.map(({ path, message }) => [path[0], message])
  expect(problems({ from: '2026-02-30', to: '2026-03-01' })).toEqual([['from', 'must be a date, YYYY-MM-DD']])
  expect(problems({ from: '2026-03-02', to: '2026-03-01' })).toEqual([['to', 'must not be before from']])
  expect(problems({ from: '2026-03-02' })).toEqual([['to', 'must be given too']])
  expect(problems({ from: '2024-03-02', to: '2026-03-01' })).toEqual([['to', 'must be at most 366 days after from']])
  const { ctx } = await made()
  await expect(getGrowth(ctx, ReportRange.parse({ from: '2027-01-01', to: '2027-01-02' }))).rejects.toThrow('future')
  await expect(getGrowth(ctx, ReportRange.parse({ from: '2020-01-01', to: '2020-01-02' }))).rejects.toThrow(
    'on or after',
  )
})
