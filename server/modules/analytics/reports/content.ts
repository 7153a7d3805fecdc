import type { Ctx } from '../../../core/context.ts'
import { isoSql } from '../../../core/wire.ts'
import { rateSql } from '../../../lib/text/rates.ts'
import type { ContentReport, LinkRow, ReportRange, SubjectRow } from '../report-schema.ts'
import { resolveRange } from './range.ts'

const MOST_ROWS = 10
/** A broadcast is ranked if it has this share of the messages of the largest one in the range. */
const LEAST_SHARE = 0.05

const rate = (name: 'open_rate' | 'click_rate') =>
  `${rateSql(name, { count: (count) => `m.${count}`, unit: 'percent', none: 'null' })}::float8`

// Keeps one row per broadcast; the counts of an email are of subscribers, never of machines.
const SENT = `
  with sent as materialized (
    select m.id as mail_id, b.id as broadcast_id, b.subject, m.started_at, m.sent, m.opened, m.clicked, m.unsubscribed, m.bounced,
      m.complained, ${rate('open_rate')} as open_rate, ${rate('click_rate')} as click_rate
    from mail m join broadcast b on b.account_id = m.account_id and b.id = m.broadcast_id
    where m.account_id = $1 and m.kind = 'broadcast' and m.started_at >= $2 and m.started_at < $3 and m.sent > 0
  )`

const SUBJECT = `json_build_object('broadcast_id', broadcast_id, 'subject', coalesce(subject, ''), 'started_at', ${isoSql('started_at')},
  'sent', sent, 'opened', opened, 'clicked', clicked, 'unsubscribed', unsubscribed, 'bounced', bounced, 'complained', complained,
  'open_rate', open_rate, 'click_rate', click_rate)`

const best = (order: string) => `(select coalesce(json_agg(${SUBJECT} order by ${order}), '[]') from (
    select * from sent where sent >= (select least from limits) order by ${order} limit ${MOST_ROWS}) s)`

/**
 * The clicks on each link of an email: of broadcasts all since they were sent, of others, which are sent day by day, those of the range. An
 * email of a sequence is one, however often it was changed.
 */
const CLICKED = `
  select l.url, l.clicks, l.unique_clicks as subscribers, 'b' || s.broadcast_id as email
  from sent s join link l on l.account_id = $1 and l.mail_id = s.mail_id where l.unique_clicks > 0
  union all
  select l.url, c.clicks, c.subscribers, c.email from (
    select e.link_id, coalesce('s' || m.sequence_email_id, 'a' || m.automation_email_id) as email, count(*) as clicks,
      count(distinct e.subscriber_id) as subscribers
    from mail m join engagement e on e.account_id = m.account_id and e.mail_id = m.id and e.kind = 'click'
      and e.occurred_at >= $2 and e.occurred_at < $3 and not e.is_machine
    where m.account_id = $1 and m.kind <> 'broadcast' and m.clicked > 0 group by 1, 2
  ) c join link l on l.account_id = $1 and l.id = c.link_id`

/** Returns the broadcasts of a range with the highest rates, and the links in any emails that most subscribers clicked. */
export async function getContent(ctx: Ctx, input: ReportRange): Promise<ContentReport> {
  const { view, instants } = await resolveRange(ctx, input)
  const row = await ctx.sql.one<{
    broadcasts: number
    least_sent: number
    by_open_rate: SubjectRow[]
    by_click_rate: SubjectRow[]
    links: LinkRow[]
  }>(
    `${SENT}, limits as materialized (
       select greatest(1, ceil(max(sent) * ${LEAST_SHARE}))::int as least from sent
     ), linked as (
       select k.url, sum(k.clicks)::int as clicks, sum(k.subscribers)::int as subscribers, count(distinct k.email)::int as emails
       from (${CLICKED}) k group by k.url order by 3 desc, 1 limit ${MOST_ROWS}
     )
     select (select count(*)::int from sent) as broadcasts, (select least from limits) as least_sent,
       ${best('open_rate desc nulls last, sent desc, broadcast_id')} as by_open_rate,
       ${best('click_rate desc nulls last, sent desc, broadcast_id')} as by_click_rate,
       (select coalesce(json_agg(k order by k.subscribers desc, k.url), '[]') from linked k) as links`,
    [instants.from, instants.end],
  )
  if (!row) throw new Error('The broadcasts were not counted')
  return { range: view, ...row, least_sent: row.least_sent ?? 1 }
}
