import { type Ctx, makeCtx, type Source, serviceCtx } from '../core/context.ts'
import { requestIdOf } from '../core/request-id.ts'
import { noteAccount } from '../core/telemetry/request-scope.ts'
import type { AccountViewing } from '../modules/users/account-views.ts'
import { findSession } from '../modules/users/sessions.ts'
import { lacksAdminTwoFactor } from './assurance.ts'
import { sessionIdOf } from './cookie.ts'
import { sourceOf } from './source.ts'

export interface DashboardUser {
  id: number
  email: string
  name: string | null
  is_admin: boolean
  session_id: string
  /** Time when they last proved who they are in this session. */
  confirmed_at?: Date | null
  has_second_factor?: boolean
  /** An account of theirs that requires a second factor, which they have not added yet. No account is open until then. */
  blocked_by?: string | null
}

/** Context of a dashboard request: the user, and the open account if they are a member. */
export interface DashboardContext {
  user: DashboardUser | null
  account: Ctx | null
  /** Time when that account is deleted. Until then its members can cancel the deletion and change nothing else. */
  deletes_at?: Date | null
  /** Set while an administrator of the instance views the account: nothing can be changed. */
  view?: AccountViewing | null
  source: Source
  request_id: string
}

/** Returns the user, and the account that is open in their session. The cookie only contains the id of a row, which decides on every request. */
export async function dashboardContext({ headers }: { headers: Headers }): Promise<DashboardContext> {
  const request_id = requestIdOf(headers.get('x-request-id'))
  const source = sourceOf(headers)
  const id = await sessionIdOf(headers)
  const session = id ? await findSession(serviceCtx(request_id), { id, source }) : null
  if (!session) return { user: null, account: null, source, request_id }
  const { user_id, session_id, email, name, is_admin, confirmed_at, has_second_factor, required_by, account, view } =
    session
  const blocked_by = has_second_factor ? null : required_by
  if (account) noteAccount(account.account_id)
  const user = { id: user_id, email, name, is_admin, session_id, confirmed_at, has_second_factor, blocked_by }
  // An administrator needs a second factor for everything reserved for administrators.
  // A tab that still shows a view that has ended must not work in the administrator's own account.
  const viewed = headers.get('x-viewed-account')
  const isOver = viewed !== null && viewed !== String(view?.account_id)
  const isOpen = !blocked_by && !isOver && !(view && lacksAdminTwoFactor(user))
  return {
    user,
    account:
      account && isOpen
        ? makeCtx({ account_id: account.account_id, actor: { kind: 'user', user_id, role: account.role }, request_id })
        : null,
    deletes_at: account?.deletes_at ?? null,
    view,
    source,
    request_id,
  }
}
