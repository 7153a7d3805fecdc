import type { Ctx } from '../../../core/context.ts'
import { malformed, notFound } from '../../../core/errors.ts'
import { isoSql } from '../../../core/wire.ts'
import { type Rate, rateSql } from '../../../lib/text/rates.ts'
import type { StatsRange, SubscriberStats } from '../schema.ts'
import { retentionStart } from './retention.ts'

/** Returns a subscriber's email statistics for emails sent between two dates. Throws malformed before the retention window. */
export async function getSubscriberStats(
  ctx: Ctx,
  { subscriber_id, ...range }: StatsRange & { subscriber_id: number },
): Promise<SubscriberStats> {
  const start = retentionStart(ctx.now())
  const row = await ctx.sql.one<{ id: number; stats: SubscriberStats['stats'] }>(
    `select s.id, ${statsSql('s.id', { start: '$3', end: '$4' })} as stats
     from subscriber s where s.account_id = $1 and s.id = $2`,
    [subscriber_id, range.email_sent_after ?? start, range.email_sent_before ?? ctx.now()],
  )
  if (!row) throw notFound()
  for (const name of ['email_sent_after', 'email_sent_before'] as const) {
    const date = range[name]
    if (date && date < start) throw malformed(`${name} must be on or after ${start.toISOString().slice(0, 10)}`)
  }
  return row
}

/** Returns SQL of a subscriber's statistics over emails sent from `start` to `end`, inclusive. `subscriber_id` is an expression. */
export function statsSql(subscriber_id: string, { start, end }: { start: string; end: string }): string {
  const rate = (name: Rate) => rateSql(name, { count: (count) => `t.${count}`, unit: 'fraction', none: '0' })
  return `(with sent as (
       select * from delivery d where d.account_id = $1 and d.subscriber_id = ${subscriber_id}
         and d.sent_at >= ${start}::timestamptz and d.sent_at <= ${end}::timestamptz
     ), bounce as (
       -- A bounce at hand-over has no sent_at, so bounces are selected by their own time.
       select count(*) as bounced from delivery d where d.account_id = $1 and d.subscriber_id = ${subscriber_id}
         and d.bounced_at >= ${start}::timestamptz and d.bounced_at <= ${end}::timestamptz
     ), total as (
       select count(*) as sent, count(opened_at) as opened, count(clicked_at) as clicked,
              max(sent_at) as last_sent, max(coalesce(last_opened_at, opened_at)) as last_opened,
              max(coalesce(last_clicked_at, clicked_at)) as last_clicked
       from sent
     )
     select to_json(v) from (
       select t.sent, t.opened, t.clicked, b.bounced,
              ${rate('open_rate')} as open_rate,
              ${rate('click_rate')} as click_rate,
              ${isoSql('t.last_sent')} as last_sent, ${isoSql('t.last_opened')} as last_opened,
              ${isoSql('t.last_clicked')} as last_clicked,
              (select count(*) from sent where t.last_opened is null or sent_at > t.last_opened) as sends_since_last_open,
              (select count(*) from sent where t.last_clicked is null or sent_at > t.last_clicked) as sends_since_last_click
       from total t, bounce b) v)`
}
