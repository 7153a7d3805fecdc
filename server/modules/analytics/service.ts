import type { Ctx } from '../../core/context.ts'
import { percentOf } from '../../lib/text/rates.ts'
import { countStates } from '../subscribers/counts.ts'
import type { GrowthDay, Overview, Range } from './schema.ts'

/** Everything that the home page counts, for a trailing range and the one before it. Days are the account's own. */
export async function getOverview(ctx: Ctx, { days }: Range): Promise<Overview> {
  const { time_zone } = await ctx.db.account.findFirstOrThrow({ select: { time_zone: true } })
  const [growth, people, mail] = await Promise.all([
    growthByDay(ctx, time_zone, days * 2),
    countStates(ctx),
    countEmails(ctx, time_zone, days),
  ])
  const current = growth.slice(days)
  const before = growth.slice(0, days)
  const active_subscribers = people.active
  return {
    time_zone,
    active_subscribers,
    new_subscribers: { value: sum(current, 'new_subscribers'), previous: sum(before, 'new_subscribers') },
    cancellations: { value: sum(current, 'cancellations'), previous: sum(before, 'cancellations') },
    sent: { value: mail.current.sent, previous: mail.previous.sent },
    open_rate: { value: percentOf('open_rate', mail.current), previous: percentOf('open_rate', mail.previous) },
    click_rate: { value: percentOf('click_rate', mail.current), previous: percentOf('click_rate', mail.previous) },
    growth: withTotals(current, active_subscribers),
  }
}

type DayCounts = Omit<GrowthDay, 'subscribers'>

/** One row a day, oldest first, today included; days without change are there with zeros. */
function growthByDay(ctx: Ctx, time_zone: string, days: number): Promise<DayCounts[]> {
  return ctx.sql.rows<DayCounts>(
    `with day as (
       select d::date as date, d at time zone $2 as starts, (d + interval '1 day') at time zone $2 as ends
       from generate_series(($3::timestamptz at time zone $2)::date - ($4::int - 1), ($3::timestamptz at time zone $2)::date, interval '1 day') d
     ), came as (
       select (created_at at time zone $2)::date as date, count(*) as n from subscriber
       where account_id = $1 and created_at >= (select min(starts) from day) group by 1
     ), went as (
       select (canceled_at at time zone $2)::date as date, count(*) as n from subscriber
       where account_id = $1 and state = 'cancelled' and canceled_at >= (select min(starts) from day) group by 1
     )
     select to_char(day.date, 'YYYY-MM-DD') as date, coalesce(came.n, 0) as new_subscribers, coalesce(went.n, 0) as cancellations
     from day left join came using (date) left join went using (date)
     order by day.date`,
    [time_zone, ctx.now(), days],
  )
}

interface EmailCounts {
  sent: number
  opened: number
  clicked: number
}

async function countEmails(
  ctx: Ctx,
  time_zone: string,
  days: number,
): Promise<{ current: EmailCounts; previous: EmailCounts }> {
  const rows = await ctx.sql.rows<EmailCounts & { is_current: boolean }>(
    `with bounds as (
       select (($3::timestamptz at time zone $2)::date - ($4::int - 1))::timestamp at time zone $2 as middle,
              (($3::timestamptz at time zone $2)::date - ($4::int * 2 - 1))::timestamp at time zone $2 as start
     )
     select d.sent_at >= b.middle as is_current, count(*) as sent, count(d.opened_at) as opened, count(d.clicked_at) as clicked
     from bounds b join delivery d on d.account_id = $1 and d.sent_at >= b.start
     group by 1`,
    [time_zone, ctx.now(), days],
  )
  const none = { sent: 0, opened: 0, clicked: 0 }
  return { current: rows.find((row) => row.is_current) ?? none, previous: rows.find((row) => !row.is_current) ?? none }
}

/** Counts back from today's total, since that is the one that is known. */
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
