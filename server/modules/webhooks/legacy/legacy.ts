import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { requirePublicUrl } from '../../../core/outbound.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import { isoSql } from '../../../core/wire.ts'
import { write } from '../../../core/write/write.ts'
import { findMaker } from '../../api-keys/service.ts'
import { lockAccess } from '../../oauth/access/access.ts'
import { failPendingDeliveries } from '../delivery/endpoint-queue.ts'
import { refuseForbiddenHost } from '../endpoints/forbidden.ts'
import type { LegacyEvent, LegacyWebhook, LegacyWebhookRow } from '../legacy-schema.ts'
import { appOf } from '../service.ts'

/** Returns a page of legacy webhooks, newest first. */
export function listLegacyWebhooks(ctx: Ctx, paging: PageQuery): Promise<Page<LegacyWebhook>> {
  return keysetPage<LegacyWebhook>(ctx.sql, paging, {
    name: 'webhooks',
    view: 't.id, t.account_id, t.event, t.target_url',
    from: 'legacy_webhook t',
    where: ['t.account_id = $1'],
    values: [],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
}

/** Lists legacy webhooks for the dashboard, newest first, with the app that created each. */
export function listLegacyWebhookRows(ctx: Ctx): Promise<LegacyWebhookRow[]> {
  return ctx.sql.rows<LegacyWebhookRow>(
    `select t.id, t.event, t.target_url, (select a.name from app a where a.id = t.app_id) as app_name,
       ${isoSql('t.created_at')} as created_at
     from legacy_webhook t where t.account_id = $1 order by t.id desc limit 1000`,
    [],
  )
}

/**
 * Creates a legacy webhook. Duplicates are allowed. Throws invalid for a forbidden address, and forbidden for a host that the instance
 * disabled.
 */
export async function createLegacyWebhook(
  ctx: Ctx,
  { target_url, event }: { target_url: string; event: LegacyEvent },
): Promise<LegacyWebhook> {
  await requirePublicUrl('target_url', target_url)
  return write(ctx, async (tx) => {
    await lockAccess(tx, 'admin')
    await refuseForbiddenHost(tx, target_url)
    const { id, account_id } = await tx.db.legacyWebhook.create({
      data: {
        account_id: tx.account_id,
        target_url,
        event: event as Record<string, string | number>,
        event_name: event.name,
        app_id: appOf(tx),
        created_by: await findMaker(tx),
        created_at: tx.now(),
      },
    })
    return { id, account_id, event, target_url }
  })
}

/** Deletes a legacy webhook and fails its pending deliveries. Throws not_found. */
export function deleteLegacyWebhook(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const { count } = await tx.db.legacyWebhook.deleteMany({ where: { id } })
    if (count === 0) throw notFound()
    await failPendingDeliveries(tx, { legacy: true, hook_id: id })
  })
}
