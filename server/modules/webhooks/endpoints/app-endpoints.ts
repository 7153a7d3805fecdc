import type { Ctx } from '../../../core/context.ts'
import { outbound } from '../../../core/outbound.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../../core/write/write.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'
import { UnsafeUrlError } from '../../../lib/net/safe-fetch.ts'
import { versionFor } from '../../apps/installations/tests.ts'
import { findLiveApp } from '../../apps/service.ts'
import { PUBLIC_EVENT_TYPES } from '../event-schema.ts'
import { deleteLegacyWebhook } from '../legacy/legacy.ts'
import { disable, enable } from '../service.ts'
import { findForbiddenHost } from './forbidden.ts'
import { makeSecret, sealSecret } from './secrets.ts'

/**
 * Registers the app's declared webhook endpoint for every account that installs it. The app owns it and gets its secret with rotate_secret.
 * An earlier installation's endpoint is enabled again. A forbidden address is skipped, so the installation does not fail.
 */
export async function registerAppEndpoints(ctx: Ctx, { app_id }: { app_id: number }): Promise<void> {
  const stored = await findLiveApp(app_id)
  const app = stored && (await versionFor(ctx, stored))
  const url = app?.webhook_url
  const events = PUBLIC_EVENT_TYPES.filter((type) => app?.webhook_events.includes(type)).sort()
  if (!app || !url || events.length === 0) return
  if (await isBlockedUrl(url)) {
    ctx.log.warn({ app_id }, 'the webhook address of an app must not be called')
    return
  }
  await write(ctx, async (tx) => {
    if (!(await isInstalled(tx, app_id))) return
    await acquireAdvisoryLock(tx, 'webhook endpoints')
    const existing = await tx.db.webhookEndpoint.findFirst({
      where: { app_id, url },
      select: { id: true, disabled_by: true },
    })
    if (existing) {
      if (existing.disabled_by !== 'uninstall') return
      // The app may declare other events by now.
      await tx.db.webhookEndpoint.updateMany({ where: { id: existing.id }, data: { events, updated_at: tx.now() } })
      await enable(tx, existing.id)
      return
    }
    if (await findForbiddenHost(tx, url)) return
    await tx.db.webhookEndpoint.create({
      data: {
        account_id: tx.account_id,
        name: app.name,
        url,
        events,
        app_id,
        secret: sealSecret(makeSecret()),
        created_at: tx.now(),
      },
    })
  })
}

/** Returns false for an unresolvable host name, because every attempt resolves it again. */
const isBlockedUrl = (url: string): Promise<boolean> =>
  outbound()
    .assertPublicUrl(url)
    .then(
      () => false,
      (error) => {
        if (error instanceof UnsafeUrlError) return !error.is_unknown
        throw error
      },
    )

/** This job may run late. The lock makes a parallel uninstall see the endpoint. */
const isInstalled = async (tx: Tx, app_id: number): Promise<boolean> =>
  (await tx.sql.one(
    `select 1 from installation where account_id = $1 and app_id = $2 and state = 'installed' limit 1 for share`,
    [app_id],
  )) !== undefined

/** Deliveries per statement. */
const BATCH = 5_000

/**
 * Fails pending deliveries of an uninstalled app in batches, because an endpoint that was down for days may have very many.
 * `disableAppEndpoints` fails the rest in one transaction.
 */
export async function failPendingOfApp(
  ctx: Ctx,
  { app_id, budget }: { app_id: number; budget?: Budget },
): Promise<void> {
  const failSome = () =>
    ctx.sql.run(
      `update webhook_delivery set status = 'failed', next_attempt_at = null, completed_at = $3::timestamptz
       where account_id = $1 and id = any (array(
         select d.id from webhook_delivery d
           left join webhook_endpoint w on not d.legacy and w.account_id = d.account_id and w.id = d.hook_id
           left join legacy_webhook g on d.legacy and g.account_id = d.account_id and g.id = d.hook_id
         where d.account_id = $1 and (d.status = 'pending' or d.status = 'retrying') and coalesce(w.app_id, g.app_id) = $2
           and not exists (select from installation i where i.account_id = $1 and i.app_id = $2 and i.state = 'installed')
         order by d.id limit ${BATCH} for update of d skip locked))`,
      [app_id, ctx.now()],
    )
  while ((await failSome()) === BATCH && !budget?.isSpent());
}

/**
 * Disables the app's endpoints and deletes its legacy webhooks, which have no status. Does nothing while the app is installed for another
 * tenant.
 */
export function disableAppEndpoints(ctx: Ctx, { app_id }: { app_id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const installations = await tx.db.installation.count({ where: { app_id, state: 'installed' } })
    if (installations > 0) return
    // Locks all rows before the first change, because each change also locks the account's row.
    const lockRows = (table: string, which = '') =>
      tx.sql.rows<{ id: number }>(
        `select id from ${table} where account_id = $1 and app_id = $2 ${which} order by id for update`,
        [app_id],
      )
    const endpoints = await lockRows('webhook_endpoint', `and status = 'active'`)
    const legacy = await lockRows('legacy_webhook')
    for (const { id } of endpoints) await disable(tx, { id, by: 'uninstall' })
    for (const { id } of legacy) await deleteLegacyWebhook(tx, { id })
  })
}
