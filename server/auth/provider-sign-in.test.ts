import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unscoped } from '../db/client.ts'
import { env } from '../env.ts'
import { signInProvider } from '../testing/second-factors/sign-in-provider.ts'
import { newUser, renewCtx, START, STEP_MS, type User, withApp } from '../testing/second-factors/users.ts'
import { askNextAuth, visit } from '../testing/sign-in.ts'
import { createCaller } from '../trpc/root.ts'
import { sessionIdOf } from './cookie.ts'
import { dashboardContext } from './dashboard-context.ts'
import { authOptions } from './options.ts'
import type { ProviderAddresses, ProviderName } from './providers.ts'

beforeAll(renewCtx)

/** Returns a browser with its cookies, for our sign-in. */
function browser(addresses: ProviderAddresses) {
  const cookies = new Map<string, string>()
  const headers = () => ({ Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') })
  const session = () => sessionIdOf(new Headers(headers()))
  const ask = async (path: string, form?: Record<string, string>) => {
    const options = authOptions(visit({ session_id: await session() }), addresses)
    const init = form ? { method: 'POST', body: new URLSearchParams({ ...form, json: 'true' }) } : {}
    const response = await askNextAuth(path, { ...init, headers: headers() }, options)
    for (const set of response.headers.getSetCookie()) {
      const [name = '', ...value] = (set.split(';')[0] ?? '').split('=')
      cookies.set(name, value.join('='))
    }
    return response
  }
  const csrf = async () => ((await (await ask('csrf')).json()) as { csrfToken: string }).csrfToken
  return {
    session,
    get: (path: string) => ask(path),
    post: async (path: string, form: Record<string, string>) => ask(path, { ...form, csrfToken: await csrf() }),
    /** Follows the provider's redirect. Returns the target of the callback. */
    async signInWith(provider: ProviderName) {
      const { url } = (await (await this.post(`signin/${provider}`, {})).json()) as { url: string }
      const back = (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? ''
      const { pathname, search } = new URL(back)
      return (await ask(`${pathname.replace('/api/auth/', '')}${search}`)).headers.get('location') ?? ''
    },
    context: () => dashboardContext({ headers: new Headers(headers()) }),
  }
}

const CLIENTS = {
  GOOGLE_CLIENT_ID: 'google',
  GOOGLE_CLIENT_SECRET: 'one',
  GITHUB_CLIENT_ID: 'github',
  GITHUB_CLIENT_SECRET: 'two',
}
const NONE = Object.fromEntries(Object.keys(CLIENTS).map((name) => [name, undefined]))

beforeAll(() => void Object.assign(env(), CLIENTS))
afterAll(() => void Object.assign(env(), NONE))

/** Creates a user who proved their address, so a provider's assertion does not remove their second factors and sessions. */
async function provenUser(): Promise<User> {
  const user = await newUser()
  const proof = { email_verified_at: new Date(), email_proof: 'operator' as const }
  await unscoped().user.update({ where: { id: user.user_id }, data: proof })
  return user
}

async function begin(user: User, { is_verified = true } = {}) {
  const id = String(randomInt(1, 2 ** 40))
  return browser(await signInProvider({ id, email: user.email, is_verified }))
}

for (const provider of ['google', 'github'] as const) {
  test(`with ${provider} and no second factor, the callback signs in`, async () => {
    const user = await provenUser()
    const visitor = await begin(user)
    expect(await visitor.signInWith(provider)).not.toContain('error')
    expect((await visitor.context()).user).toMatchObject({ id: user.user_id })
    expect(await unscoped().userIdentity.count({ where: { user_id: user.user_id, provider } })).toBe(1)
  })

  test(`with ${provider}, a session has no rights before the second step`, async () => {
    const user = await provenUser()
    const { code } = await withApp(user)
    const visitor = await begin(user)
    expect(await visitor.signInWith(provider)).not.toContain('error')
    const pending = await visitor.session()
    expect(pending).toBeDefined()

    const context = await visitor.context()
    expect(context).toMatchObject({ user: null, account: null })
    const caller = createCaller(context)
    await expect(caller.users.me()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(caller.tags.list({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })

    const wrong = await visitor.post('callback/credentials', { code: '000000' })
    expect(wrong.status).toBe(401)
    expect((await visitor.context()).user).toBeNull()
    // The request uses the real clock, and START is as old as the worker, which several test files share.
    const next = code(Date.now() - START + STEP_MS)
    expect((await visitor.post('callback/credentials', { code: next })).status).toBe(200)
    expect(await visitor.session()).not.toBe(pending)
    expect((await visitor.context()).user).toMatchObject({ id: user.user_id })
  })
}

test('an address that the provider has not verified signs no one in', async () => {
  const user = await provenUser()
  for (const provider of ['google', 'github'] as const) {
    const visitor = await begin(user, { is_verified: false })
    expect(await visitor.signInWith(provider)).toContain('/login?error=unverified')
    expect(await visitor.session()).toBeUndefined()
  }
  expect(await unscoped().userIdentity.count({ where: { user_id: user.user_id } })).toBe(0)
})

test("a callback with another state than the browser's signs no one in", async () => {
  const user = await provenUser()
  const [visitor, other] = [await begin(user), await begin(user)]
  const { url } = (await (await visitor.post('signin/github', {})).json()) as { url: string }
  const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '')
  const path = `${back.pathname.replace('/api/auth/', '')}${back.search}`
  await other.get(path)
  expect(await other.session()).toBeUndefined()
})
