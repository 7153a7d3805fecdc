import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Ctx } from '../core/context.ts'
import type { Page } from '../core/page/page.ts'
import { PageQuery } from '../core/page/page.ts'
import { GrowthFilter } from '../modules/accounts/schema.ts'
import { getEmailStats, getGrowthStats } from '../modules/accounts/stats.ts'
import { getOverview } from '../modules/analytics/service.ts'
import { listBroadcastRows } from '../modules/broadcasts/compose/composer.ts'
import { getBroadcastReport, listBroadcastRecipients } from '../modules/broadcasts/report/report.ts'
import { ListedBroadcast } from '../modules/broadcasts/schema.ts'
import { listBroadcasts } from '../modules/broadcasts/service.ts'
import { MailReport, Recipient } from '../modules/delivery/schema.ts'
import { HistoryEntry, listHistory } from '../modules/subscribers/list/history.ts'
import { listSubscribers } from '../modules/subscribers/list/list.ts'
import { ListedSubscriber, SubscriberFilter } from '../modules/subscribers/schema.ts'
import { countStates } from '../modules/subscribers/state/counts.ts'
import { testAccount } from '../testing/account.ts'
import { deepTest } from '../testing/runner/deep.ts'
import { type SeedCounts, seedAccount } from './seed.ts'

const SIZE = 1500
const paging = PageQuery.parse({})
let ctx: Ctx
let counts: SeedCounts

beforeAll(async () => {
  ctx = (await testAccount()).ctx
  counts = await seedAccount(ctx, { subscribers: SIZE, days: 90 })
})

test('the returned counts match the stored rows', async () => {
  const stored_counts = await ctx.sql.one<SeedCounts>(
    `select (select count(*) from subscriber where account_id = $1) as subscribers,
       (select count(*) from tagging where account_id = $1) as taggings,
       (select count(*) from form_subscription where account_id = $1) as form_subscriptions,
       (select count(*) from broadcast where account_id = $1) as broadcasts,
       (select count(*) from delivery where account_id = $1) as deliveries,
       (select count(*) from engagement where account_id = $1) as engagements`,
  )
  expect(counts).toEqual(stored_counts)
  expect(counts).toMatchObject({ subscribers: SIZE, broadcasts: 12 })
  const states = await countStates(ctx)
  const stored = await ctx.sql.rows<{ state: string; n: number }>(
    'select state::text, count(*) as n from subscriber where account_id = $1 group by 1',
  )
  expect(Object.fromEntries(stored.map(({ state, n }) => [state, n]))).toEqual(states)
  expect(states.active).toBeGreaterThan(SIZE * 0.85)
  expect(Math.min(states.cancelled, states.bounced, states.inactive)).toBeGreaterThan(0)
})

test('the counts of emails and links match their deliveries', async () => {
  const mail_counts = await ctx.sql.rows(
    `select m.id, m.recipients, m.sent, m.failed, m.unconfirmed, m.excluded, m.opened, m.clicked, m.total_clicks, m.unsubscribed,
       m.bounced, m.hard_bounced, m.complained from mail m where account_id = $1 order by m.id`,
  )
  const ledgers = await ctx.sql.rows(
    `select mail_id as id, count(*) as recipients, count(*) filter (where state = 'sent') as sent,
       count(*) filter (where state = 'failed') as failed, count(*) filter (where state = 'unconfirmed') as unconfirmed,
       count(*) filter (where state = 'excluded') as excluded, count(opened_at) as opened, count(clicked_at) as clicked,
       sum(clicks) as total_clicks, count(unsubscribed_at) as unsubscribed, count(bounced_at) as bounced,
       count(*) filter (where bounce_type = 'hard') as hard_bounced, count(complained_at) as complained
     from delivery where account_id = $1 group by 1 order by 1`,
  )
  expect(mail_counts).toEqual(ledgers)
  // Messages sent long ago must not count as sent today, or the guard would warn and pause.
  expect(await ctx.sql.rows('select 1 from reputation_change where account_id = $1')).toEqual([])
  const links = await ctx.sql.rows(
    'select id, clicks, unique_clicks from link where account_id = $1 and clicks > 0 order by id',
  )
  const clicked = await ctx.sql.rows(
    `select link_id as id, count(*) as clicks, count(distinct subscriber_id) as unique_clicks
     from engagement where account_id = $1 and kind = 'click' group by 1 order by 1`,
  )
  expect(links).toEqual(clicked)
  expect(links.length).toBeGreaterThan(10)
})

test('every delivery matches its events and its subscriber', async () => {
  const mismatches = await ctx.sql.one(
    `select count(*) filter (where (d.opens, d.opened_at, d.last_opened_at) is distinct from (coalesce(e.opens, 0), e.first_open, e.last_open)) as opens,
       count(*) filter (where (d.clicks, d.clicked_at, d.last_clicked_at) is distinct from (coalesce(e.clicks, 0), e.first_click, e.last_click)) as clicks,
       count(*) filter (where d.opened_at < d.sent_at or d.clicked_at < d.opened_at or e.latest > $2) as order_of_times,
       count(*) filter (where d.state = 'sent' and d.sent_at is null or d.state = 'failed' and (d.reason is null or d.opens > 0)) as states,
       count(*) filter (where s.created_at > d.sent_at) as too_early,
       count(*) filter (where d.unsubscribed_at is distinct from case when c.to_state = 'cancelled' then s.canceled_at end) as leavers,
       count(*) filter (where d.bounced_at is distinct from case when c.to_state = 'bounced' then c.occurred_at end) as bounces
     from delivery d
     join subscriber s on s.account_id = d.account_id and s.id = d.subscriber_id
     left join state_change c on c.account_id = d.account_id and c.subscriber_id = s.id and c.mail_id = d.mail_id
     left join (
       select delivery_id, count(*) filter (where kind = 'open') as opens, count(*) filter (where kind = 'click') as clicks,
         min(occurred_at) filter (where kind = 'open') as first_open, max(occurred_at) filter (where kind = 'open') as last_open,
         min(occurred_at) filter (where kind = 'click') as first_click, max(occurred_at) filter (where kind = 'click') as last_click,
         max(occurred_at) as latest
       from engagement where account_id = $1 and not is_machine group by delivery_id) e on e.delivery_id = d.id
     where d.account_id = $1`,
    [ctx.now()],
  )
  expect(
    Object.values(mismatches ?? {}).every((n) => n === 0),
    JSON.stringify(mismatches),
  ).toBe(true)
  const last = await ctx.sql.one(
    `select count(*) filter (where l.to_state is distinct from s.state) as other_state,
       count(*) filter (where s.updated_at > $2 or s.created_at > $2 or s.canceled_at < s.created_at) as impossible
     from subscriber s left join lateral (select to_state from state_change
       where account_id = $1 and subscriber_id = s.id order by occurred_at desc, id desc limit 1) l on true
     where s.account_id = $1`,
    [ctx.now()],
  )
  expect(last).toEqual({ other_state: 0, impossible: 0 })
})

test('most opens come early, and some subscribers open more than others', async () => {
  const shape = await ctx.sql.one<{ soon: number; keen: number; rate: number; click_rate: number }>(
    `select count(*) filter (where opened_at < sent_at + interval '6 hours')::float8 / count(opened_at) as soon,
       count(opened_at)::float8 / count(*) as rate, count(clicked_at)::float8 / count(opened_at) as click_rate,
       (select count(*) from (select from delivery where account_id = $1 group by subscriber_id
         having count(*) >= 5 and count(opened_at) >= 0.75 * count(*)) k) as keen
     from delivery where account_id = $1`,
  )
  expect(shape?.soon).toBeGreaterThan(0.5)
  expect(shape?.rate).toBeGreaterThan(0.3)
  expect(shape?.rate).toBeLessThan(0.55)
  expect(shape?.click_rate).toBeGreaterThan(0.05)
  expect(shape?.keen).toBeGreaterThan(50)
})

deepTest('the same seed at the same time creates the same account, and another seed a different one', async () => {
  const now = new Date('2026-05-20T12:00:00Z')
  const seeded = async (random_seed: number) => {
    const { ctx } = await testAccount()
    await seedAccount({ ...ctx, now: () => now }, { subscribers: 300, days: 40, random_seed })
    return ctx.sql.rows(
      `select s.email_address, s.first_name, s.state::text, s.fields, s.created_at, s.canceled_at, s.city, s.utm_source,
         (select string_agg(t.name, ',' order by t.name) from tagging g join tag t on t.account_id = $1 and t.id = g.tag_id
          where g.account_id = $1 and g.subscriber_id = s.id) as tags,
         (select json_agg(json_build_array(d.state, d.sent_at, d.opens, d.opened_at, d.clicks, d.unsubscribed_at) order by d.mail_id)
          from delivery d where d.account_id = $1 and d.subscriber_id = s.id) as deliveries
       from subscriber s where s.account_id = $1 order by s.id`,
    )
  }
  const first = await seeded(5)
  expect(first).toHaveLength(300)
  expect(await seeded(5)).toEqual(first)
  expect(await seeded(6)).not.toEqual(first)
})

