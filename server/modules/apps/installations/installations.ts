import { type Ctx, systemCtx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { isoSql } from '../../../core/wire.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'
import { stopBulkRequests } from '../../bulk-requests/service.ts'
import { recordSecurityEvent } from '../../security-events/service.ts'
import type { InstalledApp, OwnInstallation } from '../schema.ts'
import { logoUrlSql } from '../store/detail.ts'
import { findInstallations } from '../store/directory.ts'
import { endTestWithoutInstallation, forgetRemovedTest } from './tests.ts'

type State = 'pending' | 'installed' | 'uninstalled'

/**
 * Creates, reopens or returns the app's installation in the account, one per tenant. An installed app stays installed. The caller has
 * already checked `return_to` against the app's domains. Throws not_found for a deleted app.
 */
export async function beginInstallation(
  ctx: Ctx,
  { app_id, tenant_name = '', return_to = null }: { app_id: number; tenant_name?: string; return_to?: string | null },
): Promise<{ installation_id: number; state: State }> {
  const installation = await ctx.sql.one<{ installation_id: number; state: State }>(
    `insert into installation as i (account_id, app_id, tenant_name, installed_by, return_to, created_at)
     select $1, a.id, $3::text, $4::int, $5::text, $6::timestamptz from app a where a.id = $2 and a.deleted_at is null
     on conflict (account_id, app_id, tenant_name) do update set
       return_to = excluded.return_to,
       state = case i.state when 'uninstalled' then 'pending' else i.state end,
       installed_by = case i.state when 'installed' then i.installed_by else excluded.installed_by end,
       uninstalled_at = null, uninstalled_by = null
     returning id as installation_id, state`,
    [app_id, tenant_name, installerOf(ctx), return_to, ctx.now()],
  )
  if (!installation) throw notFound()
  await forgetRemovedTest(ctx, { app_id })
  return installation
}

const installerOf = ({ actor }: Ctx): number | null =>
  actor.kind === 'user' || actor.kind === 'administrator' ? actor.user_id : null

/** Marks a pending installation as installed. Idempotent; has no effect on an uninstalled one. */
export async function completeInstallation(tx: Tx, { installation_id }: { installation_id: number }): Promise<void> {
  const { count } = await tx.db.installation.updateMany({
    where: { id: installation_id, state: 'pending' },
    data: { state: 'installed', installed_at: tx.now() },
  })
  if (count === 0) return
  const { app_id } = await tx.db.installation.findFirstOrThrow({ where: { id: installation_id } })
  tx.emit('app.installed', { installation_id, app_id })
}

/**
 * Deletes the pending installation that the install link created before the app named a tenant, if no grant uses it. The installation of
 * the named tenant takes over its partner tokens.
 */
export async function replaceUnnamedInstallation(
  tx: Tx,
  { installation_id }: { installation_id: number },
): Promise<void> {
  await tx.sql.run(
    `with unnamed as (
       delete from installation n using installation t
       where t.account_id = $1 and t.id = $2 and n.account_id = $1 and n.app_id = t.app_id and n.tenant_name = ''
         and n.state = 'pending' and not exists (
           select from oauth_grant g where g.account_id = $1 and g.installation_id = n.id)
       returning n.*)
     update installation t set partner_access_token = n.partner_access_token,
       partner_refresh_token = n.partner_refresh_token, partner_expires_at = n.partner_expires_at
     from unnamed n where t.account_id = $1 and t.id = $2`,
    [installation_id],
  )
}

/** Deletes `return_to`, which may be used only once. */
export async function clearReturnTo(ctx: Ctx, { installation_id }: { installation_id: number }): Promise<void> {
  await ctx.db.installation.updateMany({ where: { id: installation_id }, data: { return_to: null } })
}

/**
 * Marks an installation as uninstalled and emits the event for the cleanup in later modules. Has no effect if it is already uninstalled.
 * Throws not_found for an installation of another account.
 */
export async function markUninstalled(
  tx: Tx,
  { installation_id, by }: { installation_id: number; by: 'creator' | 'app' },
): Promise<void> {
  const installation = await tx.db.installation.findFirst({ where: { id: installation_id }, include: { app: true } })
  if (!installation) throw notFound()
  const { app_id, app } = installation
  const { count } = await tx.db.installation.updateMany({
    where: { id: installation_id, state: { not: 'uninstalled' } },
    data: { state: 'uninstalled', uninstalled_at: tx.now(), uninstalled_by: by, return_to: null },
  })
  if (count === 0) return
  tx.emit('app.uninstalled', { installation_id, app_id })
  await endTestWithoutInstallation(tx, { app_id })
  await stopBulkRequests(tx, { installation_id })
  const summary = by === 'app' ? `${app.name} ended its own access` : `${app.name} was uninstalled`
  await recordSecurityEvent(tx, { kind: 'app_uninstalled', summary, app_id })
}

/** Removes a deleted app from every account, each in its own transaction, so it can stop and continue at any point. */
export async function uninstallEverywhere(
  _ctx: Ctx,
  { app_id, budget }: { app_id: number; budget?: Budget },
): Promise<void> {
  for (;;) {
    const installations = await findInstallations(app_id, INSTALLATIONS)
    for (const { account_id, installation_id } of installations)
      await write(systemCtx(account_id), (tx) => markUninstalled(tx, { installation_id, by: 'app' }))
    if (installations.length < INSTALLATIONS || budget?.isSpent()) return
  }
}

/** Number of installations that are uninstalled between two checks of the budget. */
const INSTALLATIONS = 50

/** Returns installed apps, newest first, and pending apps with tokens, because they also have access. */
export function listInstalledApps(ctx: Ctx): Promise<InstalledApp[]> {
  return ctx.sql.rows<InstalledApp>(
    `select i.id as installation_id, i.app_id, a.name, a.tagline, ${logoUrlSql('a')} as logo_url, i.tenant_name, i.state,
       (select ${isoSql('t.expires_at')} from test_install t
        where t.account_id = $1 and t.app_id = i.app_id and t.removed_at is null) as test_expires_at,
       (select coalesce(array_agg(distinct scope order by scope), '{}') from oauth_grant g, unnest(g.scopes) scope
        where g.account_id = $1 and g.installation_id = i.id and g.revoked_at is null and g.code_used_at is not null) as scopes,
       (select g.assistant from oauth_grant g where g.account_id = $1 and g.installation_id = i.id and g.assistant is not null
          and g.revoked_at is null and g.code_used_at is not null order by g.id desc limit 1) as assistant,
       (select coalesce(u.name, u.email) from users u where u.id = i.installed_by) as installed_by,
       ${isoSql('i.installed_at')} as installed_at,
       (select ${isoSql('max(t.last_used_at)')} from oauth_token t
        join oauth_grant g on g.account_id = t.account_id and g.id = t.grant_id
        where t.account_id = $1 and g.installation_id = i.id) as last_used_at,
       (select count(*)::int from webhook_endpoint w where w.account_id = $1 and w.app_id = i.app_id) as webhook_endpoint_count,
       a.settings_url
     from installation i join app a on a.id = i.app_id
     where i.account_id = $1 and (i.state = 'installed' or (i.state = 'pending' and exists (
       select from oauth_grant g where g.account_id = $1 and g.installation_id = i.id
         and g.revoked_at is null and g.code_used_at is not null)))
     order by coalesce(i.installed_at, i.created_at) desc, i.id desc`,
  )
}

/** Returns the account's installation of the app, or the first one if it has several tenants. */
export async function findOwnInstallation(ctx: Ctx, { app_id }: { app_id: number }): Promise<OwnInstallation | null> {
  const installation = await ctx.sql.one<OwnInstallation>(
    `select i.id as installation_id, ${isoSql('i.installed_at')} as installed_at, exists (select from test_install t
       where t.account_id = $1 and t.app_id = $2 and t.removed_at is null) as is_test
     from installation i where i.account_id = $1 and i.app_id = $2 and i.state = 'installed' order by i.id limit 1`,
    [app_id],
  )
  return installation ?? null
}
