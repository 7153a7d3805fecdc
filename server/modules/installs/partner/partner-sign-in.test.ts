import { expect, test } from 'vitest'
import { serviceCtx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { env } from '../../../env.ts'
import { testAccount } from '../../../testing/account.ts'
import { failOnce } from '../../../testing/database/fail-once.ts'
import { newApp, PARTNER_SECRET, partnerServer } from '../../../testing/servers/partner-server.ts'
import { startSession } from '../../users/sessions.ts'
import { beginInstall } from '../service.ts'
import { partnerToken } from './partner.ts'
import { finishPartnerSignIn } from './partner-sign-in.ts'

const service = serviceCtx()
const ACCESS = { authorization_url: 'https://press.example/connect' }

/** Returns a creator who was redirected to sign in at the app. */
async function sentThere(more: { authorization_url?: string } = ACCESS) {
  const creator = await testAccount()
  const server = await partnerServer()
  const app = await newApp((await testAccount()).account_id, { ...server.settings, ...more })
  const { account_id, user_id } = creator
  const session_id = await startSession(service, { user_id, source: { ip: '127.0.0.1', user_agent: null } })
  const visitor = { user_id, session_id, open_account_id: account_id }
  const begin = async () => new URL((await beginInstall(service, { app_id: app.id, account_id, visitor })).url)
  const url = await begin()
  const state = url.searchParams.get('state') ?? ''
  const row = () => unscoped().installation.findFirstOrThrow({ where: { account_id, app_id: app.id } })
  return { creator, server, app, visitor, begin, url, state, row }
}

test('plugin sign-in comes first, then the app’s tokens, then its authorization URL', async () => {
  const { server, visitor, url, state, row } = await sentThere()
  expect(url.origin + url.pathname).toBe(`${server.url}/authorize`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    tenant: '1',
    client_id: 'envoi-over-there',
    response_type: 'code',
    redirect_uri: `${env().APP_URL}/apps/install`,
    state: expect.any(String),
  })
  expect(await finishPartnerSignIn(service, { state, code: 'their-code', visitor })).toEqual({
    url: expect.stringMatching(/^https:\/\/press\.example\/connect\?redirect=/),
  })
  expect(server.requests).toEqual([
    {
      path: '/token',
      type: 'application/x-www-form-urlencoded',
      fields: {
        grant_type: 'authorization_code',
        code: 'their-code',
        redirect_uri: `${env().APP_URL}/apps/install`,
        client_id: 'envoi-over-there',
        client_secret: PARTNER_SECRET,
      },
    },
  ])
  expect(await row()).toMatchObject({ state: 'pending', partner_state_hash: null })
  // Neither token is stored in plain text (S6).
  expect(JSON.stringify(await row())).not.toMatch(/access-1|refresh-1/)
})

test('an app with plugins and no authorization URL is installed after its sign-in', async () => {
  const { creator, app, visitor, state, row } = await sentThere({})
  expect(await finishPartnerSignIn(service, { state, code: 'c', visitor })).toEqual({
    url: `/apps/${app.id}/installed`,
  })
  expect(await row()).toMatchObject({ state: 'installed' })
  expect(await partnerToken(creator.ctx, { app_id: app.id })).toBe('access-1')
})

test('tokens are kept even if storing them fails once, because the code works only once', async () => {
  const { creator, server, app, visitor, state } = await sentThere({})
  const when = `new.account_id = ${creator.account_id} and new.partner_access_token is not null`
  const hasFailed = await failOnce('installation', { fault: 'its connection ended', when })
  expect(await finishPartnerSignIn(service, { state, code: 'c', visitor })).toEqual({
    url: `/apps/${app.id}/installed`,
  })
  expect(await hasFailed()).toBe(true)
  expect(server.requests).toHaveLength(1)
  expect(await partnerToken(creator.ctx, { app_id: app.id })).toBe('access-1')
})

test('only the latest state works, once, in its own session, for half an hour', async () => {
  const { creator, server, visitor, begin, state } = await sentThere()
  const stale = { problem: 'stale' }
  const other = await testAccount()
  const elsewhere = {
    ...visitor,
    session_id: await startSession(service, { user_id: creator.user_id, source: { ip: '::1', user_agent: null } }),
  }
  const other_user = { ...visitor, user_id: other.user_id }
  for (const visitor of [elsewhere, other_user])
    expect(await finishPartnerSignIn(service, { state, code: 'c', visitor })).toEqual(stale)
  for (const bad of ['', 'made-up', `${state}x`, state.slice(0, -1), state.slice(2)])
    expect(await finishPartnerSignIn(service, { state: bad, code: 'c', visitor })).toEqual(stale)
  const late = { ...service, now: () => new Date(Date.now() + 31 * 60_000) }
  expect(await finishPartnerSignIn(late, { state, code: 'c', visitor })).toEqual(stale)

  const latest = (await begin()).searchParams.get('state') ?? ''
  expect(await finishPartnerSignIn(service, { state, code: 'c', visitor })).toEqual(stale)
  const arrivals = [1, 2].map(() => finishPartnerSignIn(service, { state: latest, code: 'c', visitor }))
  const outcomes = await Promise.all(arrivals)
  expect(outcomes.filter((outcome) => 'url' in outcome)).toHaveLength(1)
  expect(outcomes).toContainEqual(stale)
  expect(server.requests).toHaveLength(1)
})

test('the return fails for a user who lost the role and for a deleted app', async () => {
  const { creator, app, server, visitor, begin, state } = await sentThere()
  const { account_id, user_id } = creator
  await unscoped().membership.updateMany({ where: { account_id, user_id }, data: { role: 'editor' } })
  expect(await finishPartnerSignIn(service, { state, code: 'c', visitor })).toEqual({ problem: 'stale' })
  await unscoped().membership.updateMany({ where: { account_id, user_id }, data: { role: 'owner' } })
  const next = (await begin()).searchParams.get('state') ?? ''
  await unscoped().app.update({ where: { id: app.id }, data: { deleted_at: new Date() } })
  expect(await finishPartnerSignIn(service, { state: next, code: 'c', visitor })).toEqual({ problem: 'stale' })
  expect(server.requests).toEqual([])
})

test.each([
  ['the creator denies access at the app', { error: 'access_denied' }, null, 'refused'],
  ['there is no code', {}, null, 'refused'],
  ['the code is refused', { code: 'c' }, [400, { error: 'invalid_grant' }], 'refused'],
  ['the server answers 500', { code: 'c' }, [500, 'oh'], 'unreachable'],
  ['it redirects', { code: 'c' }, [307, ''], 'unreachable'],
  ['it answers invalid JSON', { code: 'c' }, [200, '{"access_token":'], 'unreachable'],
  ['it answers without a token', { code: 'c' }, [200, { refresh_token: 'r' }], 'unreachable'],
] as const)('when %s, nothing is installed and the creator can try again', async (_, answer, manner, problem) => {
  const { app, server, visitor, begin, state, row } = await sentThere()
  if (manner) server.answer(manner[0], manner[1])
  expect(await finishPartnerSignIn(service, { state, ...answer, visitor })).toEqual({
    problem,
    app: { id: app.id, name: 'Press' },
  })
  expect(await row()).toMatchObject({ state: 'pending', partner_access_token: null })
  server.behave(null)
  const next = (await begin()).searchParams.get('state') ?? ''
  expect(await finishPartnerSignIn(service, { state: next, code: 'c', visitor })).toHaveProperty('url')
})
