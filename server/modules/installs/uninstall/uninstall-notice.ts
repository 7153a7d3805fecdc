import type { Ctx } from '../../../core/context.ts'
import { openPluginSecret } from '../../apps/develop/secrets.ts'
import { decryptPartnerToken, deletePartnerTokens } from '../../apps/installations/partner-tokens.ts'
import { PartnerError, postForm } from '../partner/partner-client.ts'

/** URLs where an app can be notified: its own (contract 10.2) and its plugin sign-in's (contract 10.3). */
export const UNINSTALL_URLS = ['revoke_url', 'plugin_revoke_url'] as const

interface UninstalledApp {
  app_id: number
  tenant_name: string
  uninstalled_by: string
  client_id: string
  plugin_client_id: string | null
  plugin_client_secret: string | null
  partner_access_token: string | null
  revoke_url: string | null
  plugin_revoke_url: string | null
}

/**
 * Notifies an app of its uninstall with a token revocation (RFC 7009); any 2xx counts as received. Skips an app that revoked its own access
 * or was installed again. Throws PartnerError for a retry.
 */
export async function notifyUninstall(
  ctx: Ctx,
  { installation_id, to }: { installation_id: number; to: (typeof UNINSTALL_URLS)[number] },
): Promise<void> {
  const installation = await findUninstalled(ctx, installation_id)
  const url = installation?.[to]
  if (!installation || !url || installation.uninstalled_by === 'app') return
  if (to === 'plugin_revoke_url' && !installation.partner_access_token) return
  const { status } = await postForm(
    url,
    to === 'revoke_url' ? appFields(ctx, installation) : pluginFields(installation),
    installation,
  )
  if (status >= 200 && status < 300) return
  ctx.log.warn({ app_id: installation.app_id, status, to }, 'an app did not take the news that it was uninstalled')
  throw new PartnerError('unreachable', `status ${status}`)
}

/** Deletes the tokens of the app's server, which are not needed after the notice. */
export const forgetTokens = (ctx: Ctx, { installation_id }: { installation_id: number }): Promise<void> =>
  deletePartnerTokens(ctx, { installation_id })

async function findUninstalled(ctx: Ctx, installation_id: number): Promise<UninstalledApp | undefined> {
  const row = await ctx.sql.one<UninstalledApp & { draft: Partial<UninstalledApp> | null }>(
    `select case when exists (select from test_install t where t.account_id = $1 and t.app_id = i.app_id) then a.draft end as draft,
       i.app_id, i.tenant_name, i.uninstalled_by, i.partner_access_token, a.client_id, a.plugin_client_id,
       a.plugin_client_secret, a.revoke_url, a.plugin_revoke_url
     from installation i join app a on a.id = i.app_id
     where i.account_id = $1 and i.id = $2 and i.state = 'uninstalled'`,
    [installation_id],
  )
  // A test used the URLs of the version in review.
  return row && { ...row, ...row.draft }
}

/** Includes the account ID, because an app without plugins has no token of ours that would identify the account. */
const appFields = (ctx: Ctx, left: UninstalledApp) => ({
  token: left.partner_access_token && decryptPartnerToken(left.partner_access_token),
  client_id: (left.partner_access_token && left.plugin_client_id) || left.client_id,
  account_id: String(ctx.account_id),
  tenant_name: left.tenant_name || null,
})

const pluginFields = ({ partner_access_token, plugin_client_id, plugin_client_secret }: UninstalledApp) => ({
  token: partner_access_token && decryptPartnerToken(partner_access_token),
  client_id: plugin_client_id,
  client_secret: plugin_client_secret && openPluginSecret(plugin_client_secret),
})
