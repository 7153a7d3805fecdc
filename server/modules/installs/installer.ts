import { type Ctx, makeCtx, type Role } from '../../core/context.ts'
import { forbidden, notFound } from '../../core/errors.ts'
import { write } from '../../core/write/write.ts'
import { unscoped } from '../../db/client.ts'
import { env } from '../../env.ts'
import { completeInstallation } from '../apps/installations/installations.ts'
import { findLiveApp } from '../apps/service.ts'
import type { AppRow } from '../apps/store/directory.ts'
import { countAttempt } from '../throttle/service.ts'

/** The signed-in user of the install flow. */
export interface Visitor {
  user_id: number
  session_id: string
  /** The account selected in the user's session. */
  open_account_id: number | null
}

const INSTALLER_ROLES: Role[] = ['owner', 'admin']

/** Returns an installable app. Null for self-registered clients, which have no app page. */
export async function findInstallableApp(app_id: number): Promise<AppRow | null> {
  const app = await findLiveApp(app_id)
  return app?.account_id == null ? null : app
}

/**
 * Returns the app of an install link. Requests for unpublished and unknown apps share a limit per user, so IDs cannot be enumerated. Throws
 * rate_limited.
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

/** Returns a context for installing in this account. Throws not_found if the user is not a member, forbidden without the role. */
export async function installerCtx({ user_id }: Pick<Visitor, 'user_id'>, account_id: number): Promise<Ctx> {
  const membership = await unscoped().membership.findUnique({
    where: { account_id_user_id: { account_id, user_id } },
  })
  if (!membership) throw notFound()
  const { role } = membership
  if (!INSTALLER_ROLES.includes(role)) throw forbidden('Only admins and owners of an account can install apps')
  return makeCtx({ account_id, actor: { kind: 'user', user_id, role } })
}

/** Returns the next URL: the app's authorization URL (contract 10.2.4). An app without one is installed right away. */
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
