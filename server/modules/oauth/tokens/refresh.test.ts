import { expect, onTestFinished, test } from 'vitest'
import { configureOutbound } from '../../../core/outbound.ts'
import { testAccount } from '../../../testing/account.ts'
import { api } from '../../../testing/api.ts'
import { later, stopClock } from '../../../testing/clock.ts'
import { takeEvents } from '../../../testing/events.ts'
import { refresh, send, testClient, testCode, testTokens } from '../../../testing/modules/oauth.ts'
import { listSecurityEvents } from '../../security-events/service.ts'
import { disableAppEndpoints } from '../../webhooks/endpoints/app-endpoints.ts'

const DAY_MS = 86_400_000

const accountWith = (token: string) => api('GET /v4/account', { token })

test('a refresh returns a new pair; the old access token stays valid, the old refresh token does not [O15]', async () => {
  const [account, client] = [await testAccount(), await testClient({ confidential: false })]
  const first = await testTokens(account, client)
  const second = await refresh(client, first.refresh_token, { redirect_uri: 'https://ignored.example' })
  expect(second.status).toBe(200)
  expect(second.body.refresh_token).not.toBe(first.refresh_token)
  expect((await accountWith(first.access_token)).status).toBe(200)
  expect((await accountWith(second.body.access_token)).status).toBe(200)
  const again = await refresh(client, first.refresh_token)
  expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('reuse of a refresh token is tolerated for a minute and treated as theft later [O15]', async () => {
  stopClock()
  const [account, client] = [await testAccount(), await testClient()]
  const { refresh_token } = await testTokens(account, client)
  const { body } = await refresh(client, refresh_token)
  later(59_000)
  expect((await refresh(client, refresh_token)).body.error).toBe('invalid_grant')
  expect((await accountWith(body.access_token)).status).toBe(200)
  later(2_000)
  expect((await refresh(client, refresh_token)).body.error).toBe('invalid_grant')
  expect((await accountWith(body.access_token)).status).toBe(401)
  expect((await refresh(client, body.refresh_token)).body.error).toBe('invalid_grant')
  const [event] = await listSecurityEvents(account.ctx)
  expect(event).toMatchObject({ kind: 'tokens_revoked', by: null })
  expect(event?.summary).toContain('Inbox Tool lost its access: a refresh token')
})

test('a retry with a refreshed token and the same Idempotency-Key gets the first answer', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const first = await testTokens(account, client)
  const create = (token: string) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'order-1',
    }
    return send('/v4/tags', { method: 'POST', headers, body: '{"name":"Beta"}' })
  }
  const created = await create(first.access_token)
  expect(created.status).toBe(201)
  const { body } = await refresh(client, first.refresh_token)
  const retried = await create(body.access_token)
  expect([retried.status, retried.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
  expect(await retried.json()).toEqual(await created.json())
  const elsewhere = await create((await testTokens(account, await testClient())).access_token)
  expect(elsewhere.headers.get('idempotency-replayed')).toBeNull()
})

test('webhook endpoints of an app whose token was copied are disabled', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const { access_token, refresh_token } = await testTokens(account, client)
  const endpoint = { url: 'https://thief.example/hook', events: ['subscriber.created'] }
  await configureOutbound({ resolve: async () => [{ address: '93.184.215.14', family: 4 }] })
  onTestFinished(() => configureOutbound())
  expect((await api('POST /v4/webhook_endpoints', { token: access_token }, endpoint)).status).toBe(201)
  await refresh(client, refresh_token)
  later(61_000)
  await refresh(client, refresh_token)
  const events = (await takeEvents(account.account_id)).filter(({ type }) => type === 'app.uninstalled')
  expect(events).toHaveLength(1)
  await disableAppEndpoints(account.ctx, { app_id: client.id })
  expect(await account.ctx.db.webhookEndpoint.findMany()).toMatchObject([
    { status: 'disabled', disabled_by: 'uninstall' },
  ])
})

test('an app whose token was copied is uninstalled even if it has an unused code', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  await testCode(account, client)
  later(11 * 60_000)
  const { refresh_token } = await testTokens(account, client)
  await refresh(client, refresh_token)
  later(61_000)
  await refresh(client, refresh_token)
  const { state } = await account.ctx.db.installation.findFirstOrThrow({ where: { app_id: client.id } })
  expect(state).toBe('uninstalled')
})

test('a refresh token expires a year after its last use [O15]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const [one, other] = [await testTokens(account, client), await testTokens(account, client)]
  later(364 * DAY_MS)
  const { status, body } = await refresh(client, one.refresh_token)
  expect(status).toBe(200)
  later(2 * DAY_MS)
  expect((await refresh(client, other.refresh_token)).body.error).toBe('invalid_grant')
  expect((await refresh(client, body.refresh_token)).status).toBe(200)
})

test('a refresh may narrow the scope but not widen it, and a refused refresh does not use up the token [O8, O6]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const { refresh_token, scope } = await testTokens(account, client, { scope: 'read write' })
  expect(scope).toBe('read write')
  const less = await refresh(client, refresh_token, { scope: 'read' })
  expect(less).toMatchObject({ status: 200, body: { scope: 'read' } })
  expect((await api('POST /v4/tags', { token: less.body.access_token }, { name: 'x' })).status).toBe(403)
  // The refresh token represents the full consent (RFC 6749 6), so all scopes can be requested again.
  const all = await refresh(client, less.body.refresh_token)
  expect(all).toMatchObject({ status: 200, body: { scope: 'read write' } })

  const narrow = await testTokens(account, client, { scope: 'read' })
  for (const wider of ['read write', 'public', 'write', 'admin'])
    expect(await refresh(client, narrow.refresh_token, { scope: wider }), wider).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    })
  expect((await refresh(client, narrow.refresh_token)).status).toBe(200)
})

test('a token with the read scope cannot write and gets the error of RFC 6750 [O10]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const { access_token: token } = await testTokens(account, client, { scope: 'read' })
  expect((await api('GET /v4/tags', { token })).status).toBe(200)
  const { status, headers } = await api('POST /v4/tags', { token }, { name: 'x' })
  expect(status).toBe(403)
  const challenge = headers.get('www-authenticate')
  expect(challenge).toContain('error="insufficient_scope", scope="write"')
  expect(challenge).toContain('resource_metadata="http://envoi.test/.well-known/oauth-protected-resource"')
})
