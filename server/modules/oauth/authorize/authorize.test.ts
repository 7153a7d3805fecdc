import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { env } from '../../../env.ts'
import { testAccount } from '../../../testing/account.ts'
import { askAuthorize, authorizeQuery, consentTo, send, testClient } from '../../../testing/modules/oauth.ts'

const publishedClient = (options: { confidential?: boolean } = {}) =>
  testClient({ ...options, data: { status: 'published', published_at: new Date() } })
const locationOf = (answer: Response) => new URL(answer.headers.get('location') ?? '')

test('allowing access redirects with code, state and iss by 303 [O5, O17, O19, contract 19.86]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const location = await consentTo(account, authorizeQuery(client))
  expect(`${location.origin}${location.pathname}`).toBe('https://tool.example/cb')
  expect(Object.fromEntries(location.searchParams)).toEqual({
    from: 'envoi',
    code: expect.stringMatching(/^ac_[\w-]{43}$/),
    iss: env().BASE_URL,
    state: 'st-1',
  })
})

test('denying access redirects with access_denied [O5]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const { searchParams } = await consentTo(account, authorizeQuery(client), 'deny')
  expect(searchParams.get('error')).toBe('access_denied')
  expect(searchParams.get('state')).toBe('st-1')
  expect(searchParams.get('iss')).toBe(env().BASE_URL)
  expect(searchParams.has('code')).toBe(false)
})

test.each([
  'plain',
  'with space & ampersand=#?/%25',
  'eyJyZXR1cm5fdG8iOiJodHRwczovL3NpdGUuZXhhbXBsZS93cC1hZG1pbi8ifQ==',
  'åß🦉\u0000\r\nSet-Cookie: a=b',
  '\'"<script>',
])('the state %j is returned unchanged [O5]', async (state) => {
  const [account, client] = [await testAccount(), await testClient()]
  const location = await consentTo(account, authorizeQuery(client, { state }))
  expect(location.searchParams.get('state')).toBe(state)
})

test('a state that is not valid text is returned byte for byte [O5]', async () => {
  const client = await publishedClient()
  const answer = await askAuthorize(
    `${authorizeQuery(client, { state: undefined, response_type: 'token' })}&state=%FF%fe+%20x`,
  )
  expect(answer.headers.get('location')).toContain('&state=%FF%fe+%20x')
})

test.each([
  ['an unknown client [O2]', { client_id: 'unknown' }],
  ['no client [O2]', { client_id: undefined }],
  ['no redirect_uri [O2]', { redirect_uri: undefined }],
  ['another redirect_uri [O2]', { redirect_uri: 'https://evil.example/cb' }],
  ['a path below it [O12]', { redirect_uri: 'https://tool.example/cb/x?from=envoi' }],
  ['another query [O12]', { redirect_uri: 'https://tool.example/cb?from=envoi&x=1' }],
  ['a fragment [O12]', { redirect_uri: 'https://tool.example/cb?from=envoi#x' }],
  ['userinfo [O12]', { redirect_uri: 'https://tool.example@evil.example/cb?from=envoi' }],
])('%s gets an error page without a redirect', async (_, changes) => {
  const answer = await askAuthorize(authorizeQuery(await testClient(), changes))
  expect(answer.status).toBe(400)
  expect(answer.headers.get('location')).toBeNull()
  expect(answer.headers.get('content-type')).toContain('text/html')
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(await answer.text()).toContain('This app cannot be connected')
})

test('a duplicate client_id or redirect_uri gets an error page; a deleted app is unknown [O1, O2]', async () => {
  const client = await testClient()
  const query = authorizeQuery(client)
  for (const name of ['client_id', 'redirect_uri']) {
    const twice = new URLSearchParams(query).get(name) ?? ''
    expect((await askAuthorize(`${query}&${name}=${encodeURIComponent(twice)}`)).status).toBe(400)
  }
  expect((await askAuthorize(`${query}&state=${'x'.repeat(6_000)}`)).status).toBe(400)
  await unscoped().app.update({ where: { id: client.id }, data: { deleted_at: new Date() } })
  expect((await askAuthorize(query)).status).toBe(400)
})

