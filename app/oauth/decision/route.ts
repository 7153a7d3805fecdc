import { VIEW_IS_READ_ONLY } from '@/server/auth/assurance.ts'
import { type DashboardContext, dashboardContext } from '@/server/auth/dashboard-context.ts'
import { isFromOurPages } from '@/server/auth/origin.ts'
import { serviceCtx } from '@/server/core/context.ts'
import { AppError } from '@/server/core/errors.ts'
import { latestInstanceSettings } from '@/server/core/instance/settings.ts'
import { env } from '@/server/env.ts'
import { readForm } from '@/server/lib/net/read-form.ts'
import { AuthorizationRefused, refusalPage } from '@/server/modules/oauth/authorize/authorization-request.ts'
import { type ConsentUser, decideConsent } from '@/server/modules/oauth/authorize/consent.ts'

/** Receives the consent page's decision as a form post, which works before scripts load. */
export async function POST(request: Request): Promise<Response> {
  if (!isFromOurPages(request.headers)) return refusalPage('This decision came from another site.', 403)
  const form = await readForm(request, MAX_BYTES)
  if (!form) return refusalPage('This decision is too large.', 413)
  const context = await dashboardContext(request)
  if (!latestInstanceSettings().has_app_store) return refusalPage('Apps are switched off on this instance.', 403)
  if (context.view) return refusalPage(VIEW_IS_READ_ONLY, 403)
  const user = userOf(context)
  const location = user ? await decide(form, user, context.request_id) : signInUrl(form.get('request') ?? '')
  // 303, so the browser does not post the decision to the app [O19].
  return typeof location === 'string'
    ? new Response(null, { status: 303, headers: { Location: location, ...PRIVATE } })
    : location
}

const userOf = ({ user, account }: DashboardContext): ConsentUser | null =>
  user && !user.blocked_by ? { ...user, open_account_id: account?.account_id } : null

async function decide(
  form: ReadonlyMap<string, string>,
  user: ConsentUser,
  request_id: string,
): Promise<string | Response> {
  const account_id = form.get('decision') === 'allow' ? Number(form.get('account_id')) : null
  try {
    return await decideConsent(serviceCtx(request_id), {
      request: form.get('request') ?? '',
      proof: form.get('proof') ?? '',
      account_id,
      user,
    })
  } catch (error) {
    if (error instanceof AuthorizationRefused) return error.location ?? refusalPage(error.message)
    if (error instanceof AppError && error.code !== 'unavailable') return refusalPage(error.message, 403)
    throw error
  }
}

const signInUrl = (request: string) =>
  `${env().APP_URL}/login?${new URLSearchParams({ next: `/oauth/consent?request=${encodeURIComponent(request)}` })}`

const MAX_BYTES = 64 * 1024
const PRIVATE = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }
