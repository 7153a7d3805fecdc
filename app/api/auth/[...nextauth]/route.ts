import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { deviceCookie, devicesIn } from '@/server/auth/cookie.ts'
import { authOptions } from '@/server/auth/options.ts'
import { isFromOurPages } from '@/server/auth/origin.ts'
import { sourceOf } from '@/server/auth/source.ts'
import { serviceCtx } from '@/server/core/context.ts'
import { readCapped } from '@/server/lib/read-capped.ts'
import { deviceOfSession } from '@/server/modules/people/sessions.ts'

interface Context {
  params: Promise<{ nextauth: string[] }>
}

async function answer(request: Request, context: Context): Promise<Response> {
  const { headers } = request
  const devices = devicesIn(headers)
  let signed_in: string | undefined
  const onSignIn = (session_id: string) => {
    signed_in = session_id
  }
  const visit = { source: sourceOf(headers), devices, onSignIn }
  const response: Response = await NextAuth(request as never, context as never, authOptions(visit))
  const device = signed_in && (await deviceOfSession(serviceCtx(), { id: signed_in }))
  if (device) response.headers.append('Set-Cookie', deviceCookie(device, devices))
  return response
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
