import { localeCookie } from '@/server/auth/cookie.ts'
import { isFromOurPages } from '@/server/auth/origin.ts'
import { findLocale } from '@/server/core/locale/locales.ts'

/** Stores a locale for this browser: `POST ?tag=en-GB`. With an empty tag the browser's languages apply again. */
export function POST(request: Request): Response {
  if (!isFromOurPages(request.headers)) return new Response(null, { status: 403 })
  const tag = new URL(request.url).searchParams.get('tag') ?? ''
  if (tag && !findLocale(tag)) return Response.json({ errors: ['Choose a language from the list'] }, { status: 422 })
  return new Response(null, { status: 204, headers: { 'Set-Cookie': localeCookie(tag) } })
}
