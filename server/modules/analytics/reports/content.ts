import type { Ctx } from '../../../core/context.ts'
import { isoSql } from '../../../core/wire.ts'
import { percentOf, type RateCount, rateSql } from '../../../lib/text/rates.ts'
import type { Change, ContentReport, LinkRow, RateChange, ReportRange, SubjectRow } from '../report-schema.ts'
import { resolveRange } from './range.ts'

const MAX_ROWS = 10
/** Minimum size of a ranked broadcast, as a share of the largest one in the range. */
const MIN_SHARE = 0.05

const rate = (name: 'open_rate' | 'click_rate') =>
  `${rateSql(name, { count: (count) => `m.${count}`, unit: 'percent', none: 'null' })}::float8`

/** SQL of a range of instants. The preceding range is empty if it was not requested, because both ends are equal. */
interface Range {
  sent: string
  from: string
  end: string
}
const NOW: Range = { sent: 'sent', from: '$2', end: '$3' }
const BEFORE: Range = { sent: 'sent_before', from: '$4', end: '$2' }

// Returns one row per broadcast. An email's counts are of subscribers, never of machines.
const sentIn = ({ from, end }: Range) => `
  select m.id as mail_id, b.id as broadcast_id, b.subject, m.started_at, m.sent, m.opened, m.clicked, m.unsubscribed, m.bounced,
    m.complained, ${rate('open_rate')} as open_rate, ${rate('click_rate')} as click_rate
  from mail m join broadcast b on b.account_id = m.account_id and b.id = m.broadcast_id
  where m.account_id = $1 and m.kind = 'broadcast' and m.started_at >= ${from} and m.started_at < ${end} and m.sent > 0`

const SUBJECT = `json_build_object('broadcast_id', broadcast_id, 'subject', coalesce(subject, ''), 'started_at', ${isoSql('started_at')},
  'sent', sent, 'opened', opened, 'clicked', clicked, 'unsubscribed', unsubscribed, 'bounced', bounced, 'complained', complained,
  'open_rate', open_rate, 'click_rate', click_rate)`

const best = (order: string) => `(select coalesce(json_agg(${SUBJECT} order by ${order}), '[]') from (
    select * from sent where sent >= (select least from limits) order by ${order} limit ${MAX_ROWS}) s)`

/**
 * SQL of the clicks on each link of an email: for broadcasts, all since the sending; for other emails, which are sent continuously, only
 * clicks in the range. A sequence email counts as one, even if it was changed.
 */
const clickedIn = ({ sent, from, end }: Range) => `
  select k.url, sum(k.clicks)::int as clicks, sum(k.subscribers)::int as subscribers, count(distinct k.email)::int as emails from (
    select l.url, l.clicks, l.unique_clicks as subscribers, 'b' || s.broadcast_id as email
    from ${sent} s join link l on l.account_id = $1 and l.mail_id = s.mail_id where l.unique_clicks > 0
    union all
    select l.url, c.clicks, c.subscribers, c.email from (
      select e.link_id, coalesce('s' || m.sequence_email_id, 'a' || m.automation_email_id) as email, count(*) as clicks,
        count(distinct e.subscriber_id) as subscribers
      from mail m join engagement e on e.account_id = m.account_id and e.mail_id = m.id and e.kind = 'click'
        and e.occurred_at >= ${from} and e.occurred_at < ${end} and not e.is_machine
      where m.account_id = $1 and m.kind <> 'broadcast' and m.clicked > 0 group by 1, 2
    ) c join link l on l.account_id = $1 and l.id = c.link_id
  ) k group by k.url`

const totals = (
  sent: string,
  clicked: string,
) => `(select json_build_object('broadcasts', count(*)::int, 'sent', coalesce(sum(sent), 0)::int,
  'opened', coalesce(sum(opened), 0)::int, 'clicked', coalesce(sum(clicked), 0)::int,
  'link_clicks', (select coalesce(sum(subscribers), 0)::int from ${clicked})) from ${sent})`

interface Totals
  extends Record<'broadcasts' | 'link_clicks', number>,
    Record<RateCount & ('sent' | 'opened' | 'clicked'), number> {}

interface Row {
  now: Totals
  before: Totals
  least_sent: number | null
  by_open_rate: SubjectRow[]
  by_click_rate: SubjectRow[]
  links: (Omit<LinkRow, 'subscribers'> & { subscribers: number; subscribers_before: number })[]
}

/** Returns the broadcasts of a range with the highest rates, and the links in any emails clicked by most subscribers. */
export async function getContent(ctx: Ctx, input: ReportRange): Promise<ContentReport> {
  const { view, instants } = await resolveRange(ctx, input)
  const row = await ctx.sql.one<Row>(
    `with sent as materialized (${sentIn(NOW)}), sent_before as materialized (${sentIn(BEFORE)}),
     limits as materialized (select greatest(1, ceil(max(sent) * ${MIN_SHARE}))::int as least from sent),
     clicked as materialized (${clickedIn(NOW)}), clicked_before as materialized (${clickedIn(BEFORE)}),
     linked as (
       select c.url, c.clicks, c.subscribers, c.emails, coalesce(o.subscribers, 0) as subscribers_before
       from (select * from clicked order by subscribers desc, url limit ${MAX_ROWS}) c left join clicked_before o on o.url = c.url
     )
     select ${totals('sent', 'clicked')} as now, ${totals('sent_before', 'clicked_before')} as before,
       (select least from limits) as least_sent,
       ${best('open_rate desc nulls last, sent desc, broadcast_id')} as by_open_rate,
       ${best('click_rate desc nulls last, sent desc, broadcast_id')} as by_click_rate,
       (select coalesce(json_agg(k order by k.subscribers desc, k.url), '[]') from linked k) as links`,
    [instants.from, instants.end, instants.first],
  )
  if (!row) throw new Error('The broadcasts were not counted')
  const { now, before, links, ...rankings } = row
  const hasPrevious = view.previous !== null
  const change = (value: number, previous: number): Change => ({ value, previous: hasPrevious ? previous : null })
  const rateChange = (name: 'open_rate' | 'click_rate'): RateChange => ({
    value: percentOf(name, now),
    previous: hasPrevious ? percentOf(name, before) : null,
  })
  return {
    range: view,
    ...rankings,
    least_sent: rankings.least_sent ?? 1,
    totals: {
      broadcasts: change(now.broadcasts, before.broadcasts),
      open_rate: rateChange('open_rate'),
      click_rate: rateChange('click_rate'),
      link_clicks: change(now.link_clicks, before.link_clicks),
    },
    links: links.map(({ subscribers, subscribers_before, ...link }) => ({
      ...link,
      subscribers: change(subscribers, subscribers_before),
    })),
  }
}
