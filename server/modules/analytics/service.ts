import type { Ctx } from '../../core/context.ts'
import { percentOf } from '../../lib/text/rates.ts'
import { COUNTS_SQL, type CountRow, readCounts } from '../subscribers/state/counts.ts'
import { type Growth, joinedSql, leftSql, netOf, UNSUBSCRIBED_SQL } from './net-growth.ts'
import type { GrowthDay, Overview, Range } from './schema.ts'

/** Returns the figures of the home page for a range up to today and the range before it, in days of the account's time zone. */
export async function getOverview(ctx: Ctx, { days }: Range): Promise<Overview> {
  const [{ time_zone, growth: rows, counts }, emails] = await Promise.all([
    countSubscribers(ctx, days * 2),
    countEmails(ctx, days),
  ])
  const growth = rows.map(
    ({ date, joined, unsubscribed, lost }): DayCounts => ({
      date,
      new_subscribers: joined,
      ...{ unsubscribed, lost, net: netOf({ joined, unsubscribed, lost }) },
    }),
  )
  const current = growth.slice(days)
  const before = growth.slice(0, days)
  const active_subscribers = (await readCounts(ctx, counts)).active
  return {
    time_zone,
    active_subscribers,
    new_subscribers: { value: sum(current, 'new_subscribers'), previous: sum(before, 'new_subscribers') },
    net: { value: sum(current, 'net'), previous: sum(before, 'net') },
    sent: { value: emails.current.sent, previous: emails.previous.sent },
    open_rate: { value: percentOf('open_rate', emails.current), previous: percentOf('open_rate', emails.previous) },
    click_rate: { value: percentOf('click_rate', emails.current), previous: percentOf('click_rate', emails.previous) },
    growth: withTotals(current, active_subscribers),
  }
}

type DayCounts = Omit<GrowthDay, 'subscribers'>
type DayRow = Growth & { date: string }

interface SubscriberCounts {
  time_zone: string
  /** One row per day, oldest first, including today and days without changes. */
  growth: DayRow[]
  counts: CountRow[]
}

/**
 * A day on which more happened is taken as it was last counted (counting/count-day.ts), because reading a million messages takes seconds.
 * Other days are read now, so small accounts see everything immediately.
 */
const LARGE_DAY = 1_000

/** The days up to today, and the stored figures of those that were counted in the account's time zone. `$2` is now, `$3` the number of days. */
const DAYS_SQL = `zone as materialized (select time_zone as name from account where id = $1), day as materialized (
       select d::date as date, d at time zone z.name as starts, (d + interval '1 day') at time zone z.name as ends
       from zone z cross join lateral generate_series(
         (($2::timestamptz at time zone z.name)::date - ($3::int - 1))::timestamp, ($2::timestamptz at time zone z.name)::date, interval '1 day') d
     ), counted as materialized (
       select day.date, d.counted_at >= day.ends as is_over
       from zone z join analytics_account k on k.account_id = $1 and k.time_zone = z.name
       cross join day join analytics_day d on d.account_id = $1 and d.day = day.date and d.counted_at is not null
     )`

async function countSubscribers(ctx: Ctx, days: number): Promise<SubscriberCounts> {
  const row = await ctx.sql.one<SubscriberCounts>(
    `with ${DAYS_SQL}, joined as (
       select c.date, sum(s.joined) as n from counted c join analytics_source s on s.account_id = $1 and s.day = c.date
       where c.is_over group by 1 having sum(s.joined) > ${LARGE_DAY}
     ), left_then as (
       select (c.occurred_at at time zone (select name from zone))::date as date, count(*) filter (where ${UNSUBSCRIBED_SQL}) as unsubscribed,
         count(*) filter (where not ${UNSUBSCRIBED_SQL}) as lost
       from state_change c where c.account_id = $1 and ${leftSql('(select min(starts) from day)', '(select max(ends) from day)')} group by 1
     ), growth as (
       select to_char(day.date, 'YYYY-MM-DD') as date, coalesce(joined.n, created.n)::int as joined,
         coalesce(l.unsubscribed, 0)::int as unsubscribed, coalesce(l.lost, 0)::int as lost
       from day left join joined using (date) left join left_then l using (date)
       cross join lateral (select count(*) as n from subscriber s
         where joined.n is null and s.account_id = $1 and ${joinedSql('day.starts', 'day.ends')}) created
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
    `with ${DAYS_SQL}, large as (
       select c.date, sum(r.sent) as sent, sum(r.opened) as opened, sum(r.clicked) as clicked
       from counted c join analytics_receiver r on r.account_id = $1 and r.day = c.date group by 1 having sum(r.sent) > ${LARGE_DAY}
     )
     select day.date > (select max(date) from day) - $3::int / 2 as is_current, sum(coalesce(large.sent, d.sent))::int as sent,
       sum(coalesce(large.opened, d.opened))::int as opened, sum(coalesce(large.clicked, d.clicked))::int as clicked
     from day left join large using (date)
     cross join lateral (select count(*) as sent, count(d.opened_at) as opened, count(d.clicked_at) as clicked from delivery d
       where large.date is null and d.account_id = $1 and d.sent_at >= day.starts and d.sent_at < day.ends) d
     group by 1`,
    [ctx.now(), days * 2],
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
    subscribers -= day.net
  }
  return out.reverse()
}

const sum = (days: DayCounts[], key: 'new_subscribers' | 'net') => days.reduce((total, day) => total + day[key], 0)
