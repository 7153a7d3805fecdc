import 'next/dist/server/node-environment-baseline.js'
import { workAsyncStorage } from 'next/dist/server/app-render/work-async-storage.external.js'
import { workUnitAsyncStorage } from 'next/dist/server/app-render/work-unit-async-storage.external.js'
import { NextRequest } from 'next/server'
import { GET, POST } from '@/app/api/auth/[...nextauth]/route.ts'
import type { Visit } from '../auth/options.ts'
import { env } from '../env.ts'

/** A request to sign in from a browser that nothing is known about. */
export const visit = (known: Partial<Visit> = {}): Visit => ({
  source: { ip: '127.0.0.1', user_agent: null },
  devices: [],
  onSignIn: () => undefined,
  onOutage: () => undefined,
  ...known,
})

/** Sends credentials as next-auth's client does: with a token against forged requests, asking for JSON. */
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

/** Calls the route within the stores in which Next keeps a request: next-auth reads its cookies from there. */
function ask(path: string, init: { method?: string; headers?: Record<string, string>; body?: URLSearchParams } = {}) {
  const request = new NextRequest(`${env().APP_URL}/api/auth/${path}`, init)
  const { headers, cookies } = request
  const context = { params: Promise.resolve({ nextauth: path.split('/') }) }
  const store = { type: 'request', phase: 'render', headers, cookies }
  return workAsyncStorage.run({ route: '/api/auth' } as never, () =>
    workUnitAsyncStorage.run(store as never, () => (init.body ? POST : GET)(request, context)),
  )
}
