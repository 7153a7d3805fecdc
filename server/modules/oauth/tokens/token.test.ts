import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { api } from '../../../testing/api.ts'
import { later, stopClock } from '../../../testing/clock.ts'
import {
  challengeOf,
  exchange,
  post,
  refresh,
  send,
  type TestClient,
  testClient,
  testCode,
  testTokens,
  VERIFIER,
} from '../../../testing/modules/oauth.ts'
import { listSecurityEvents } from '../../security-events/service.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const accountWith = (token: string) => api('GET /v4/account', { token })

test('a code is exchanged for tokens [O6, contract 3.2, 19.87]', async () => {
  const start_seconds = Math.floor(Date.now() / 1000)
  stopClock()
  const [account, client] = [await testAccount(), await testClient()]
  const { status, headers, body } = await exchange(client, await testCode(account, client))
  expect(status).toBe(200)
  expect(body).toEqual({
    access_token: expect.stringMatching(/^at_[\w-]{43}$/),
    token_type: 'Bearer',
    expires_in: 172_800,
    refresh_token: expect.stringMatching(/^rt_[\w-]{43}$/),
    scope: 'public',
    created_at: expect.any(Number),
  })
  expect(body.created_at).toBeGreaterThanOrEqual(start_seconds)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('pragma')).toBe('no-cache')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect((await accountWith(body.access_token)).body.account.id).toBe(account.account_id)
  later(2 * DAY_MS - 5_000)
  expect((await accountWith(body.access_token)).status).toBe(200)
  later(10_000)
  expect(await accountWith(body.access_token)).toMatchObject({
    status: 401,
    body: { errors: ['The access token expired'] },
  })
})

test('the endpoint accepts a form, JSON, JSON labeled as a form, and the path without a version [contract 3.2]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const fields = (code: string) => ({
    grant_type: 'authorization_code',
    client_id: client.client_id,
    client_secret: client.client_secret ?? '',
    redirect_uri: client.redirect_uri,
    code_verifier: VERIFIER,
    code,
  })
  const ways: [string, string | Record<string, string>][] = [
    ['/v4/oauth/token', new URLSearchParams(fields(await testCode(account, client))).toString()],
    ['/v4/oauth/token', JSON.stringify(fields(await testCode(account, client)))],
    ['/oauth/token', fields(await testCode(account, client))],
  ]
  for (const [path, body] of ways) expect(await post(path, body)).toMatchObject({ status: 200 })
})

