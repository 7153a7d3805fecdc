import { type Ctx, systemCtx, systemPool } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { unscoped } from '../../db/client.ts'
import { beginInstallation } from '../apps/installations/installations.ts'
import { versionFor } from '../apps/installations/tests.ts'
import type { AppRow } from '../apps/store/directory.ts'
import { switchAccount } from '../users/sessions.ts'
import { appSummary } from './app-summary.ts'
import { continueInstall, findLinkedApp, installerCtx, type Visitor } from './installer.ts'
import { partnerServer } from './partner/partner-client.ts'
import { startPartnerSignIn } from './partner/partner-sign-in.ts'
import { allowedReturnTo } from './return-to.ts'
import type { InstallInput, InstallLink, InstallOffer } from './schema.ts'

/** Returns what an install link offers, without side effects. Null for an unknown app. */
export async function findOffer(
  ctx: Ctx,
  { app_id, return_to, visitor }: InstallLink & { visitor: Visitor },
): Promise<InstallOffer | null> {
  const app = await findLinkedApp(ctx, { app_id, visitor })
  if (!app) return null
  return {
    app: await appSummary(app),
    partner_host: hostOf(partnerServer(app)?.authorize_url),
    access_host: hostOf(app.authorization_url),
    plugins: await unscoped().appPlugin.findMany({
      where: { app_id },
      select: { kind: true, name: true },
      orderBy: [{ sort_order: 'asc' }, { id: 'asc' }],
    }),
    return_host: hostOf(allowedReturnTo(return_to, app.return_to_domains)),
    accounts: await accountsOf(visitor, app_id),
  }
}

/**
 * Starts an installation in one of the user's accounts, selects that account, and returns the next URL: the app's own sign-in if its
 * plugins need one, else its authorization URL, else the last page. Ignores an invalid `return_to`. Throws not_found for an unknown app or
 * account, forbidden without the role.
 */
export async function beginInstall(
  service: Ctx,
  { app_id, account_id, return_to, visitor }: InstallInput & { visitor: Visitor },
): Promise<{ url: string }> {
  const app = await findLinkedApp(service, { app_id, visitor })
  if (!app) throw notFound()
  const ctx = await installerCtx(visitor, account_id)
  const { user_id, session_id } = visitor
  await switchAccount(systemCtx(account_id), { user_id, session_id })
  const { installation_id } = await beginInstallation(ctx, {
    app_id,
    return_to: allowedReturnTo(return_to, app.return_to_domains),
  })
  return { url: await firstStep(ctx, { app: await versionFor(ctx, app), installation_id, session_id }) }
}

/** Returns the URL of an installation's first step. */
export async function firstStep(
  ctx: Ctx,
  { app, installation_id, session_id }: { app: AppRow; installation_id: number; session_id: string },
): Promise<string> {
  const server = partnerServer(app)
  if (server) return startPartnerSignIn(ctx, { server, installation_id, session_id })
  return continueInstall(ctx, { app, installation_id })
}

async function accountsOf(visitor: Visitor, app_id: number): Promise<InstallOffer['accounts']> {
  const { rows } = await systemPool().query<InstallOffer['accounts'][number]>(
    `select c.id, c.name, m.role, m.role in ('owner', 'admin') as may_install,
       exists (select from installation i
         where i.account_id = c.id and i.app_id = $2 and i.state = 'installed') as is_installed
     from membership m join account c on c.id = m.account_id
     where m.user_id = $1
     order by c.id = $3 desc nulls last, c.name, c.id`,
    [visitor.user_id, app_id, visitor.open_account_id],
  )
  return rows
}

const hostOf = (url: string | null | undefined): string | null => (url ? (URL.parse(url)?.host ?? null) : null)
