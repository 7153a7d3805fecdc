import type { Ctx } from '../../../core/context.ts'
import { isoSql } from '../../../core/wire.ts'
import type { EndpointHealth, HourOfAttempts } from '../history-schema.ts'
import type { WebhookEndpoint } from '../schema.ts'
import { listWebhookEndpoints } from '../service.ts'

const DAY_MS = 86_400_000

/** Returns all endpoints of the account with their health, newest first. */
export async function listEndpointHealth(ctx: Ctx): Promise<EndpointHealth[]> {
  const [page, rows] = await Promise.all([
    listWebhookEndpoints(ctx, { per_page: 1000, include_total_count: false }),
    ctx.sql.rows<Omit<EndpointHealth, Exclude<keyof WebhookEndpoint, 'id'>>>(
      `select w.id, w.disabled_by, w.disabled_reason, ${isoSql('w.failing_since')} as failing_since, d.* from webhook_endpoint w
       cross join lateral (
         select count(*) filter (where status = 'delivered') as delivered, count(*) filter (where status = 'failed') as failed,
           count(*) filter (where status in ('pending', 'retrying')) as waiting
         from webhook_delivery t
         where t.account_id = w.account_id and not t.legacy and t.hook_id = w.id
           and (t.created_at >= $2 or t.status = 'pending' or t.status = 'retrying')
       ) d
       where w.account_id = $1`,
      [new Date(ctx.now().getTime() - DAY_MS)],
    ),
  ])
  const health = new Map(rows.map((row) => [row.id, row]))
  return page.rows().map((endpoint) => ({ ...none, ...health.get(endpoint.id), ...endpoint }))
}

const none = { failing_since: null, disabled_by: null, disabled_reason: null, delivered: 0, failed: 0, waiting: 0 }

/** Returns the attempts of the last days by hour, without empty hours. */
export function attemptsByHour(
  ctx: Ctx,
  { endpoint_id, days }: { endpoint_id: number; days: number },
): Promise<HourOfAttempts[]> {
  return ctx.sql.rows<HourOfAttempts>(
    `select ${isoSql("date_trunc('hour', a.attempted_at)")} as hour,
       count(*) filter (where a.response_status between 200 and 299) as succeeded,
       count(*) filter (where a.response_status is null or a.response_status not between 200 and 299) as failed,
       percentile_disc(0.5) within group (order by a.duration_ms) as median_ms,
       percentile_disc(0.95) within group (order by a.duration_ms) as slow_ms
     from webhook_delivery t join webhook_attempt a on a.account_id = t.account_id and a.delivery_id = t.id
     where t.account_id = $1 and not t.legacy and t.hook_id = $2 and a.attempted_at >= $3
     group by 1 order by 1`,
    [endpoint_id, new Date(ctx.now().getTime() - days * DAY_MS)],
  )
}