test('a second use of a code is refused, revokes the first tokens, and is reported to the owner [O3]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const code = await testCode(account, client)
  const { body } = await exchange(client, code)
  expect((await accountWith(body.access_token)).status).toBe(200)
  expect(await exchange(client, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(await accountWith(body.access_token)).toMatchObject({
    status: 401,
    body: { errors: ['The access token is invalid'] },
  })
  expect((await refresh(client, body.refresh_token)).body.error).toBe('invalid_grant')
  const events = await listSecurityEvents(account.ctx)
  expect(events.map(({ kind }) => kind)).toEqual(['tokens_revoked', 'app_uninstalled', 'app_authorised'])
  expect(JSON.stringify(events)).not.toContain(code)
})

test('a code expires after ten minutes [O3]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const code = await testCode(account, client)
  later(10 * MINUTE_MS + 1)
  expect(await exchange(client, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('a code works only for its client, and an attempt by another does not use it up [O3]', async () => {
  const [account, client, other] = [await testAccount(), await testClient(), await testClient()]
  const code = await testCode(account, client)
  const stolen = await exchange(other, code, { redirect_uri: client.redirect_uri })
  expect(stolen).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect((await exchange(client, code)).status).toBe(200)
})

test('the redirect URI must be the one that was authorized [O4]', async () => {
  const redirect_uris = ['https://tool.example/a', 'https://tool.example/b']
  const [account, client] = [await testAccount(), await testClient({ redirect_uris })]
  const code = await testCode(account, client)
  const answer = await exchange(client, code, { redirect_uri: 'https://tool.example/b' })
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('of concurrent exchanges and refreshes exactly one succeeds [O3, O15]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const code = await testCode(account, client)
  const exchanges = await Promise.all(Array.from({ length: 6 }, () => exchange(client, code)))
  expect(exchanges.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
  const { refresh_token } = await testTokens(account, client)
  const refreshes = await Promise.all(Array.from({ length: 6 }, () => refresh(client, refresh_token)))
  expect(refreshes.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
  const winner = refreshes.find(({ status }) => status === 200)
  expect((await accountWith(winner?.body.access_token)).status).toBe(200)
})

test('a token in the query is ignored [O10]', async () => {
  const { token } = await testAccount()
  const { status, body, headers } = await api(`GET /v4/account?access_token=${token}`, null)
  expect([status, body.errors]).toEqual([401, ['Authentication Failed']])
  expect(headers.get('www-authenticate')).toContain('resource_metadata=')
})

test('the verifier must be present, well formed and correct, and is refused without a challenge [O11, O13]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const code = await testCode(account, client)
  for (const code_verifier of [
    undefined,
    '',
    'short',
    VERIFIER.slice(0, 42),
    `${VERIFIER} `,
    'x'.repeat(129),
    challengeOf(VERIFIER),
  ])
    expect(await exchange(client, code, { code_verifier }), String(code_verifier)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
  expect((await exchange(client, code)).status).toBe(200)
  const bare = await testCode(account, client, { code_challenge: undefined, code_challenge_method: undefined })
  expect((await exchange(client, bare)).body.error).toBe('invalid_grant')
  expect((await exchange(client, bare, { code_verifier: undefined })).status).toBe(200)
  // The pair of RFC 7636, appendix B.
  const [verifier, challenge] = [
    'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  ]
  const appendix = await testCode(account, client, { code_challenge: challenge })
  expect((await exchange(client, appendix, { code_verifier: verifier })).status).toBe(200)
})

const REFUSALS: [string, (client: TestClient) => Record<string, unknown> | string, number, string][] = [
  ['no grant_type', () => ({}), 400, 'invalid_request'],
  ['an empty grant_type', () => ({ grant_type: '' }), 400, 'invalid_request'],
  ['password [O14]', () => ({ grant_type: 'password' }), 400, 'unsupported_grant_type'],
  ['client_credentials [O14]', () => ({ grant_type: 'client_credentials' }), 400, 'unsupported_grant_type'],
  ['implicit [O14]', () => ({ grant_type: 'implicit' }), 400, 'unsupported_grant_type'],
  ['no client', () => ({ grant_type: 'refresh_token' }), 400, 'invalid_request'],
  ['an unknown client', () => ({ grant_type: 'refresh_token', client_id: 'unknown' }), 401, 'invalid_client'],
  ['a client of odd characters', () => ({ grant_type: 'refresh_token', client_id: 'é' }), 401, 'invalid_client'],
  ['no secret', ({ client_id }) => ({ grant_type: 'refresh_token', client_id }), 401, 'invalid_client'],
  [
    'a wrong secret',
    ({ client_id }) => ({ grant_type: 'refresh_token', client_id, client_secret: 'x' }),
    401,
    'invalid_client',
  ],
  ['no code', (client) => ({ ...client, grant_type: 'authorization_code' }), 400, 'invalid_request'],
  [
    'no redirect_uri',
    (client) => ({ ...client, grant_type: 'authorization_code', code: 'x', redirect_uri: '' }),
    400,
    'invalid_request',
  ],
  [
    'an unknown code',
    (client) => ({ ...client, grant_type: 'authorization_code', code: 'x', redirect_uri: 'x' }),
    400,
    'invalid_grant',
  ],
  ['no refresh token', (client) => ({ ...client, grant_type: 'refresh_token' }), 400, 'invalid_request'],
  [
    'an unknown refresh token',
    (client) => ({ ...client, grant_type: 'refresh_token', refresh_token: 'x' }),
    400,
    'invalid_grant',
  ],
  ['a repeated parameter [O1]', () => 'grant_type=refresh_token&grant_type=refresh_token', 400, 'invalid_request'],
  ['an object', () => ({ grant_type: { $ne: '' } }), 400, 'invalid_request'],
  ['NUL', () => ({ grant_type: 'refresh_token', client_id: 'a\0b' }), 400, 'invalid_request'],
  ['broken JSON', () => '{"grant_type":', 400, 'invalid_request'],
  ['nothing', () => '', 400, 'invalid_request'],
  ['too much', () => `grant_type=${'x'.repeat(70_000)}`, 400, 'invalid_request'],
]

test.each(REFUSALS)('a request is refused: %s [O7]', async (_, body, status, error) => {
  const answer = await post('/v4/oauth/token', body(await testClient()))
  expect(answer).toMatchObject({ status, body: { error } })
  expect(answer.body.errors).toEqual([answer.body.error_description])
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('a public client has no secret, and tokens work only for their own client [O7]', async () => {
  const [account, client, other] = [await testAccount(), await testClient({ confidential: false }), await testClient()]
  const { refresh_token } = await testTokens(account, client)
  expect((await refresh(client, refresh_token, { client_secret: 'x' })).body.error).toBe('invalid_client')
  expect((await refresh(other, refresh_token)).body.error).toBe('invalid_grant')
  expect((await refresh(client, refresh_token)).status).toBe(200)
})

test('Basic authentication is refused with an explanation [O7]', async () => {
  const { client_id, client_secret } = await testClient()
  const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
  const { status, headers, body } = await post(
    '/v4/oauth/token',
    { grant_type: 'refresh_token', refresh_token: 'x' },
    { authorization },
  )
  expect([status, body.error, headers.get('www-authenticate')]).toEqual([401, 'invalid_client', 'Basic realm="oauth"'])
})

test('the token endpoint accepts only POST and no multipart body [O1]', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const answer = await send('/v4/oauth/token', { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  }
  const multipart = await post('/v4/oauth/token', 'x', { 'Content-Type': 'multipart/form-data; boundary=x' })
  expect(multipart).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
})

test('the database stores only hashes of secrets [O9, S6]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const code = await testCode(account, client)
  const { body } = await exchange(client, code)
  const { account_id } = account
  const stored_text = JSON.stringify([
    await unscoped().oauthGrant.findMany({ where: { account_id } }),
    await unscoped().oauthToken.findMany({ where: { account_id } }),
    await unscoped().app.findMany({ where: { id: client.id } }),
    await unscoped()
      .outbox.findMany({ where: { account_id } })
      .then((rows) => rows.map(({ data }) => data)),
  ])
  for (const secret of [code, body.access_token, body.refresh_token, client.client_secret])
    expect(stored_text).not.toContain(secret)
})

test('tokens of a deleted app and of an account without API access are refused', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const { access_token, refresh_token } = await testTokens(account, client)
  await unscoped().app.update({ where: { id: client.id }, data: { deleted_at: new Date() } })
  expect((await accountWith(access_token)).body.errors).toEqual(['The access token is invalid'])
  expect((await refresh(client, refresh_token)).body.error).toBe('invalid_client')
})
