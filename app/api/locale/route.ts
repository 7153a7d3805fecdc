import { isFromOurPages } from '@/server/auth/origin.ts'
import { findLocale, LOCALE_COOKIE } from '@/server/core/locale/locales.ts'

const YEAR_S = 365 * 86_400

/** Keeps a locale for this browser: `POST ?tag=en-GB`. With an empty tag the browser's own languages count again. */
export function POST(request: Request): Response {
  if (!isFromOurPages(request.headers)) return new Response(null, { status: 403 })
  const tag = new URL(request.url).searchParams.get('tag') ?? ''
  if (tag && !findLocale(tag)) return Response.json({ errors: ['There is no such language'] }, { status: 422 })
  const cookie = `${LOCALE_COOKIE}=${tag}; Path=/; Max-Age=${tag ? YEAR_S : 0}; SameSite=Lax; HttpOnly`
  return new Response(null, { status: 204, headers: { 'Set-Cookie': cookie } })
}
