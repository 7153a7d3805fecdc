import type { Ctx } from '../../core/context.ts'
import { percentOf } from '../../lib/text/rates.ts'
import { COUNTS_SQL, type CountRow, readCounts } from '../subscribers/state/counts.ts'
import type { GrowthDay, Overview, Range } from './schema.ts'

/** Returns the figures of the home page for a range up to today and the range before it, in days of the account's time zone. */
export async function getOverview(ctx: Ctx, { days }: Range): Promise<Overview> {
  const [{ time_zone, growth, counts }, emails] = await Promise.all([
    countSubscribers(ctx, days * 2),
    countEmails(ctx, days),
  ])
  const current = growth.slice(days)
  const before = growth.slice(0, days)
  const active_subscribers = (await readCounts(ctx, counts)).active
  return {
    time_zone,
    active_subscribers,
    new_subscribers: { value: sum(current, 'new_subscribers'), previous: sum(before, 'new_subscribers') },
    cancellations: { value: sum(current, 'cancellations'), previous: sum(before, 'cancellations') },
    sent: { value: emails.current.sent, previous: emails.previous.sent },
    open_rate: { value: percentOf('open_rate', emails.current), previous: percentOf('open_rate', emails.previous) },
    click_rate: { value: percentOf('click_rate', emails.current), previous: percentOf('click_rate', emails.previous) },
    growth: withTotals(current, active_subscribers),
  }
}

type DayCounts = Omit<GrowthDay, 'subscribers'>

interface SubscriberCounts {
  time_zone: string
  /** One row per day, oldest first, including today and days without changes. */
  growth: DayCounts[]
  counts: CountRow[]
}

async function countSubscribers(ctx: Ctx, days: number): Promise<SubscriberCounts> {
  const row = await ctx.sql.one<SubscriberCounts>(
    `with zone as materialized (select time_zone as name from account where id = $1), day as (
       select d::date as date, d at time zone z.name as starts
       from zone z cross join lateral generate_series(
         ($2::timestamptz at time zone z.name)::date - ($3::int - 1), ($2::timestamptz at time zone z.name)::date, interval '1 day') d
     ), created as (
       select (created_at at time zone (select name from zone))::date as date, count(*) as n from subscriber
       where account_id = $1 and created_at >= (select min(starts) from day) group by 1
     ), cancelled as (
       select (canceled_at at time zone (select name from zone))::date as date, count(*) as n from subscriber
       where account_id = $1 and state = 'cancelled' and canceled_at >= (select min(starts) from day) group by 1
     ), growth as (
       select to_char(day.date, 'YYYY-MM-DD') as date, coalesce(created.n, 0) as new_subscribers, coalesce(cancelled.n, 0) as cancellations
       from day left join created using (date) left join cancelled using (date)
     )
     select z.name as time_zone, (select json_agg(g order by g.date) from growth g) as growth, ${COUNTS_SQL} as counts from zone z`,
    [ctx.now(), days],
  )
  if (!row) throw new Error('The account does not exist')
  return row
}

interface EmailCounts {
  sent: number
  opened: number
  clicked: number
}

async function countEmails(ctx: Ctx, days: number): Promise<{ current: EmailCounts; previous: EmailCounts }> {
  const rows = await ctx.sql.rows<EmailCounts & { is_current: boolean }>(
    `with bounds as (
       select (($2::timestamptz at time zone a.time_zone)::date - ($3::int - 1))::timestamp at time zone a.time_zone as middle,
              (($2::timestamptz at time zone a.time_zone)::date - ($3::int * 2 - 1))::timestamp at time zone a.time_zone as start
       from account a where a.id = $1
     )
     select d.sent_at >= b.middle as is_current, count(*) as sent, count(d.opened_at) as opened, count(d.clicked_at) as clicked
     from bounds b join delivery d on d.account_id = $1 and d.sent_at >= b.start
     group by 1`,
    [ctx.now(), days],
  )
  const none = { sent: 0, opened: 0, clicked: 0 }
  return { current: rows.find((row) => row.is_current) ?? none, previous: rows.find((row) => !row.is_current) ?? none }
}

/** Computes each day's total backwards from today's, the only one that is known. */
function withTotals(days: DayCounts[], active_now: number): GrowthDay[] {
  let subscribers = active_now
  const out: GrowthDay[] = []
  for (const day of days.toReversed()) {
    out.push({ ...day, subscribers: Math.max(0, subscribers) })
    subscribers -= day.new_subscribers - day.cancellations
  }
  return out.reverse()
}

const sum = (days: DayCounts[], key: 'new_subscribers' | 'cancellations') =>
  days.reduce((total, day) => total + day[key], 0)
