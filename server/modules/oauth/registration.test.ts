import { expect, test } from 'vitest'
import { serviceCtx } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { authorizeQuery, post, send, type TestClient, testClient, testTokens } from '../../testing/oauth.ts'
import { sweepUnusedClients } from './client-use.ts'

/** An address of its own, since they are counted by it. */
const anAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`

const register = (metadata: Record<string, unknown>, address = anAddress()) =>
  post('/oauth/register', metadata, {}, address)

const redirect_uris = ['https://tool.example/cb']

test('row 89, O22: a confidential client gets a secret that never expires, and uses it', async () => {
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
])('O22: %j makes a public client, without a word of secrets', async (metadata) => {
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
])('O23: redirect URIs that are %s', async (_, metadata) => {
  expect(await register(metadata)).toMatchObject({ status: 400, body: { error: 'invalid_redirect_uri' } })
})

test.each([
  ['an unsupported method', { token_endpoint_auth_method: 'client_secret_basic' }],
  ['a confidential client without one', { confidential: true, token_endpoint_auth_method: 'none' }],
  ['only the implicit grant', { grant_types: ['implicit'] }],
  ['only tokens', { response_types: ['token'] }],
  ['an unknown scope', { scope: 'admin' }],
  ['a script as an address', { client_uri: 'javascript:alert(1)' }],
  ['a logo on no address', { logo_uri: 'logo.png' }],
  ['a name that is none', { client_name: {} }],
  ['O24: the name of this service', { client_name: 'ENVOI' }],
  ['O24: our support', { client_name: 'Envoi Support' }],
  ['O24: our name in other letters', { client_name: 'Εnνоі' }],
  ['O24: our name with digits', { client_name: 'Env0i team' }],
  ['O24: our name with something hidden in it', { client_name: 'En\u200bvoi' }],
  ['O24: text that runs the other way', { client_name: 'Tool \u202eiovnE' }],
  ['O24: markup', { client_name: '<b>Tool</b>' }],
  ['O24: a novel', { client_name: 'x'.repeat(81) }],
  ['O24: blanks', { client_name: '  ' }],
])('O23: %s', async (_, metadata) => {
  expect(await register({ redirect_uris, ...metadata })).toMatchObject({
    status: 400,
    body: { error: 'invalid_client_metadata' },
  })
})

test('O23: what is no JSON object', async () => {
  for (const body of ['', '[]', '7', '{"redirect_uris":'])
    expect((await send('/oauth/register', { method: 'POST', body }, anAddress())).status, body).toBe(400)
})

test('O24: nobody takes the name of an app in the store, nor one that looks like it', async () => {
  const name = `Moss Garden ${Date.now()}`
  await testClient({ name, data: { status: 'published' } })
  for (const client_name of [name, name.toUpperCase(), name.replace('o', 'о'), name.replaceAll(' ', '-')])
    expect((await register({ redirect_uris, client_name })).body.error, client_name).toBe('invalid_client_metadata')
})

test('O24: one address registers so many clients in an hour', async () => {
  const address = anAddress()
  for (let i = 0; i < 30; i++) expect((await register({}, address)).status).toBe(400)
  const refused = await register({ redirect_uris }, address)
  expect([refused.status, refused.body.errors.length]).toEqual([429, 1])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await register({ redirect_uris })).status).toBe(201)
})

test('O24: a client that registered itself and was never used goes after a week', async () => {
  const week_ago = { created_at: new Date(Date.now() - 8 * 86_400_000) }
  const [used, unused, young] = [
    await testClient({ data: { ...week_ago, account_id: null } }),
    await testClient({ data: { ...week_ago, account_id: null } }),
    await testClient({ data: { account_id: null } }),
  ]
  const account = await testAccount()
  await testTokens(account, used)
  const own = await testClient({ data: { ...week_ago, account_id: account.account_id } })
  await sweepUnusedClients(serviceCtx())
  const left = await unscoped().app.findMany({ where: { id: { in: [used.id, unused.id, young.id, own.id] } } })
  expect(left.map(({ id }) => id).sort()).toEqual([used.id, young.id, own.id].sort())
})
