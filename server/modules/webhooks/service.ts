import type { Ctx } from '../../core/context.ts'
import { forbidden, invalid, notFound } from '../../core/errors.ts'
import { requirePublicUrl } from '../../core/outbound.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { isoSql } from '../../core/wire.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../core/write/write.ts'
import { findMaker } from '../api-keys/service.ts'
import { lockAccess } from '../oauth/access/access.ts'
import { recordSecurityEvent } from '../security-events/service.ts'
import { failPendingDeliveries, markQueueChanged } from './delivery/endpoint-queue.ts'
import { refuseForbidden, refuseForbiddenHost } from './endpoints/forbidden.ts'
import { makeSecret, sealSecret } from './endpoints/secrets.ts'
import type {
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointFilter,
  WebhookEndpointInput,
  WebhookEndpointWithSecret,
} from './schema.ts'

const MAX_ENDPOINTS = 50

/** Returns a page of endpoints, newest first. An app sees only its own. */
export function listWebhookEndpoints(
  ctx: Ctx,
  { status, ...paging }: WebhookEndpointFilter & PageQuery,
): Promise<Page<WebhookEndpoint>> {
  return keysetPage<WebhookEndpoint>(ctx.sql, paging, {
    name: 'webhook_endpoints',
    view: COLUMNS,
    from: 'webhook_endpoint t',
    where: ['t.account_id = $1', '($2::text is null or t.status = $2)', '($3::int is null or t.app_id = $3)'],
    values: [status ?? null, appOf(ctx)],
    view_values: [ctx.now()],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
}

/** Returns an endpoint. Throws not_found, also for another app's. */
export async function getWebhookEndpoint(ctx: Ctx, { id }: { id: number }): Promise<WebhookEndpoint> {
  const row = await ctx.sql.one<WebhookEndpoint>(
    `select ${COLUMNS} from webhook_endpoint t where t.account_id = $1 and t.id = $2 and ($3::int is null or t.app_id = $3)`,
    [id, appOf(ctx), ctx.now()],
  )
  if (!row) throw notFound()
  return row
}

/**
 * Creates an endpoint and returns it with its secret, which is stored encrypted. Apps own the endpoints they create. Throws invalid or
 * forbidden.
 */
export async function createWebhookEndpoint(
  ctx: Ctx,
  { url, events, name, description }: WebhookEndpointInput,
): Promise<WebhookEndpointWithSecret> {
  await requirePublicUrl('url', url)
  return write(ctx, async (tx) => {
    await lockAccess(tx, 'admin')
    await refuseForbiddenHost(tx, url)
    await acquireAdvisoryLock(tx, 'webhook endpoints')
    if ((await tx.db.webhookEndpoint.count()) >= MAX_ENDPOINTS)
      throw invalid('You have reached the maximum number of webhook endpoints')
    const secret = makeSecret()
    const { id } = await tx.db.webhookEndpoint.create({
      data: {
        account_id: tx.account_id,
        name: name ?? new URL(url).hostname,
        url,
        description: description ?? null,
        events,
        app_id: appOf(tx),
        created_by: await findMaker(tx),
        secret: sealSecret(secret),
        created_at: tx.now(),
      },
    })
    // Installing an app has its own event.
    if (appOf(tx) === null)
      await recordSecurityEvent(tx, {
        kind: 'webhook_created',
        summary: `A webhook to ${new URL(url).hostname} was created`,
      })
    return { ...(await getWebhookEndpoint(tx, { id })), secret }
  })
}

/** Changes the given fields; `events` replaces the whole set. Throws forbidden for an app's endpoint, not_found, or invalid. */
export async function updateWebhookEndpoint(
  ctx: Ctx,
  { id, url, events, name, description, status }: WebhookEndpointChange & { id: number },
): Promise<WebhookEndpoint> {
  const before = await getOwn(ctx, { id })
  if (url !== undefined && url !== before.url) await requirePublicUrl('url', url)
  return write(ctx, async (tx) => {
    await lockAccess(tx, 'admin')
    if (status === 'active' || url !== undefined) await refuseForbidden(tx, { id })
    if (url !== undefined && url !== before.url) await refuseForbiddenHost(tx, url)
    const data = { url, events, name, description, updated_at: tx.now() }
    await tx.db.webhookEndpoint.updateMany({ where: { id }, data })
    if (status === 'active') await enable(tx, id)
    if (status === 'disabled') await disable(tx, { id, by: 'creator' })
    else if (url !== undefined && url !== before.url) await markQueueChanged(tx, { legacy: false, hook_id: id })
    if (url !== undefined && url !== before.url && appOf(tx) === null)
      await recordSecurityEvent(tx, {
        kind: 'webhook_redirected',
        summary: `The webhook “${before.name}” was changed from ${new URL(before.url).hostname} to ${new URL(url).hostname}`,
      })
    return getWebhookEndpoint(tx, { id })
  })
}

/** Deletes an endpoint and fails its pending deliveries. Their history is kept for 30 days. */
export async function deleteWebhookEndpoint(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const { name } = await getOwn(ctx, { id })
  await write(ctx, async (tx) => {
    await refuseForbidden(tx, { id })
    await tx.db.webhookEndpoint.deleteMany({ where: { id } })
    await failPendingDeliveries(tx, { legacy: false, hook_id: id })
    if (appOf(tx) === null)
      await recordSecurityEvent(tx, { kind: 'webhook_deleted', summary: `The webhook “${name}” was deleted` })
  })
}

/**
 * Returns an endpoint that the caller may change. Only an app changes its endpoints; API keys and the dashboard may read them. Throws
 * forbidden or not_found.
 */
export async function getOwn(ctx: Ctx, { id }: { id: number }): Promise<WebhookEndpoint> {
  const endpoint = await getWebhookEndpoint(ctx, { id })
  if (endpoint.source === 'app' && ctx.actor.kind !== 'oauth') throw forbidden()
  return endpoint
}

/** Disables an endpoint and fails its pending deliveries. Returns whether it was active. */
export async function disable(
  tx: Tx,
  { id, by }: { id: number; by: 'creator' | 'failures' | 'uninstall' },
): Promise<boolean> {
  const { count } = await tx.db.webhookEndpoint.updateMany({
    where: { id, status: 'active' },
    data: { status: 'disabled', disabled_by: by, disabled_reason: null, updated_at: tx.now() },
  })
  await failPendingDeliveries(tx, { legacy: false, hook_id: id })
  return count > 0
}

/** Enables a disabled endpoint and clears its record of failures. */
export async function enable(tx: Tx, id: number): Promise<void> {
  await tx.db.webhookEndpoint.updateMany({
    where: { id, status: 'disabled' },
    data: { status: 'active', disabled_by: null, disabled_reason: null, failing_since: null, warned_at: null },
  })
}

/** Returns the id of the calling app, which owns what it creates, or null. */
export const appOf = ({ actor }: Ctx): number | null => (actor.kind === 'oauth' ? actor.app_id : null)

// $4 is the current time in both statements.
const COLUMNS = `t.id, t.name, t.url, t.description,
  (select json_agg(e.type order by e.type) from unnest(t.events) as e(type)) as events, t.status,
  case when t.app_id is null then 'creator' else 'app' end as source,
  (select json_build_object('id', a.id, 'name', a.name) from app a where a.id = t.app_id) as created_by_app,
  ${isoSql('t.created_at')} as created_at,
  case when t.previous_secret_expires_at > $4::timestamptz then ${isoSql('t.previous_secret_expires_at')} end as previous_secret_expires_at`
