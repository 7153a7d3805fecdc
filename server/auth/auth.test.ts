import type { IncomingMessage } from 'node:http'
import { encode } from 'next-auth/jwt'
import { expect, onTestFinished, test } from 'vitest'
import { serviceCtx } from '../core/context.ts'
import { env } from '../env.ts'
import { processSingleton } from '../lib/concurrency/process-singleton.ts'
import { endSession, startSession } from '../modules/users/sessions.ts'
import { testAccount } from '../testing/account.ts'
import { visit } from '../testing/sign-in.ts'
import { createCaller } from '../trpc/root.ts'
import { cookieName, cookieOptions, sessionIdOf } from './cookie.ts'
import { dashboardContext } from './dashboard-context.ts'
import { authOptions } from './options.ts'
import { isFromOurPages } from './origin.ts'
import { identityOf, providerNames, providers } from './providers.ts'
import { notePeer, sourceOf } from './source.ts'

const source = { ip: '127.0.0.1', user_agent: null }
const sealed = async (sid: string, secret = env().SECRET_KEY) =>
  new Headers({ cookie: `theme=dark; ${cookieName()}=${await encode({ token: { sid }, secret })}; other=1` })

test('the cookie only contains the id of a row, which identifies the user and can be ended at any time', async () => {
  const { user_id, email, account_id } = await testAccount()
  const sid = await startSession(serviceCtx(), { user_id, source })
  const request = { headers: await sealed(sid) }
  const context = await dashboardContext(request)
  expect(context.user).toMatchObject({ id: user_id, email, name: 'Nora Lind', is_admin: false, session_id: sid })
  expect(context.account).toMatchObject({ account_id, actor: { kind: 'user', user_id, role: 'owner' } })
  await endSession(serviceCtx(), { id: sid })
  expect(await dashboardContext(request)).toMatchObject({ user: null, account: null })
})

test('a missing cookie, or one not sealed with our key, identifies no user', async () => {
  const { user_id } = await testAccount()
  const sid = await startSession(serviceCtx(), { user_id, source })
  const forged = await sealed(sid, 'another key, another key, another key')
  expect(await sessionIdOf(await sealed(sid))).toBe(sid)
  for (const headers of [forged, new Headers({ cookie: `${cookieName()}=${sid}` }), new Headers()]) {
    expect(await sessionIdOf(headers)).toBeUndefined()
    expect((await dashboardContext({ headers })).user).toBeNull()
  }
})

test('the cookie is inaccessible to scripts and to other sites’ requests', () => {
  expect(cookieOptions()).toEqual({ httpOnly: true, sameSite: 'lax', path: '/', secure: false })
})

test('without a session the dashboard’s procedures answer UNAUTHORIZED', async () => {
  const caller = createCaller(await dashboardContext({ headers: new Headers() }))
  await expect(caller.tags.list({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(caller.users.me()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('writes are accepted only from our own pages [S8]', () => {
  const from = (origin: string | undefined, host = 'envoi.test:3000') =>
    isFromOurPages(new Headers({ host, ...(origin === undefined ? {} : { origin }) }))
  expect(from('http://envoi.test:3000')).toBe(true)
  expect(from(env().APP_URL, 'behind-a-proxy:8080')).toBe(true)
  for (const origin of [
    undefined,
    'null',
    'https://evil.example',
    'http://envoi.test',
    'http://envoi.test:3000.evil.example',
    'http://envoi.test:30000',
  ])
    expect(from(origin), String(origin)).toBe(false)
})

test('the source of a request is the peer of our server; without our server, the last hop', () => {
  const peer_header = processSingleton<{ name?: string | undefined }>('peer header', () => ({}))
  const { name } = peer_header
  onTestFinished(() => {
    peer_header.name = name
  })
  peer_header.name = undefined
  const claimed = { 'x-forwarded-for': '6.6.6.6, 8.8.4.4', 'user-agent': 'Firefox' }
  expect(sourceOf(new Headers(claimed))).toEqual({ ip: '8.8.4.4', user_agent: 'Firefox' })
  const request = { headers: { ...claimed }, socket: { remoteAddress: '203.0.113.7' } }
  notePeer(request as unknown as IncomingMessage)
  expect(sourceOf(new Headers(request.headers)).ip).toBe('203.0.113.7')
})

test('providers exist if their settings do, and vouch for verified addresses only', () => {
  expect(providerNames()).toEqual([])
  expect(providers()).toEqual([])
  const google = (email_verified: boolean) => ({ sub: '1', name: 'Nora', email: 'Nora@Studio.example', email_verified })
  expect(identityOf('google', '1', google(true))).toEqual({
    provider: 'google',
    provider_account_id: '1',
    email_address: 'nora@studio.example',
    name: 'Nora',
  })
  expect(identityOf('google', '1', google(false)).email_address).toBeNull()
  const github = { id: 7, login: 'nora', email: 'unverified@studio.example', verified_email: null } as const
  expect(identityOf('github', '7', github).email_address).toBeNull()
})

test('next-auth does not show its own pages', () => {
  const { pages } = authOptions(visit())
  for (const page of ['signIn', 'signOut', 'error', 'verifyRequest'] as const)
    expect(pages?.[page]).toMatch(/^\/[a-z-]+$/)
})
