import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import { isoSql } from '../../../core/wire.ts'
import { bodyOf, EVENTS_TEXT } from '../delivery/payload.ts'
import type { Payload, WebhookDelivery, WebhookDeliveryDetail, WebhookDeliveryFilter } from '../schema.ts'
import { getWebhookEndpoint } from '../service.ts'

/** Returns a page of an endpoint's deliveries, newest first. They are stored for 30 days. Throws not_found. */
export async function listDeliveries(
  ctx: Ctx,
  { id, status, event_type, ...paging }: WebhookDeliveryFilter & PageQuery & { id: number },
): Promise<Page<WebhookDelivery>> {
  await getWebhookEndpoint(ctx, { id })
  return keysetPage<WebhookDelivery>(ctx.sql, paging, {
    name: 'webhook_deliveries',
    view: DELIVERY_COLUMNS,
    from: 'webhook_delivery t',
    where: [
      't.account_id = $1',
      'not t.legacy',
      't.hook_id = $2',
      statusIs(status),
      '($3::text is null or t.event_type = $3)',
    ],
    values: [id, event_type ?? null],
    order: [{ expr: 't.id', type: 'bigint', dir: 'desc' }],
  })
}

/** Returns a delivery with its attempts, oldest first. Throws not_found. */
export async function getDelivery(
  ctx: Ctx,
  { id, delivery_id, include_payload }: { id: number; delivery_id: number; include_payload: boolean },
): Promise<WebhookDeliveryDetail> {
  await getWebhookEndpoint(ctx, { id })
  const row = await ctx.sql.one<WebhookDeliveryDetail & { events: string | null }>(
    `select ${DELIVERY_COLUMNS},
       (select coalesce(json_agg(json_build_object('attempted_at', ${isoSql('a.attempted_at')}, 'response_status', a.response_status,
          'response_body', a.response_body, 'duration_ms', a.duration_ms, 'error', a.error) order by a.number), '[]')
        from webhook_attempt a where a.account_id = t.account_id and a.delivery_id = t.id) as attempts,
       case when $4 then ${EVENTS_OF_T} end as events
     from webhook_delivery t where t.account_id = $1 and not t.legacy and t.hook_id = $2 and t.id = $3`,
    [id, delivery_id, include_payload],
  )
  if (!row) throw notFound()
  const { events, ...delivery } = { ...row, attempts: row.attempts.map(withoutNoError) }
  return events === null ? delivery : { ...delivery, payload: JSON.parse(bodyOf(delivery.id, events)) as Payload }
}

type Attempt = WebhookDeliveryDetail['attempts'][number]

/** In the contract, an attempt with a response has no `error`. */
const withoutNoError = ({ error, ...attempt }: Attempt): Attempt => (error ? { ...attempt, error } : attempt)

/** A delivery's events as in its body, over `webhook_delivery t`. */
export const EVENTS_OF_T = `(select ${EVENTS_TEXT} from webhook_event e
  where e.account_id = t.account_id and e.id = any (t.event_ids))`

/**
 * SQL filter of `webhook_delivery t` by status. A literal instead of a parameter, so PostgreSQL can use the partial indexes of rare
 * statuses.
 */
export const statusIs = (status: keyof typeof STATUS_IS | undefined): string => (status ? STATUS_IS[status] : 'true')

const STATUS_IS = {
  pending: `t.status = 'pending'`,
  retrying: `t.status = 'retrying'`,
  delivered: `t.status = 'delivered'`,
  failed: `t.status = 'failed'`,
}

/** Select list of a delivery, over `webhook_delivery t`. */
export const DELIVERY_COLUMNS = `t.id::float8 as id, t.status, t.event_type, t.event_count, t.attempt_count,
  ${isoSql('t.created_at')} as created_at, ${isoSql('t.completed_at')} as completed_at`
