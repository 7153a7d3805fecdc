import { beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../core/context.ts'
import { addDays, localDate } from '../../lib/time/time-zone.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { sampled } from '../../testing/runner/deep.ts'
import { countAccount } from './counting/count-account.ts'
import { addMonths } from './months.ts'
import type { ReportRange } from './report-schema.ts'
import { getCohorts } from './reports/cohorts.ts'
import { getDeliverability, getEngagement } from './reports/engagement.ts'
import { getGrowth } from './reports/growth.ts'

// Compares the job's counts of random histories around clock changes with a slow computation in JavaScript that shares none of its
// statements.

const DAY_MS = 86_400_000
/** Time zones with a clock change in the middle of the history. Lord Howe's change is half an hour. */
const PLACES = [
  { time_zone: 'Europe/Oslo', now: '2026-04-12T09:30:00Z' },
  { time_zone: 'America/New_York', now: '2025-11-16T02:10:00Z' },
  { time_zone: 'Australia/Lord_Howe', now: '2026-04-18T20:00:00Z' },
  { time_zone: 'Asia/Kathmandu', now: '2026-03-02T18:20:00Z' },
]
const DOMAINS = ['gmail.com', 'googlemail.com', 'example.net', 'studio.example']
const SOURCES = [
  { source_type: 'form_subscription', source_mechanism: null, as: 'form' },
  { source_type: 'form_subscription', source_mechanism: 'landing_page', as: 'landing_page' },
  { source_type: 'form_subscription', source_mechanism: 'recommendations', as: 'recommendation' },
  { source_type: 'manual', source_mechanism: 'import', as: 'import' },
  { source_type: 'manual', source_mechanism: null, as: 'manual' },
  { source_type: 'api_subscription', source_mechanism: 'api', as: 'api' },
  { source_type: 'api_subscription', source_mechanism: 'purchase', as: 'purchase' },
  { source_type: null, source_mechanism: null, as: 'other' },
] as const

const STATES = ['active', 'active', 'active', 'active', 'cancelled', 'bounced', 'complained', 'inactive'] as const

interface Subscriber {
  id: number
  domain: string
  source: (typeof SOURCES)[number]
  form_id: number
  state: (typeof STATES)[number]
  created_at: Date
  left_at: Date | null
}

interface Message {
  subscriber: Subscriber
  sent_at: Date | null
  opened_at: Date | null
  clicked_at: Date | null
  unsubscribed_at: Date | null
  bounced_at: Date | null
  complained_at: Date | null
}

/** Park and Miller's generator, so a failure can be reproduced. */
function drawer(seed: number) {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

async function history({ ctx, account_id }: TestAccount, { time_zone, now }: (typeof PLACES)[number], seed: number) {
  const draw = drawer(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(draw() * values.length)] as T
  const end = +new Date(now)
  const randomTime = (from: number, to: number) => new Date(Math.floor(from + draw() * (to - from)))
  await ctx.db.account.updateMany({ data: { time_zone } })
  const form = await ctx.db.form.create({ data: { account_id, name: 'Corner', uid: `corner-${account_id}` } })
  const subscribers: Subscriber[] = Array.from({ length: 120 }, () => {
    const source = pick(SOURCES)
    const created_at = randomTime(end - 90 * DAY_MS, end)
    const state = pick(STATES)
    const left_at = state === 'active' || state === 'inactive' ? null : randomTime(+created_at, end)
    const form_id = source.source_type === 'form_subscription' && draw() < 0.7 ? form.id : 0
    return { id: 0, source, domain: pick(DOMAINS), form_id, state, created_at, left_at }
  })
  const addressOf = ({ domain }: Subscriber, n: number) => `p${n}@${domain}`
  await ctx.db.subscriber.createMany({
    data: subscribers.map((subscriber, n) => ({
      account_id,
      email_address: addressOf(subscriber, n),
      state: subscriber.state,
      created_at: subscriber.created_at,
      source_type: subscriber.source.source_type,
      source_mechanism: subscriber.source.source_mechanism,
      source_form_id: subscriber.form_id || null,
      canceled_at: subscriber.state === 'cancelled' ? subscriber.left_at : null,
    })),
  })
  const stored = await ctx.db.subscriber.findMany({ select: { id: true, email_address: true } })
  const ids = new Map(stored.map(({ id, email_address }) => [email_address, Number(id)]))
  subscribers.forEach((subscriber, n) => {
    subscriber.id = ids.get(addressOf(subscriber, n)) ?? 0
  })
  await ctx.db.stateChange.createMany({
    data: subscribers.flatMap(({ id: subscriber_id, state, created_at, left_at }) =>
      left_at
        ? [
            { account_id, subscriber_id, to_state: 'active' as const, cause: 'form', occurred_at: created_at },
            {
              account_id,
              subscriber_id,
              from_state: 'active' as const,
              to_state: state,
              cause: 'api',
              occurred_at: left_at,
            },
          ]
        : [],
    ),
  })
  const messages: Message[] = []
  for (const subject of ['One', 'Two', 'Three']) {
    const broadcast = await ctx.db.broadcast.create({ data: { account_id, subject } })
    const { id: mail_id } = await ctx.db.mail.create({
      data: { account_id, kind: 'broadcast', broadcast_id: broadcast.id },
    })
    const sent_messages = subscribers.map((subscriber): Message => {
      const tried_at = randomTime(+subscriber.created_at, end)
      const isRejected = draw() < 0.06
      const sent_at = isRejected ? null : tried_at
      const later = (share: number) => (sent_at && draw() < share ? randomTime(+sent_at, end) : null)
      const opened_at = later(0.5)
      return {
        subscriber,
        sent_at,
        opened_at,
        clicked_at: opened_at && draw() < 0.4 ? randomTime(+opened_at, end) : null,
        unsubscribed_at: later(0.1),
        complained_at: later(0.05),
        bounced_at: isRejected ? tried_at : later(0.08),
      }
    })
    messages.push(...sent_messages)
    await ctx.db.delivery.createMany({
      data: sent_messages.map(({ subscriber, ...times }) => ({
        account_id,
        mail_id,
        subscriber_id: subscriber.id,
        ...times,
        state: times.sent_at ? ('sent' as const) : ('failed' as const),
        claimed_at: times.sent_at ? null : times.bounced_at,
      })),
    })
    const open = { account_id, mail_id, kind: 'open' as const, delivery_id: 1 }
    await ctx.db.engagement.createMany({
      data: sent_messages.flatMap(({ subscriber: { id: subscriber_id }, sent_at, opened_at }) => [
        ...(opened_at ? [{ ...open, subscriber_id, occurred_at: opened_at }] : []),
        // A machine opens every message, which must count nowhere.
        ...(sent_at ? [{ ...open, subscriber_id, occurred_at: sent_at, is_machine: true }] : []),
      ]),
    })
  }
  return { subscribers, messages }
}

describe.each(sampled(PLACES, 3))('in $time_zone', (place) => {
  const { time_zone } = place
  const now = new Date(place.now)
  const today = localDate(time_zone, now)
  const range: ReportRange = { days: 30, compare: true }
  const spans = {
    value: { from: addDays(today, -29), to: today },
    previous: { from: addDays(today, -59), to: addDays(today, -30) },
  }
  let account: TestAccount
  let ctx: Ctx
  let subscribers: Subscriber[]
  let messages: Message[]

  const isIn = (at: Date | null, { from, to }: { from: string; to: string }) => {
    if (!at) return false
    const day = localDate(time_zone, at)
    return day >= from && day <= to
  }
  /** Returns the figure of the range and of the preceding one. */
  const inBothRanges = (count: (span: { from: string; to: string }) => number) => ({
    value: count(spans.value),
    previous: count(spans.previous),
  })
  const receiverOf = (domain: string) => (domain === 'googlemail.com' ? 'gmail.com' : domain)

  beforeAll(async () => {
    account = await testAccount()
    ctx = { ...account.ctx, now: () => now }
    ;({ subscribers, messages } = await history(account, place, 7))
    await countAccount({ account_id: account.account_id, now })
  })

  test('growth by source matches the subscribers', async () => {
    const report = await getGrowth(ctx, range)
    const joinedChange = (wanted: (subscriber: Subscriber) => boolean) =>
      inBothRanges(
        (span) => subscribers.filter((subscriber) => wanted(subscriber) && isIn(subscriber.created_at, span)).length,
      )
    const leftChange = (states: string[], wanted: (subscriber: Subscriber) => boolean) =>
      inBothRanges(
        (span) =>
          subscribers.filter((one) => states.includes(one.state) && wanted(one) && isIn(one.left_at, span)).length,
      )
    for (const { source, form_id, ...changes } of report.sources) {
      const isOf = (subscriber: Subscriber) =>
        subscriber.source.as === source && (source === 'recommendation' ? 0 : subscriber.form_id) === form_id
      expect({ source, joined: changes.joined }).toEqual({ source, joined: joinedChange(isOf) })
      expect(changes.unsubscribed).toEqual(leftChange(['cancelled'], isOf))
      expect(changes.lost).toEqual(leftChange(['bounced', 'complained'], isOf))
    }
    expect(report.totals.joined).toEqual(joinedChange(() => true))
    expect(report.totals.unsubscribed).toEqual(leftChange(['cancelled'], () => true))
    expect(report.points).toHaveLength(30)
    for (const point of report.points) {
      const sum = Object.values(point.joined).reduce((total, n) => total + n, 0)
      expect(sum).toBe(subscribers.filter(({ created_at }) => isIn(created_at, point)).length)
      expect(point.net).toBe(sum - subscribers.filter(({ left_at }) => isIn(left_at, point)).length)
    }
  })

  test('engagement and deliverability match the messages', async () => {
    const slow = (messages: readonly Message[], span: { from: string; to: string }) => {
      const sent_messages = messages.filter(({ sent_at }) => isIn(sent_at, span))
      return {
        sent: sent_messages.length,
        failed: messages.filter(({ sent_at, bounced_at }) => !sent_at && isIn(bounced_at, span)).length,
        opened: sent_messages.filter(({ opened_at }) => opened_at).length,
        clicked: sent_messages.filter(({ clicked_at }) => clicked_at).length,
        unsubscribed: sent_messages.filter(({ unsubscribed_at }) => unsubscribed_at).length,
        bounced: messages.filter(({ bounced_at }) => isIn(bounced_at, span)).length,
        complained: sent_messages.filter(({ complained_at }) => complained_at).length,
      }
    }
    const report = await getEngagement(ctx, range)
    for (const { from, to, rates, ...counts } of report.points) expect(counts).toEqual(slow(messages, { from, to }))
    const totals = slow(messages, spans.value)
    expect(Object.fromEntries(Object.entries(report.totals).map(([name, { value }]) => [name, value]))).toEqual(totals)
    expect(report.rates.open_rate.value).toBe(Math.round((totals.opened / totals.sent) * 10_000) / 100)
    expect(report.rates.bounce_rate.value).toBe(
      Math.round((totals.bounced / (totals.sent + totals.failed)) * 10_000) / 100,
    )
    const { receivers } = await getDeliverability(ctx, range)
    expect(receivers.map(({ receiver }) => receiver).sort()).toEqual([...new Set(DOMAINS.map(receiverOf))].sort())
    for (const { receiver, counts } of receivers) {
      const of = messages.filter(({ subscriber }) => receiverOf(subscriber.domain) === receiver)
      for (const which of ['value', 'previous'] as const)
        expect(Object.fromEntries(Object.entries(counts).map(([name, change]) => [name, change[which]]))).toEqual(
          slow(of, spans[which]),
        )
    }
  })

  test('cohorts match the later states of their subscribers', async () => {
    const { cohorts } = await getCohorts(ctx)
    const monthOf = (at: Date) => `${localDate(time_zone, at).slice(0, 7)}-01`
    const confirmed = subscribers.filter(({ state }) => state !== 'inactive')
    expect(cohorts.map(({ joined_in }) => joined_in)).toEqual(
      [...new Set(confirmed.map(({ created_at }) => monthOf(created_at)))].sort(),
    )
    for (const { joined_in, joined, months } of cohorts) {
      const cohort = confirmed.filter(({ created_at }) => monthOf(created_at) === joined_in)
      expect(joined).toBe(cohort.length)
      for (const [n, cell] of months.entries()) {
        const month = addMonths(joined_in, n)
        if (month > monthOf(now)) {
          expect(cell).toBeNull()
          continue
        }
        const opened_ids = new Set(
          messages
            .filter(({ opened_at }) => opened_at && monthOf(opened_at) === month)
            .map(({ subscriber }) => subscriber.id),
        )
        expect(cell).toEqual({
          is_partial: month === monthOf(now),
          joined: cohort.length,
          subscribed: cohort.filter(({ left_at }) => !left_at || monthOf(left_at) > month).length,
          engaged: cohort.filter(({ id }) => opened_ids.has(id)).length,
        })
      }
    }
  })
})
