import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { api } from '../../../testing/api.ts'
import { post, refresh, revoke, type TestClient, testClient, testTokens } from '../../../testing/modules/oauth.ts'
import { listSecurityEvents } from '../../security-events/service.ts'

const statusOf = async (token: string) => (await api('GET /v4/account', { token })).status

const installationOf = (account: { account_id: number }, { id: app_id }: TestClient) =>
  unscoped().installation.findFirstOrThrow({ where: { account_id: account.account_id, app_id } })

test.each(['access_token', 'refresh_token'] as const)(
  'revoking the %s revokes both [O25, contract 19.88]',
  async (token) => {
    const [account, client] = [await testAccount(), await testClient()]
    const tokens = await testTokens(account, client)
    const renewed = (await refresh(client, tokens.refresh_token)).body
    expect(await statusOf(tokens.access_token)).toBe(200)
    expect(await statusOf(renewed.access_token)).toBe(200)
    const answer = await revoke(client, renewed[token], { token_type_hint: 'nonsense' })
    expect(answer).toMatchObject({ status: 200, body: {} })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    // Takes effect immediately, because this process drops cached credentials when it revokes.
    expect(await statusOf(renewed.access_token)).toBe(401)
    expect(await statusOf(tokens.access_token)).toBe(401)
    expect((await refresh(client, renewed.refresh_token)).body.error).toBe('invalid_grant')
  },
)

test('revocation uninstalls the app and emits one event [O25, contract 3.3]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const { access_token, refresh_token } = await testTokens(account, client)
  for (const token of [access_token, refresh_token, access_token])
    expect((await revoke(client, token)).status).toBe(200)
  const { id, state, uninstalled_by } = await installationOf(account, client)
  expect([state, uninstalled_by]).toEqual(['uninstalled', 'app'])
  const events = await unscoped().outbox.findMany({
    where: { account_id: account.account_id, type: 'app.uninstalled' },
  })
  expect(events.map(({ data }) => data)).toEqual([{ installation_id: id, app_id: client.id }])
  expect((await listSecurityEvents(account.ctx)).map(({ kind }) => kind)).toContain('app_uninstalled')
  // Connecting again installs it again, with new tokens.
  const again = await testTokens(account, client)
  expect(await statusOf(again.access_token)).toBe(200)
  expect((await installationOf(account, client)).state).toBe('installed')
  expect(await statusOf(access_token)).toBe(401)
})

test('revocation by one tenant leaves the others installed [O25]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const one = await testTokens(account, client, { tenant_name: 'Shop 7' })
  const other = await testTokens(account, client, { tenant_name: 'Shop 8' })
  await revoke(client, one.access_token)
  expect(await statusOf(one.access_token)).toBe(401)
  expect(await statusOf(other.access_token)).toBe(200)
})

test('unknown tokens and tokens of other clients are answered 200 without effect [O25]', async () => {
  const [account, client, other] = [await testAccount(), await testClient(), await testClient({ confidential: false })]
  const { access_token, refresh_token } = await testTokens(account, client)
  for (const token of ['nonsense', 'odd\u0000', `at_${'x'.repeat(43)}`, access_token, refresh_token])
    expect(await revoke(other, token)).toMatchObject({ status: 200, body: {} })
  expect(await statusOf(access_token)).toBe(200)
  expect((await installationOf(account, client)).state).toBe('installed')
})

test('a confidential client must authenticate, and the token is required [O25]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const { access_token } = await testTokens(account, client)
  for (const client_secret of [undefined, 'wrong'])
    expect(await revoke(client, access_token, { client_secret })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
  expect(await revoke(client, '')).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  expect(await statusOf(access_token)).toBe(200)
})

test('a public client may send a form and use the path without a version [O25]', async () => {
  const [account, client] = [await testAccount(), await testClient({ confidential: false })]
  const { access_token } = await testTokens(account, client)
  const body = new URLSearchParams({ token: access_token, client_id: client.client_id }).toString()
  expect((await post('/oauth/revoke', body)).status).toBe(200)
  expect(await statusOf(access_token)).toBe(401)
})

test('concurrent refreshes and revocations leave no valid token [O25]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const { access_token, refresh_token } = await testTokens(account, client)
  const [renewed] = await Promise.all([
    refresh(client, refresh_token),
    revoke(client, access_token),
    revoke(client, refresh_token),
  ])
  if (renewed?.status === 200) {
    expect(await statusOf(renewed.body.access_token)).toBe(401)
    expect((await refresh(client, renewed.body.refresh_token)).body.error).toBe('invalid_grant')
  }
  expect(await statusOf(access_token)).toBe(401)
})
