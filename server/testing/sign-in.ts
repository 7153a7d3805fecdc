import 'next/dist/server/node-environment-baseline.js'
import { workAsyncStorage } from 'next/dist/server/app-render/work-async-storage.external.js'
import { workUnitAsyncStorage } from 'next/dist/server/app-render/work-unit-async-storage.external.js'
import { NextRequest } from 'next/server'
import NextAuth, { type NextAuthOptions } from 'next-auth'
import { GET, POST } from '@/app/api/auth/[...nextauth]/route.ts'
import type { Visit } from '../auth/options.ts'
import { env } from '../env.ts'

/** Returns a sign-in request from an unknown browser. */
export const visit = (known: Partial<Visit> = {}): Visit => ({
  source: { ip: '127.0.0.1', user_agent: null },
  devices: [],
  onSignIn: () => undefined,
  onOutage: () => undefined,
  ...known,
})

/** Sends credentials like next-auth's client: with a CSRF token, asking for JSON. */
export async function signIn(credentials: Record<string, string>): Promise<Response> {
  const csrf = await ask('csrf')
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const cookie = csrf.headers.getSetCookie().map((set) => set.split(';')[0])
  return ask('callback/credentials', {
    method: 'POST',
    headers: { Cookie: cookie.join('; '), Origin: env().APP_URL },
    body: new URLSearchParams({ ...credentials, csrfToken, json: 'true' }),
  })
}

/** Calls next-auth with these options instead of the route's. */
export const askNextAuth = (path: string, init: Init, options: NextAuthOptions): Promise<Response> =>
  within(path, init, (request, context) => NextAuth(request as never, context as never, options))

const ask = (path: string, init: Init = {}) => within(path, init, init.body ? POST : GET)

interface Init {
  method?: string
  headers?: Record<string, string>
  body?: URLSearchParams
}

/** Runs `answer` inside the stores where Next keeps a request, because next-auth reads its cookies from them. */
function within(
  path: string,
  init: Init,
  answer: (request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }) => Promise<Response>,
): Promise<Response> {
  const request = new NextRequest(`${env().APP_URL}/api/auth/${path}`, init)
  const { headers, cookies } = request
  const context = { params: Promise.resolve({ nextauth: new URL(request.url).pathname.split('/').slice(3) }) }
  const store = { type: 'request', phase: 'render', headers, cookies }
  return workAsyncStorage.run({ route: '/api/auth' } as never, () =>
    workUnitAsyncStorage.run(store as never, () => answer(request, context)),
  )
}
