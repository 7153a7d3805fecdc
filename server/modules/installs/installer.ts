import { type Ctx, makeCtx, type Role } from '../../core/context.ts'
import { forbidden, notFound } from '../../core/errors.ts'
import { write } from '../../core/write.ts'
import { unscoped } from '../../db/client.ts'
import { env } from '../../env.ts'
import type { AppRow } from '../apps/directory.ts'
import { completeInstallation } from '../apps/installations.ts'
import { findLiveApp } from '../apps/service.ts'
import { countAttempt } from '../people/throttle.ts'

/** Who is at the browser. */
export interface Visitor {
  user_id: number
  session_id: string
  /** The account that is open in their session. */
  open_account_id: number | null
}

const INSTALLER_ROLES: Role[] = ['owner', 'admin']

/** Null for what cannot be installed: clients that registered themselves have no page to send anybody to. */
export async function findInstallableApp(app_id: number): Promise<AppRow | null> {
  const app = await findLiveApp(app_id)
  return app?.account_id == null ? null : app
}

/**
 * The app that an install link names. Links of unpublished apps are counted per person together with links that lead nowhere, so no
 * one can try numbers until one answers. Throws rate_limited.
 */
export async function findLinkedApp(
  ctx: Ctx,
  { app_id, visitor }: { app_id: number; visitor: Visitor },
): Promise<AppRow | null> {
  const app = await findInstallableApp(app_id)
  if (app?.status !== 'published')
    await countAttempt(ctx, { attempt: 'private_install_link', target: String(visitor.user_id) })
  return app
}

/** The account as one that the visitor may install apps in. Throws not_found for others' accounts, forbidden without the role. */
export async function installerCtx({ user_id }: Pick<Visitor, 'user_id'>, account_id: number): Promise<Ctx> {
  const membership = await unscoped().membership.findUnique({
    where: { account_id_user_id: { account_id, user_id } },
  })
  if (!membership) throw notFound()
  const { role } = membership
  if (!INSTALLER_ROLES.includes(role)) throw forbidden('Installing an app needs an admin or an owner of the account')
  return makeCtx({ account_id, actor: { kind: 'user', user_id, role } })
}

/** After the app's own log-in, or without one: on to its authorization URL (contract 10.2.4). Who has none is installed. */
export async function continueInstall(
  ctx: Ctx,
  { app, installation_id }: { app: AppRow; installation_id: number },
): Promise<string> {
  if (app.authorization_url) {
    const url = new URL(app.authorization_url)
    url.searchParams.set('redirect', `${env().APP_URL}/apps/${app.id}?success=true`)
    return url.href
  }
  await write(ctx, (tx) => completeInstallation(tx, { installation_id }))
  return `/apps/${app.id}/installed`
}
