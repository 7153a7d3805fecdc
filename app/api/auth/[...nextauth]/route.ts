import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions } from '@/server/auth/options.ts'
import { isFromOurPages } from '@/server/auth/origin.ts'
import { sourceOf } from '@/server/auth/source.ts'
import { readCapped } from '@/server/lib/read-capped.ts'

interface Context {
  params: Promise<{ nextauth: string[] }>
}

async function answer(request: Request, context: Context): Promise<Response> {
  return NextAuth(request as never, context as never, authOptions(sourceOf(request.headers)))
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