test.each<[string, string, Record<string, string | undefined>, boolean?]>([
  ['no response_type [O7]', 'invalid_request', { response_type: undefined }],
  ['the implicit grant [O14]', 'unsupported_response_type', { response_type: 'token' }],
  ['an unknown scope [O7]', 'invalid_scope', { scope: 'read admin' }],
  ['a scope of blanks [O7]', 'invalid_scope', { scope: ' ' }],
  ['plain [O11]', 'invalid_request', { code_challenge_method: 'plain' }],
  ['a challenge without a method, which would be plain [O11]', 'invalid_request', { code_challenge_method: undefined }],
  ['an invalid challenge [O11]', 'invalid_request', { code_challenge: 'short' }],
  ['a method without a challenge [O13]', 'invalid_request', { code_challenge: undefined }],
  [
    'a public client without a challenge [O13]',
    'invalid_request',
    { code_challenge: undefined, code_challenge_method: undefined },
    false,
  ],
  ['a tenant with too long a name', 'invalid_request', { tenant_name: 'x'.repeat(256) }],
])('%s redirects with an error, state and iss', async (_, error, changes, confidential = true) => {
  const client = await publishedClient({ confidential })
  const answer = await askAuthorize(authorizeQuery(client, changes))
  expect(answer.status).toBe(302)
  const { origin, searchParams } = locationOf(answer)
  expect(origin).toBe('https://tool.example')
  expect(searchParams.get('error')).toBe(error)
  expect(searchParams.get('error_description')).toMatch(/^[\x20-\x7e]+$/)
  expect(searchParams.get('state')).toBe('st-1')
  expect(searchParams.get('iss')).toBe(env().BASE_URL)
})

test('duplicate parameters are rejected, and empty and unknown ones are ignored [O1]', async () => {
  const client = await publishedClient()
  const query = authorizeQuery(client)
  for (const pair of ['response_type=code', 'scope=read&scope=read', 'tenant_name=a&tenant_name=b'])
    expect(locationOf(await askAuthorize(`${query}&${pair}`)).searchParams.get('error'), pair).toBe('invalid_request')
  const states = locationOf(await askAuthorize(`${query}&state=st-2`))
  expect([states.searchParams.get('error'), states.searchParams.get('state')]).toEqual(['invalid_request', null])
  const fine = await askAuthorize(`${query}&scope=&tenant_name=&prompt=login&prompt=none&x`)
  expect(locationOf(fine).pathname).toBe('/oauth/consent')
})

test('a loopback redirect URI may use any port but must match otherwise [O12]', async () => {
  const client = await testClient({ confidential: false, redirect_uris: ['http://127.0.0.1:4100/cb'] })
  const ask = async (redirect_uri: string) => (await askAuthorize(authorizeQuery(client, { redirect_uri }))).status
  expect(await ask('http://127.0.0.1:51999/cb')).toBe(302)
  expect(await ask('http://127.0.0.1/cb')).toBe(302)
  expect(await ask('http://127.0.0.1:51999/other')).toBe(400)
  expect(await ask('http://localhost:4100/cb')).toBe(400)
  const account = await testAccount()
  const location = await consentTo(account, authorizeQuery(client, { redirect_uri: 'http://127.0.0.1:51999/cb' }))
  expect(location.host).toBe('127.0.0.1:51999')
})

test('the page is closed to other origins and sends no referrer [O16, O21]', async () => {
  const client = await testClient()
  const answer = await askAuthorize(authorizeQuery(client))
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  for (const path of ['/v4/oauth/authorize', '/oauth/authorize']) {
    const preflight = await send(path, { method: 'OPTIONS', headers: { Origin: 'https://evil.example' } })
    expect(preflight.status).toBe(405)
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  expect((await askAuthorize(authorizeQuery(client), '/oauth/authorize')).status).toBe(302)
})

test('an error for a self-registered client is not redirected without a click [O18]', async () => {
  const client = await testClient({ confidential: false, data: { account_id: null } })
  const query = authorizeQuery(client, { code_challenge: undefined, code_challenge_method: undefined, state: 'a&b"<' })
  const answer = await askAuthorize(query)
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  const page = await answer.text()
  expect(page).toContain('Go back to Inbox Tool')
  expect(page).toContain('at tool.example.')
  // The link is the error response of RFC 6749 4.1.2.1, so the client receives it as usual.
  const link = new URL(/<a href="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '')
  expect(`${link.origin}${link.pathname}`).toBe('https://tool.example/cb')
  expect(Object.fromEntries(link.searchParams)).toMatchObject({
    error: 'invalid_request',
    state: 'a&b"<',
    iss: env().BASE_URL,
  })
})

test.each(['unpublished', 'in_review'])('errors of an %s app are redirected only after a click', async (status) => {
  const answer = await askAuthorize(authorizeQuery(await testClient({ data: { status } }), { response_type: 'token' }))
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  expect(await answer.text()).toContain('error=unsupported_response_type')
})

test('errors of a published app are redirected', async () => {
  const answer = await askAuthorize(authorizeQuery(await publishedClient(), { response_type: 'token' }))
  expect(answer.status).toBe(302)
  expect(locationOf(answer).searchParams.get('error')).toBe('unsupported_response_type')
})
