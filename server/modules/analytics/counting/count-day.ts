import type { Ctx } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { addDays, startOfDay } from '../../../lib/time/time-zone.ts'
import { OTHER_DOMAINS } from '../../delivery/receiver-schema.ts'
import { RECEIVER_OF_DOMAIN } from '../../transports/limits/receivers.ts'
import { joinedSql, leftSql, UNSUBSCRIBED_SQL } from '../net-growth.ts'
import { nextCount } from './next-count.ts'

/** Maximum number of receiving domains with their own row for a day: the domains with most messages. The others share one. */
const MAX_RECEIVERS = 50
/** Maximum number of forms and landing pages with their own row for a day: the ones with most sign-ups. */
const MAX_FORMS = 50

/** Counts a day of the account from its messages and subscribers, in the given time zone, and replaces earlier figures. Idempotent. */
export function countDay(ctx: Ctx, { day, time_zone }: { day: string; time_zone: string }): Promise<void> {
  return write(ctx, async (tx) => {
    const starts = startOfDay(time_zone, day)
    const ends = startOfDay(time_zone, addDays(day, 1))
    // Serializes runs that count the same day.
    await tx.sql.run('select 1 from analytics_day where account_id = $1 and day = $2::date for update', [day])
    await tx.sql.run('delete from analytics_receiver where account_id = $1 and day = $2::date', [day])
    await tx.sql.run('delete from analytics_source where account_id = $1 and day = $2::date', [day])
    const total = await tx.sql.one<{ sent: number }>(COUNT_RECEIVERS, [
      day,
      starts,
      ends,
      RECEIVER_OF_DOMAIN,
      MAX_RECEIVERS,
    ])
    await tx.sql.run(COUNT_SOURCES, [day, starts, ends, MAX_FORMS])
    const now = tx.now()
    await tx.sql.run(
      'update analytics_day set counted_at = $3, next_count_at = $4 where account_id = $1 and day = $2::date',
      [day, now, nextCount({ ends, now, sent: total?.sent ?? 0 })],
    )
  })
}

/** SQL of the day's results: messages by the time when they were sent or failed, bounces by the time when they happened. */
const COUNT_RECEIVERS = `
  with happened as (
    select d.subscriber_id, 1 as sent, 0 as failed, (d.opened_at is not null)::int as opened, (d.clicked_at is not null)::int as clicked,
      (d.unsubscribed_at is not null)::int as unsubscribed, 0 as bounced, (d.complained_at is not null)::int as complained
    from delivery d where d.account_id = $1 and d.sent_at >= $3 and d.sent_at < $4
    union all
    select d.subscriber_id, 0, 0, 0, 0, 0, 1, 0
    from delivery d where d.account_id = $1 and d.bounced_at >= $3 and d.bounced_at < $4
    union all
    select d.subscriber_id, 0, 1, 0, 0, 0, 0, 0
    from delivery d where d.account_id = $1 and d.state = 'failed' and d.claimed_at >= $3 and d.claimed_at < $4
  ), counted as (
    select split_part(s.email_address, '@', 2) as domain, sum(h.sent) as sent, sum(h.failed) as failed, sum(h.opened) as opened, sum(h.clicked) as clicked,
      sum(h.unsubscribed) as unsubscribed, sum(h.bounced) as bounced, sum(h.complained) as complained
    from happened h join subscriber s on s.account_id = $1 and s.id = h.subscriber_id group by 1
  ), named as (
    select coalesce($5::jsonb ->> domain, domain) as receiver, sum(sent) as sent, sum(failed) as failed, sum(opened) as opened, sum(clicked) as clicked,
      sum(unsubscribed) as unsubscribed, sum(bounced) as bounced, sum(complained) as complained
    from counted group by 1
  ), ranked as (
    select *, row_number() over (order by sent desc, bounced desc, receiver) as place from named
  ), stored as (
    insert into analytics_receiver (account_id, day, receiver, sent, failed, opened, clicked, unsubscribed, bounced, complained)
    select $1, $2::date, case when place <= $6 then receiver else '${OTHER_DOMAINS}' end, sum(sent), sum(failed), sum(opened), sum(clicked),
      sum(unsubscribed), sum(bounced), sum(complained)
    from ranked group by 3
    returning sent
  )
  select coalesce(sum(sent), 0)::int as sent from stored`

/** SQL of the source of `subscriber s`. */
const SOURCE_SQL = `case when s.source_mechanism = 'recommendations' then 'recommendation'
      when s.source_mechanism = 'landing_page' then 'landing_page' when s.source_type = 'form_subscription' then 'form'
      when s.source_mechanism in ('import', 'purchase') then s.source_mechanism
      when s.source_type = 'api_subscription' then 'api' when s.source_type = 'manual' then 'manual' else 'other' end`
const FORM_SQL = `case when s.source_type = 'form_subscription' and s.source_mechanism is distinct from 'recommendations'
      then coalesce(s.source_form_id, 0) else 0 end`

const COUNT_SOURCES = `
  with happened as (
    select ${SOURCE_SQL} as source, ${FORM_SQL} as form_id, 1 as joined, 0 as unsubscribed, 0 as lost
    from subscriber s where s.account_id = $1 and ${joinedSql('$3', '$4')}
    union all
    select ${SOURCE_SQL}, ${FORM_SQL}, 0, ${UNSUBSCRIBED_SQL}::int, (not ${UNSUBSCRIBED_SQL})::int
    from state_change c join subscriber s on s.account_id = $1 and s.id = c.subscriber_id
    where c.account_id = $1 and ${leftSql('$3', '$4')}
  ), summed as (
    select source, form_id, sum(joined) as joined, sum(unsubscribed) as unsubscribed, sum(lost) as lost from happened group by 1, 2
  ), ranked as (
    select *, row_number() over (partition by form_id > 0 order by joined desc, unsubscribed desc, form_id) as place from summed
  )
  insert into analytics_source (account_id, day, source, form_id, joined, unsubscribed, lost)
  select $1, $2::date, source, case when place <= $5 then form_id else 0 end, sum(joined), sum(unsubscribed), sum(lost)
  from ranked group by 3, 4`
