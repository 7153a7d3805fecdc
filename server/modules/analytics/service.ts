import type { Ctx } from '../../core/context.ts'
import { percentOf } from '../../lib/text/rates.ts'
import { COUNTS_SQL, type CountRow, readCounts } from '../subscribers/state/counts.ts'
import { type Growth, joinedSql, leftSql, netOf, UNSUBSCRIBED_SQL } from './net-growth.ts'
import type { GrowthDay, Overview, Range } from './schema.ts'

/** Returns the figures of the home page for a range up to today and the preceding range, in days of the account's time zone. */
export async function getOverview(ctx: Ctx, { days }: Range): Promise<Overview> {
  const [{ time_zone, growth: rows, counts }, emails] = await Promise.all([
    countSubscribers(ctx, days * 2),
    countEmails(ctx, days),
  ])
  const growth = rows.map(
    ({ date, joined, unsubscribed, lost }): DayCounts => ({
      date,
      new_subscribers: joined,
      unsubscribed,
      lost,
      net: netOf({ joined, unsubscribed, lost }),
    }),
  )
  const current = growth.slice(days)
  const earlier_days = growth.slice(0, days)
  const active_subscribers = (await readCounts(ctx, counts)).active
  return {
    time_zone,
    active_subscribers,
    new_subscribers: { value: sum(current, 'new_subscribers'), previous: sum(earlier_days, 'new_subscribers') },
    net: { value: sum(current, 'net'), previous: sum(earlier_days, 'net') },
    sent: { value: emails.current.sent, previous: emails.previous.sent },
    open_rate: ratesOf('open_rate', emails),
    click_rate: ratesOf('click_rate', emails),
    leaves_out_recent: emails.settled.sent > 0 && emails.settled.sent < emails.current.sent,
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
 * Number of events above which a day's stored counts are used (counting/count-day.ts), because reading a million messages takes seconds.
 * Other days are read now, so small accounts see everything immediately.
 */
const LARGE_DAY = 1_000

/**
 * SQL of the days up to today, with the stored figures of days counted in the account's time zone. `$2` is now, `$3` the number of days.
 */
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

interface EmailsOfRanges {
  current: EmailCounts
  previous: EmailCounts
  /** Messages of the current range that were sent long enough ago to compare their rates. */
  settled: EmailCounts
}

/** Most subscribers who open a message do so within this time. Before that, its rates are too low. */
const SETTLED_HOURS = 48

const SETTLED_SQL = `($2::timestamptz - interval '${SETTLED_HOURS} hours')`

/**
 * Returns a rate without the messages of the last hours, which would look like a drop. If there are no others, returns their rate without a
 * comparison.
 */
function ratesOf(
  rate: 'open_rate' | 'click_rate',
  { current, previous, settled }: EmailsOfRanges,
): Overview['open_rate'] {
  return settled.sent > 0 || current.sent === 0
    ? { value: percentOf(rate, settled), previous: percentOf(rate, previous) }
    : { value: percentOf(rate, current), previous: null }
}

async function countEmails(ctx: Ctx, days: number): Promise<EmailsOfRanges> {
  const rows = await ctx.sql.rows<EmailCounts & { is_current: boolean; is_settled: boolean }>(
    `with ${DAYS_SQL}, large as (
       select c.date, sum(r.sent) as sent, sum(r.opened) as opened, sum(r.clicked) as clicked
       from counted c join analytics_receiver r on r.account_id = $1 and r.day = c.date group by 1 having sum(r.sent) > ${LARGE_DAY}
     )
     select day.date > (select max(date) from day) - $3::int / 2 as is_current, part.is_settled, sum(part.sent)::int as sent,
       sum(part.opened)::int as opened, sum(part.clicked)::int as clicked
     from day cross join lateral (
       select large.sent, large.opened, large.clicked, day.ends <= ${SETTLED_SQL} as is_settled from large where large.date = day.date
       union all
       select count(*), count(d.opened_at), count(d.clicked_at), d.sent_at <= ${SETTLED_SQL} from delivery d
       where not exists (select from large where large.date = day.date)
         and d.account_id = $1 and d.sent_at >= day.starts and d.sent_at < day.ends group by 4
     ) part
     group by 1, 2`,
    [ctx.now(), days * 2],
  )
  const sumOf = (chosen: typeof rows): EmailCounts => ({
    sent: chosen.reduce((sum, { sent }) => sum + sent, 0),
    opened: chosen.reduce((sum, { opened }) => sum + opened, 0),
    clicked: chosen.reduce((sum, { clicked }) => sum + clicked, 0),
  })
  return {
    current: sumOf(rows.filter((row) => row.is_current)),
    previous: sumOf(rows.filter((row) => !row.is_current)),
    settled: sumOf(rows.filter((row) => row.is_current && row.is_settled)),
  }
}

/** Computes each day's total backwards from today's, the only known one. */
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
