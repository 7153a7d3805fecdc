import { lacksAdminTwoFactor } from '../auth/assurance.ts'
import type { DashboardContext } from '../auth/dashboard-context.ts'
import { type Ctx, serviceCtx } from '../core/context.ts'

/**
 * Returns the context in which an administrator acts for the service, over all accounts. Null for everyone else, and for administrators who have
 * not added a second factor yet.
 */
export function administratorCtx({ user, source, request_id }: DashboardContext): Ctx | null {
  if (!user?.is_admin || user.blocked_by || lacksAdminTwoFactor(user)) return null
  return {
    ...serviceCtx(request_id),
    actor: { kind: 'administrator', user_id: user.id, ip: source.ip, written: { entries: 0 } },
  }
}
