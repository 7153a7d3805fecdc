import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { isoSql } from '../../../core/wire.ts'
import { bodyOf } from '../delivery/payload.ts'
import type { DeliveryHistoryFilter, DeliveryRow, DeliveryRowDetail } from '../history-schema.ts'
import { legacyBody } from '../legacy-schema.ts'
import { isLast } from '../retries/next-attempt.ts'
import { DELIVERY_COLUMNS, EVENTS_OF_T, statusIs } from './deliveries.ts'

/** Lists deliveries for the dashboard, newest first, with the result of their last attempt. */
export async function listDeliveryHistory(
  ctx: Ctx,
  { endpoint_id, status, event_type, from, to, before, limit }: DeliveryHistoryFilter,
): Promise<DeliveryRow[]> {
  return ctx.sql.rows<DeliveryRow>(
    `select ${HISTORY_COLUMNS}
     from webhook_delivery t left join lateral (${LAST_ATTEMPT}) a on true
     where t.account_id = $1 and not t.legacy and ($2::int is null or t.hook_id = $2)
       and ${statusIs(status)} and ($3::text is null or t.event_type = $3)
       and ($4::timestamptz is null or t.created_at >= $4) and ($5::timestamptz is null or t.created_at <= $5)
       and ($6::bigint is null or t.id < $6)
     order by t.id desc limit $7`,
    [endpoint_id ?? null, event_type ?? null, from ?? null, to ?? null, before ?? null, limit],
  )
}

/** Returns a delivery with all attempts and the exact posted body. Throws not_found. */
export async function getDeliveryHistory(
  ctx: Ctx,
  { delivery_id }: { delivery_id: number },
): Promise<DeliveryRowDetail> {
  const row = await ctx.sql.one<Omit<DeliveryRowDetail, 'is_given_up' | 'body'> & { legacy: boolean; events: string }>(
    `select ${HISTORY_COLUMNS}, t.legacy, ${EVENTS_OF_T} as events,
       case when t.next_attempt_at > $3::timestamptz then ${isoSql('t.next_attempt_at')} end as next_attempt_at,
       (select coalesce(json_agg(json_build_object('number', x.number, 'attempted_at', ${isoSql('x.attempted_at')},
          'response_status', x.response_status, 'response_body', x.response_body, 'error', x.error,
          'duration_ms', x.duration_ms) order by x.number), '[]')
        from webhook_attempt x where x.account_id = t.account_id and x.delivery_id = t.id) as attempts
     from webhook_delivery t left join lateral (${LAST_ATTEMPT}) a on true
     where t.account_id = $1 and t.id = $2`,
    [delivery_id, ctx.now()],
  )
  if (!row) throw notFound()
  const { events, legacy, ...delivery } = row
  const is_given_up = delivery.status === 'failed' && !isLast(delivery.response_status, delivery.attempts.length)
  return { ...delivery, is_given_up, body: legacy ? legacyBody(events) : bodyOf(delivery.id, events) }
}

const LAST_ATTEMPT = `select response_status, duration_ms, error from webhook_attempt x
  where x.account_id = t.account_id and x.delivery_id = t.id order by x.number desc limit 1`

const HISTORY_COLUMNS = `${DELIVERY_COLUMNS}, t.hook_id as endpoint_id, t.is_sample, t.resend_of::float8 as resend_of,
  a.response_status, a.duration_ms, a.error`
