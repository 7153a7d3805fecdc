import { type Ctx, makeCtx, type Source, serviceCtx } from '../core/context.ts'
import { requestIdOf } from '../core/request-id.ts'
import { findSession } from '../modules/users/sessions.ts'
import { sessionIdOf } from './cookie.ts'
import { sourceOf } from './source.ts'

/** What a dashboard request carries: the user, and the open account if they are a member. */
export interface DashboardContext {
  user: { id: number; email: string; name: string | null; is_admin: boolean; session_id: string } | null
  account: Ctx | null
  source: Source
  request_id: string
}

/** Who asks, and the account that is open in their session. The cookie only names a row: the row decides, every time. */
export async function dashboardContext({ headers }: { headers: Headers }): Promise<DashboardContext> {
  const request_id = requestIdOf(headers.get('x-request-id'))
  const source = sourceOf(headers)
  const id = await sessionIdOf(headers)
  const session = id ? await findSession(serviceCtx(request_id), { id, source }) : null
  if (!session) return { user: null, account: null, source, request_id }
  const { user_id, session_id, email, name, is_admin, account } = session
  return {
    user: { id: user_id, email, name, is_admin, session_id },
    account:
      account &&
      makeCtx({ account_id: account.account_id, actor: { kind: 'user', user_id, role: account.role }, request_id }),
    source,
    request_id,
  }
}
