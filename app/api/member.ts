import { dashboardContext } from '@/server/auth/dashboard-context.ts'
import type { Ctx } from '@/server/core/context.ts'
import { AppError, forbidden, HTTP_STATUS, unauthorized } from '@/server/core/errors.ts'

/**
 * A link to a file that somebody follows while they are logged out leads to the log-in and from there to `page`, where the file is;
 * programs, and what a page of ours asks for, are told.
 */
export const orSignIn = (request: Request, page: string, answer: Response): Response =>
  answer.status === 401 && request.headers.get('sec-fetch-dest') === 'document'
    ? new Response(null, { status: 303, headers: { Location: `/login?next=${encodeURIComponent(page)}` } })
    : answer

/** Answers as the person who asks, in their open account; what a service refuses is said in its words. */
export async function asMember(
  request: Request,
  { writes }: { writes: boolean },
  answer: (ctx: Ctx) => Promise<Response>,
): Promise<Response> {
  try {
    const { account } = await dashboardContext(request)
    if (account?.actor.kind !== 'user') throw unauthorized('Please log in')
    if (writes && account.actor.role === 'viewer') throw forbidden('This needs the role editor in the account')
    return await answer(account)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const headers = error.retry_after === undefined ? undefined : { 'Retry-After': String(error.retry_after) }
    return Response.json({ errors: error.messages }, { status: HTTP_STATUS[error.code], headers })
  }
}
