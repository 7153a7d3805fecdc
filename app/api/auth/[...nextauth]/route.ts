import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { deviceCookie, devicesIn, localeCookie, sessionIdOf } from '@/server/auth/cookie.ts'
import { authOptions, type Visit } from '@/server/auth/options.ts'
import { isFromOurPages } from '@/server/auth/origin.ts'
import { sourceOf } from '@/server/auth/source.ts'
import { serviceCtx } from '@/server/core/context.ts'
import { type DatabaseUnavailable, outageOf } from '@/server/db/connections/outage.ts'
import { env } from '@/server/env.ts'
import { readCapped } from '@/server/lib/bytes/read-capped.ts'
import { deviceOfSession, languageOfSession } from '@/server/modules/users/sessions.ts'

interface Context {
  params: Promise<{ nextauth: string[] }>
}

async function answer(request: Request, context: Context): Promise<Response> {
  const { headers } = request
  const devices = devicesIn(headers)
  let signed_in: string | undefined
  let outage: DatabaseUnavailable | undefined
  const visit: Visit = {
    source: sourceOf(headers),
    devices,
    session_id: await sessionIdOf(headers),
    onSignIn: (session_id) => {
      signed_in = session_id
    },
    onOutage: (error) => {
      outage = error
    },
  }
  try {
    const response: Response = await NextAuth(request as never, context as never, authOptions(visit))
    if (outage) return unavailable(request, outage)
    const device = signed_in && (await deviceOfSession(serviceCtx(), { id: signed_in }))
    if (device) response.headers.append('Set-Cookie', deviceCookie(device, devices))
    const language = signed_in && (await languageOfSession(serviceCtx(), { id: signed_in }))
    if (language) response.headers.append('Set-Cookie', localeCookie(language))
    return response
  } catch (error) {
    const cause = outageOf(error)
    if (cause) return unavailable(request, cause)
    throw error
  }
}

/** next-auth's own status is 401 or a redirect. Its client reads the reason from the `error` parameter of the URL in the body. */
function unavailable({ method }: Request, { message, retry_after }: DatabaseUnavailable): Response {
  const page = new URL('/login', env().APP_URL)
  if (method === 'GET') {
    page.searchParams.set('error', 'unavailable')
    return Response.redirect(page, 303)
  }
  page.searchParams.set('error', message)
  return Response.json({ url: page.href }, { status: 503, headers: { 'Retry-After': String(retry_after) } })
}

export { answer as GET }

export async function POST(request: Request, context: Context): Promise<Response> {
  if (!isFromOurPages(request.headers))
    return Response.json({ errors: ['This request came from another site'] }, { status: 403 })
  const { url, method, headers } = request
  const body = await readCapped(request, MAX_FORM_BYTES)
  if (!body) return Response.json({ errors: ['This request is too large'] }, { status: 413 })
  return answer(new NextRequest(url, { method, headers, body }), context)
}

const MAX_FORM_BYTES = 64 * 1024
