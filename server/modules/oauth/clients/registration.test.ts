import { expect, test } from 'vitest'
import { serviceCtx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { purgeExpired } from '../../../db/purge.ts'
import { testAccount } from '../../../testing/account.ts'
import { authorizeQuery, post, send, type TestClient, testClient, testTokens } from '../../../testing/modules/oauth.ts'
import { UNUSED_CLIENTS } from '../../apps/installations/clients.ts'

/** Registrations are limited per address, so each test uses its own. */
const anAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`

const register = (metadata: Record<string, unknown>, address = anAddress()) =>
  post('/oauth/register', metadata, {}, address)

const redirect_uris = ['https://tool.example/cb']

test('a confidential client gets a secret that does not expire, and can use it [O22, contract 19.89]', async () => {
  const { status, headers, body } = await register({
    client_name: '  Inbox   Sorter ',
    redirect_uris,
    scope: 'read write',
    client_uri: 'https://tool.example',
    logo_uri: 'https://tool.example/logo.png',
    contacts: ['dev@tool.example'],
  })
  expect(status).toBe(201)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toEqual({
    client_id: expect.stringMatching(/^cl_[\w-]{22}$/),
    client_id_issued_at: expect.any(Number),
    client_secret: expect.stringMatching(/^cs_[\w-]{43}$/),
    client_secret_expires_at: 0,
    client_name: 'Inbox Sorter',
    redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_post',
    scope: 'read write',
    client_uri: 'https://tool.example',
    logo_uri: 'https://tool.example/logo.png',
  })
  const stored = await unscoped().app.findUniqueOrThrow({ where: { client_id: body.client_id } })
  expect(JSON.stringify(stored)).not.toContain(body.client_secret)
  const client: TestClient = { ...body, id: stored.id, redirect_uri: redirect_uris[0] }
  expect((await testTokens(await testAccount(), client, { scope: 'read write' })).scope).toBe('read write')
})

test.each([
  [{ confidential: false }],
  [{ token_endpoint_auth_method: 'none' }],
  [{ confidential: false, token_endpoint_auth_method: 'client_secret_post' }],
])('%j registers a public client without a secret [O22]', async (metadata) => {
  const { status, body } = await register({ redirect_uris, ...metadata })
  expect(status).toBe(201)
  expect(body.token_endpoint_auth_method).toBe('none')
  expect(body).not.toHaveProperty('client_secret')
  expect(body).not.toHaveProperty('client_secret_expires_at')
  expect(body).toMatchObject({ client_name: 'tool.example', scope: 'public' })
  const stored = await unscoped().app.findUniqueOrThrow({ where: { client_id: body.client_id } })
  const client: TestClient = { client_id: body.client_id, id: stored.id, redirect_uri: redirect_uris[0] ?? '' }
  const bare = { code_challenge: undefined, code_challenge_method: undefined }
  const answer = await send(`/v4/oauth/authorize?${authorizeQuery(client, bare)}`)
  expect(await answer.text()).toContain('error=invalid_request')
})

test.each([
  ['none', {}],
  ['an empty list', { redirect_uris: [] }],
  ['text', { redirect_uris: 'https://tool.example/cb' }],
  ['a number', { redirect_uris: [7] }],
  ['http', { redirect_uris: ['http://tool.example/cb'] }],
  ['a fragment', { redirect_uris: ['https://tool.example/cb#x'] }],
  ['a wildcard', { redirect_uris: ['https://*.tool.example/cb'] }],
  ['a script', { redirect_uris: ['javascript:alert(1)'] }],
  ['one good and one bad', { redirect_uris: [...redirect_uris, 'http://evil.example'] }],
])('redirect URIs are refused: %s [O23]', async (_, metadata) => {
  expect(await register(metadata)).toMatchObject({ status: 400, body: { error: 'invalid_redirect_uri' } })
})

test.each([
  ['an unsupported method', { token_endpoint_auth_method: 'client_secret_basic' }],
  ['a confidential client without one', { confidential: true, token_endpoint_auth_method: 'none' }],
  ['only the implicit grant', { grant_types: ['implicit'] }],
  ['only tokens', { response_types: ['token'] }],
  ['an unknown scope', { scope: 'admin' }],
  ['a script as an address', { client_uri: 'javascript:alert(1)' }],
  ['a logo without a web address', { logo_uri: 'logo.png' }],
  ['a name that is not text', { client_name: {} }],
  ['the name of this service [O24]', { client_name: 'ENVOI' }],
  ['our support [O24]', { client_name: 'Envoi Support' }],
  ['our name in other characters [O24]', { client_name: 'Εnνоі' }],
  ['our name with digits [O24]', { client_name: 'Env0i team' }],
  ['our name with something hidden in it [O24]', { client_name: 'En\u200bvoi' }],
  ['text that runs the other way [O24]', { client_name: 'Tool \u202eiovnE' }],
  ['markup [O24]', { client_name: '<b>Tool</b>' }],
  ['a long name [O24]', { client_name: 'x'.repeat(81) }],
  ['blanks [O24]', { client_name: '  ' }],
])('metadata is refused: %s [O23]', async (_, metadata) => {
  expect(await register({ redirect_uris, ...metadata })).toMatchObject({
    status: 400,
    body: { error: 'invalid_client_metadata' },
  })
})

test('a body that is not a JSON object is refused [O23]', async () => {
  for (const body of ['', '[]', '7', '{"redirect_uris":'])
    expect((await send('/oauth/register', { method: 'POST', body }, anAddress())).status, body).toBe(400)
})

test('a client cannot register the name of a published app or a confusable one [O24]', async () => {
  const name = `Moss Garden ${Date.now()}`
  await testClient({ name, data: { status: 'published' } })
  for (const client_name of [name, name.toUpperCase(), name.replace('o', 'о'), name.replaceAll(' ', '-')])
    expect((await register({ redirect_uris, client_name })).body.error, client_name).toBe('invalid_client_metadata')
})

test('registrations are limited per address and hour [O24]', async () => {
  const address = anAddress()
  for (let i = 0; i < 30; i++) expect((await register({}, address)).status).toBe(400)
  const refused = await register({ redirect_uris }, address)
  expect([refused.status, refused.body.errors.length]).toEqual([429, 1])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await register({ redirect_uris })).status).toBe(201)
})

test('a self-registered client that was never used is deleted after a week [O24]', async () => {
  const week_ago = { created_at: new Date(Date.now() - 8 * 86_400_000) }
  const [used_client, unused_client, young] = [
    await testClient({ data: { ...week_ago, account_id: null } }),
    await testClient({ data: { ...week_ago, account_id: null } }),
    await testClient({ data: { account_id: null } }),
  ]
  const account = await testAccount()
  await testTokens(account, used_client)
  const own = await testClient({ data: { ...week_ago, account_id: account.account_id } })
  await purgeExpired(UNUSED_CLIENTS, { now: serviceCtx().now() })
  const left = await unscoped().app.findMany({
    where: { id: { in: [used_client.id, unused_client.id, young.id, own.id] } },
  })
  expect(left.map(({ id }) => id).sort()).toEqual([used_client.id, young.id, own.id].sort())
})
