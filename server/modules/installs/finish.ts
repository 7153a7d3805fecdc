import { type Ctx, systemCtx, systemPool } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { write } from '../../core/write/write.ts'
import { clearReturnTo, completeInstallation, replaceUnnamedInstallation } from '../apps/installations/installations.ts'
import { versionFor } from '../apps/installations/tests.ts'
import { appSummary } from './app-summary.ts'
import { findInstallableApp, installerCtx, type Visitor } from './installer.ts'
import { allowedReturnTo } from './return-to.ts'
import type { InstallOutcome } from './schema.ts'

/**
 * Completes the installations whose access was granted, when the app sends the creator back with `success=true` (contract 10.2.6).
 * Redirects to the `return_to` of the install link only once. Throws not_found for an unknown app, and for an unpublished one unless an
 * account of the user has started to install it.
 */
export async function finishInstall(
  _ctx: Ctx,
  { app_id, visitor }: { app_id: number; visitor: Visitor },
): Promise<InstallOutcome> {
  const app = await findInstallableApp(app_id)
  if (!app) throw notFound()
  const begun = await listInstallations(visitor, app_id)
  if (begun.length === 0 && app.status !== 'published' && !(await hasInstallation(visitor, app_id))) throw notFound()
  const ready = begun.filter(({ state, has_access }) => state === 'installed' || has_access)
  for (const row of ready) if (row.state === 'pending') await complete(visitor, row)
  const [done] = ready
  const brief = await appSummary(app)
  if (!done) return { state: begun.length > 0 ? 'unfinished' : 'none', app: brief }
  const asked = begun.find(({ account_id, return_to }) => account_id === done.account_id && return_to !== null)
  if (asked) {
    const ctx = await installerCtx(visitor, asked.account_id)
    await clearReturnTo(ctx, asked)
    // The developer may have removed the domain since the installation started.
    const url = allowedReturnTo(asked.return_to, app.return_to_domains)
    if (url) return { state: 'return', url }
  }
  const { after_install_url, settings_url } = await versionFor(systemCtx(done.account_id), app)
  return { state: 'installed', app: brief, after_install_url, settings_url }
}

async function hasInstallation({ user_id }: Visitor, app_id: number): Promise<boolean> {
  const { rows } = await systemPool().query(
    `select 1 from installation i join membership m on m.account_id = i.account_id and m.user_id = $1
     where i.app_id = $2 limit 1`,
    [user_id, app_id],
  )
  return rows.length > 0
}

interface StartedInstallation {
  account_id: number
  installation_id: number
  tenant_name: string
  state: 'pending' | 'installed'
  return_to: string | null
  /** True if this user granted the app access. */
  has_access: boolean
}

/**
 * Searches every account where the user may install apps, starting with the selected one: they may have chosen another one on the consent
 * page.
 */
async function listInstallations(
  { user_id, open_account_id }: Visitor,
  app_id: number,
): Promise<StartedInstallation[]> {
  const { rows } = await systemPool().query<StartedInstallation>(
    `select i.account_id, i.id as installation_id, i.tenant_name, i.state, i.return_to,
       exists (select from oauth_grant g where g.account_id = i.account_id and g.installation_id = i.id
         and g.user_id = $1 and g.revoked_at is null and g.code_used_at is not null) as has_access
     from installation i
     join membership m on m.account_id = i.account_id and m.user_id = $1 and m.role in ('owner', 'admin')
     where i.app_id = $2 and i.state <> 'uninstalled'
     order by i.state = 'pending' desc, i.account_id = $3 desc nulls last, i.id desc`,
    [user_id, app_id, open_account_id],
  )
  return rows
}

/**
 * Completes an installation. An app that names a tenant gets a separate installation for it; the unnamed installation that the install link
 * created is deleted, and its plugin tokens move to the new one.
 */
async function complete(
  visitor: Visitor,
  { account_id, installation_id, tenant_name }: StartedInstallation,
): Promise<void> {
  const ctx = await installerCtx(visitor, account_id)
  await write(ctx, async (tx) => {
    await completeInstallation(tx, { installation_id })
    if (tenant_name === '') return
    await replaceUnnamedInstallation(tx, { installation_id })
  })
}
