import type { Ctx } from '../../../core/context.ts'
import { forbidden, malformed } from '../../../core/errors.ts'
import { keysetPage, type Page, type PageQuery, type Pagination } from '../../../core/page/page.ts'
import { isoSql } from '../../../core/wire.ts'
import { type Rate, rateSql } from '../../../lib/text/rates.ts'
import { hasReporting } from '../../accounts/plans/plans.ts'
import type { BroadcastClick, ListedBroadcastStats, OneBroadcastStats, StatsFilter } from '../schema.ts'
import { broadcastConditions } from '../service.ts'
import { readBroadcast } from '../view.ts'

/** Throws not_found, or malformed if the statistics have expired (contract 13). */
export async function getBroadcastStats(
  ctx: Ctx,
  { broadcast_id }: { broadcast_id: number },
): Promise<OneBroadcastStats> {
  const { send_at } = await readBroadcast(ctx, { id: broadcast_id })
  const oldest = retentionStart(ctx)
  if (send_at && new Date(send_at) < oldest) {
    throw malformed(`send_at must be on or after ${oldest.toISOString().slice(0, 10)}`)
  }
  const row = await ctx.sql.one<OneBroadcastStats>(
    `select t.id, ${STATS} as stats from ${SOURCE} where t.account_id = $1 and t.id = $2`,
    [broadcast_id],
  )
  return row as OneBroadcastStats
}

/** Lists statistics, newest first. Throws forbidden on a plan without reporting, unless the caller is an authorized app. */
export async function listBroadcastStats(
  ctx: Ctx,
  { status, sent_after, sent_before, ...paging }: StatsFilter & PageQuery,
): Promise<Page<ListedBroadcastStats>> {
  if (!(await hasReporting(ctx))) throw forbidden('Broadcast stats require a plan with access to reporting.')
  const { where, values } = broadcastConditions({ status, sent_after, sent_before })
  values.push(retentionStart(ctx))
  return keysetPage<ListedBroadcastStats>(ctx.sql, paging, {
    name: 'broadcast_stats',
    view: `t.id, t.subject, ${isoSql('t.send_at')} as send_at, v.stats
        from (select ${STATS} as stats from mail_or_none) v`.replace('mail_or_none', MAIL_OF_T),
    from: 'broadcast t',
    where: [...where, `(t.send_at is null or t.send_at >= $${values.length + 1})`],
    values,
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
}

export interface BroadcastClicks {
  broadcast: { id: number; clicks: BroadcastClick[] }
  pagination: Pagination
}

/** Lists the links of a broadcast, most clicked first. */
export async function listBroadcastClicks(
  ctx: Ctx,
  { broadcast_id, ...paging }: { broadcast_id: number } & PageQuery,
): Promise<BroadcastClicks> {
  await readBroadcast(ctx, { id: broadcast_id })
  const page = await keysetPage<BroadcastClick>(ctx.sql, paging, {
    name: 'broadcast_clicks',
    view: `t.id, t.url, t.unique_clicks,
        ${linkRate('click_to_delivery_rate')} as click_to_delivery_rate,
        ${linkRate('click_to_open_rate')} as click_to_open_rate`,
    from: 'link t join mail m on m.account_id = t.account_id and m.id = t.mail_id',
    columns: 't.id, t.url, t.unique_clicks, m.sent, m.opened',
    where: ['t.account_id = $1', 'm.broadcast_id = $2'],
    values: [broadcast_id],
    order: [
      { expr: 't.unique_clicks', type: 'integer', dir: 'desc' },
      { expr: 't.id', type: 'integer', dir: 'desc' },
    ],
  })
  return { broadcast: { id: broadcast_id, clicks: page.rows() }, pagination: page.pagination }
}

/** Statistics are kept for 60 months, from midnight UTC. */
function retentionStart(ctx: Ctx): Date {
  const now = ctx.now()
  return new Date(Date.UTC(now.getUTCFullYear() - 5, now.getUTCMonth(), now.getUTCDate()))
}

const MAILED = 'coalesce(m.recipients - m.excluded, 0)'
const percent = (rate: Rate) => rateSql(rate, { count: (name) => `m.${name}`, unit: 'percent', none: '0' })
const linkRate = (rate: Rate) =>
  rateSql(rate, {
    count: (name) => (name === 'clicked' ? 't.unique_clicks' : `t.${name}`),
    unit: 'fraction',
    none: '0',
  })

// Expression over `broadcast t` and its `mail m`. Excluded subscribers are not recipients.
const STATS = `json_build_object(
  'recipients', ${MAILED},
  'open_rate', ${percent('open_rate')}, 'emails_opened', coalesce(m.opened, 0),
  'click_rate', ${percent('click_rate')},
  'unsubscribe_rate', ${percent('unsubscribe_rate')}, 'unsubscribes', coalesce(m.unsubscribed, 0),
  'total_clicks', coalesce(m.total_clicks, 0), 'show_total_clicks', false,
  'status', t.status,
  'progress', case when t.status = 'completed' then 100.0
    else coalesce(round(100.0 * (m.sent + m.failed + m.unconfirmed) / nullif(${MAILED}, 0), 2), 0) end,
  'open_tracking_disabled', coalesce(not (m.snapshot->>'open_tracking')::boolean, t.tracking_disabled or not a.open_tracking_enabled),
  'click_tracking_disabled', coalesce(not (m.snapshot->>'click_tracking')::boolean, t.tracking_disabled or not a.click_tracking_enabled))`

const SOURCE = `broadcast t join account a on a.id = t.account_id
  left join mail m on m.account_id = t.account_id and m.broadcast_id = t.id`
const MAIL_OF_T = `account a left join mail m on m.account_id = t.account_id and m.broadcast_id = t.id where a.id = t.account_id`
