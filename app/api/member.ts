import { VIEW_IS_READ_ONLY, WAITS_FOR_DELETION } from '@/server/auth/assurance.ts'
import { dashboardContext } from '@/server/auth/dashboard-context.ts'
import type { Ctx } from '@/server/core/context.ts'
import { needsRole } from '@/server/core/context.ts'
import { AppError, forbidden, HTTP_STATUS, unauthorized } from '@/server/core/errors.ts'

/**
 * Redirects a signed-out browser that follows a file link to the sign-in page and then to `page`, which has the link. Scripts and programs
 * get a 401.
 */
export const orSignIn = (request: Request, page: string, answer: Response): Response =>
  answer.status === 401 && request.headers.get('sec-fetch-dest') === 'document'
    ? new Response(null, { status: 303, headers: { Location: `/login?next=${encodeURIComponent(page)}` } })
    : answer

/**
 * Runs as the signed-in user in the selected account, never as an administrator viewing it. Responds to service errors with their messages.
 */
export async function asMember(
  request: Request,
  { writes }: { writes: boolean },
  answer: (ctx: Ctx) => Promise<Response>,
): Promise<Response> {
  try {
    const { account, deletes_at, view } = await dashboardContext(request)
    if (view) throw forbidden(VIEW_IS_READ_ONLY)
    if (deletes_at && !['GET', 'HEAD'].includes(request.method)) throw forbidden(WAITS_FOR_DELETION)
    if (account?.actor.kind !== 'user') throw unauthorized('Sign in to continue')
    if (writes && account.actor.role === 'viewer') throw forbidden(needsRole('editor'))
    return await answer(account)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const headers = error.retry_after === undefined ? undefined : { 'Retry-After': String(error.retry_after) }
    return Response.json({ errors: error.messages }, { status: HTTP_STATUS[error.code], headers })
  }
}