test('a second run adds more subscribers', async () => {
  const { ctx } = await testAccount()
  await seedAccount(ctx, { subscribers: 50, days: 10 })
  await seedAccount(ctx, { subscribers: 70, days: 10 })
  const { active, ...others } = await countStates(ctx)
  expect(active + Object.values(others).reduce((sum, n) => sum + n, 0)).toBe(120)
  expect(await ctx.db.tag.count()).toBe(7)
  expect(await ctx.db.form.count()).toBe(1)
})

test('numbers out of range change nothing', async () => {
  const { ctx } = await testAccount()
  await expect(seedAccount(ctx, { subscribers: 0, days: 10 })).rejects.toThrow('subscribers must be a whole number')
  await expect(seedAccount(ctx, { subscribers: 5, days: 10, broadcasts: 6 })).rejects.toThrow('from 0 to 5')
  expect(await ctx.db.tag.count()).toBe(0)
})

test('seeding respects the subscriber limit of the plan', async () => {
  const { ctx } = await testAccount({ subscriber_limit: 10 })
  await expect(seedAccount(ctx, { subscribers: 11, days: 10 })).rejects.toThrow('subscriber limit')
})

test('most days have new subscribers, with more on later days, and growth ends at the current count', async () => {
  const overview = await getOverview(ctx, { days: 90 })
  const joined = overview.growth.map((day) => day.new_subscribers)
  expect(joined.filter((n) => n > 0).length).toBeGreaterThan(80)
  const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0)
  expect(sum(joined)).toBe(SIZE)
  expect(sum(joined.slice(45))).toBeGreaterThan(sum(joined.slice(0, 45)) * 1.3)
  expect(Math.max(...joined)).toBeGreaterThan((2 * SIZE) / 90)
  expect(overview.new_subscribers.value - overview.net.value).toBeGreaterThan(5)
  expect(overview.open_rate.value).toBeGreaterThan(30)
  expect(overview.growth.at(-1)?.subscribers).toBe(overview.active_subscribers)
})

test('every view of the product shows seeded data', async () => {
  const everyone = SubscriberFilter.parse({ status: 'all', include: 'attribution,tags,location' })
  const subscribers = await rows(listSubscribers(ctx, { ...everyone, ...paging }), ListedSubscriber)
  expect(subscribers).toHaveLength(paging.per_page)
  expect(subscribers.filter(({ location }) => location?.city).length).toBeGreaterThan(400)
  expect(subscribers.filter(({ tags }) => (tags?.length ?? 0) > 1).length).toBeGreaterThan(100)
  expect(subscribers.every(({ fields }) => Object.keys(fields ?? {}).length === 5)).toBe(true)

  const [newest] = await rows(listBroadcasts(ctx, { slim: false, ...paging } as never), ListedBroadcast)
  expect(newest?.status).toBe('completed')
  const [row] = (await listBroadcastRows(ctx, paging)).rows()
  expect(row?.open_rate).toBeGreaterThan(20)
  const id = newest?.id ?? 0
  const report = MailReport.parse(await getBroadcastReport(ctx, { id }))
  expect(report.ledger.queued).toBe(0)
  expect(report.hours.slice(0, 6).reduce((sum, { opens }) => sum + opens, 0)).toBeGreaterThan(100)
  expect(report.machine_opens).toBeGreaterThan(10)
  const reached = await rows(listBroadcastRecipients(ctx, { id, activity: 'clicked', ...paging }), Recipient)
  const [recipient] = reached
  const history = await rows(listHistory(ctx, { id: recipient?.subscriber_id ?? 0, ...paging }), HistoryEntry)
  expect(history.some((entry) => entry.kind === 'email_sent' && entry.detail.clicks > 0)).toBe(true)

  expect((await getEmailStats(ctx)).bounce_rate).toBeLessThan(3)
  const growth = await getGrowthStats(ctx, GrowthFilter.parse({}))
  expect(growth.new_subscribers).toBe(SIZE)
})

async function rows<T>(page: Promise<Page<unknown>>, schema: z.ZodType<T>): Promise<T[]> {
  return z.array(schema).parse((await page).rows())
}
