import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { iso } from '../../core/wire.ts'
import { percentOf, type Rate } from '../../lib/text/rates.ts'
import { addDays, isCalendarDate, localDate, utcOffset } from '../../lib/time/time-zone.ts'
import type { EmailStats, GrowthFilter, GrowthStats } from './schema.ts'

const WINDOW_DAYS = 90

/** Returns email statistics (contract 8.1.5). Counts subscribers per email, so no rate exceeds 100. */
export async function getEmailStats(ctx: Ctx): Promise<EmailStats> {
  const ending = ctx.now()
  const starting = new Date(+ending - WINDOW_DAYS * 86_400_000)
  const [account, counts] = await Promise.all([
    ctx.db.account.findFirstOrThrow({ select: { open_tracking_enabled: true, click_tracking_enabled: true } }),
    ctx.sql.one<Record<'sent' | 'failed' | 'opened' | 'clicked' | 'unsubscribed' | 'bounced', number>>(
      // A message that bounced during sending has no sent_at, so bounces are counted by bounced_at.
      `select s.*, (select count(*) from delivery where account_id = $1 and bounced_at between $2 and $3) as bounced,
         (select count(*) from delivery where account_id = $1 and state = 'failed' and claimed_at between $2 and $3) as failed
       from (select count(*) as sent, count(opened_at) as opened, count(clicked_at) as clicked,
           count(unsubscribed_at) as unsubscribed
         from delivery where account_id = $1 and sent_at between $2 and $3) s`,
      [starting, ending],
    ),
  ])
  const { sent = 0, opened = 0, clicked = 0 } = counts ?? {}
  const percent = (rate: Rate) => percentOf(rate, counts ?? {}) ?? 0
  return {
    sent,
    clicked,
    opened,
    email_stats_mode: 'last_90',
    ...account,
    starting: iso(starting),
    ending: iso(ending),
    open_rate: percent('open_rate'),
    click_rate: percent('click_rate'),
    unsubscribe_rate: percent('unsubscribe_rate'),
    bounce_rate: percent('bounce_rate'),
  }
}

/** Returns growth statistics in days of the account's time zone (contract 8.1.6). Throws invalid if the range is reversed. */
export async function getGrowthStats(ctx: Ctx, filter: GrowthFilter): Promise<GrowthStats> {
  const { time_zone } = await ctx.db.account.findFirstOrThrow({ select: { time_zone: true } })
  const today = localDate(time_zone, ctx.now())
  const ending = filter.ending ?? today
  const starting = filter.starting ?? defaultStart(today, ending)
  if (starting > ending) throw invalid('Starting date must be before the ending date.')
  const counts = await ctx.sql.one<Counts>(GROWTH, [time_zone, starting, ending])
  if (!counts) throw new Error('The growth query returned no row')
  const { new_subscribers, cancellations, subscribers, starts, ends } = counts
  return {
    cancellations,
    net_new_subscribers: new_subscribers - cancellations,
    new_subscribers,
    subscribers,
    starting: `${starting}T00:00:00${utcOffset(time_zone, starts)}`,
    ending: `${ending}T23:59:59${utcOffset(time_zone, new Date(+ends - 1))}`,
  }
}

/** Returns the date 90 days ago, or 90 days before a range that ends earlier; not before year 1. */
function defaultStart(today: string, ending: string): string {
  const ninety_days_ago = addDays(today, -WINDOW_DAYS)
  if (ninety_days_ago <= ending) return ninety_days_ago
  const start = addDays(ending, -WINDOW_DAYS)
  return isCalendarDate(start) ? start : '0001-01-01'
}

interface Counts {
  new_subscribers: number
  cancellations: number
  subscribers: number
  /** Start of the first day, and end of the last day. */
  starts: Date
  ends: Date
}

/**
 * SQL of the active subscribers at the end of the range: today's active ones that existed then, corrected by later changes. The first
 * change after the end contains the state before it. Usually there are no changes after the end, and the correction costs nothing.
 */
const GROWTH = `
  with range as (select $3::timestamp at time zone $2 as starts, ($4::timestamp + interval '1 day') at time zone $2 as ends),
  changed as (
    select distinct on (c.subscriber_id) c.from_state = 'active' as was_active, s.state = 'active' as is_active
    from range, state_change c join subscriber s on s.account_id = c.account_id and s.id = c.subscriber_id
    where c.account_id = $1 and c.occurred_at >= range.ends and s.created_at < range.ends and c.from_state is not null
    order by c.subscriber_id, c.occurred_at, c.id
  ),
  unlogged as (
    select count(*) as n from range, subscriber s
    where s.account_id = $1 and s.state = 'cancelled' and s.canceled_at >= range.ends and s.created_at < range.ends
      and not exists (select from state_change c where c.account_id = $1 and c.subscriber_id = s.id
                      and c.occurred_at >= range.ends and c.from_state is not null)
  )
  select range.starts, range.ends,
    (select count(*) from subscriber where account_id = $1 and created_at >= range.starts and created_at < range.ends)
      as new_subscribers,
    (select count(*) from subscriber where account_id = $1 and state = 'cancelled'
     and canceled_at >= range.starts and canceled_at < range.ends) as cancellations,
    (select coalesce(sum(change), 0) from subscriber_count where account_id = $1 and state = 'active')
      - (select count(*) from subscriber where account_id = $1 and state = 'active' and created_at >= range.ends)
      + (select count(*) from changed where was_active and not is_active)
      - (select count(*) from changed where is_active and not was_active)
      + unlogged.n as subscribers
  from range, unlogged`
