import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { configureLog, rootLogger } from '../../core/log.ts'
import { testAccount } from '../../testing/account.ts'
import {
  askAuthorize,
  authorizeQuery,
  exchange,
  post,
  refresh,
  revoke,
  type TestClient,
  testClient,
  testCode,
  VERIFIER,
} from '../../testing/modules/oauth.ts'
import { runs } from '../../testing/runner/deep.ts'

let client: TestClient
beforeAll(async () => {
  // Only errors of published apps are redirected.
  const redirect_uris = ['https://tool.example/cb', 'http://127.0.0.1/cb', 'com.tool.app:/cb']
  client = await testClient({ redirect_uris, data: { status: 'published', published_at: new Date() } })
})

const ADDRESSES = [
  'https://tool.example/cb',
  'https://tool.example/cb?x=1',
  'https://tool.example.evil.example/cb',
  'https://tool.example@evil.example/cb',
  'https://tool.example\\@evil.example/cb',
  'https:tool.example/cb',
  '//evil.example/cb',
  'http://127.0.0.1:8080/cb',
  'http://127.0.0.1:8080@evil.example/cb',
  'http://127.1/cb',
  'com.tool.app:/cb',
  'javascript:alert(1)//https://tool.example/cb',
  'https://tool.example/cb#x',
  'https://tool.example/cb\r\nLocation: https://evil.example',
]
const LISTED = /^(https:\/\/tool\.example\/cb|http:\/\/127\.0\.0\.1(:\d+)?\/cb|com\.tool\.app:\/cb)(\?|$)/
const NAMES = [
  'client_id',
  'response_type',
  'redirect_uri',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
  'tenant_name',
  'code',
  'code_verifier',
  'refresh_token',
  'grant_type',
  'client_secret',
  'token',
  'x',
  '__proto__',
]

/** Valid values, values that are valid elsewhere, and arbitrary strings. */
const value = () =>
  fc.oneof(
    fc.constantFrom(
      ...ADDRESSES,
      'code',
      'S256',
      'public',
      'read write',
      'authorization_code',
      'refresh_token',
      VERIFIER,
    ),
    fc.constantFrom(
      '',
      ' ',
      '\0',
      '\ud800',
      '%00',
      '%zz',
      '{}',
      '[]',
      'null',
      '-1',
      "'",
      '"><script>',
      'x'.repeat(3_000),
    ),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
  )
const encode = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80')
const pairs = () => fc.array(fc.tuple(fc.constantFrom(...NAMES), value()), { maxLength: 6 })

test('no authorization request redirects to an unregistered address [O2, O18]', async () => {
  let led = 0
  const property = fc.asyncProperty(pairs(), fc.boolean(), fc.boolean(), async (extra, raw, replaces) => {
    const written = extra.map(([name, text]) => `${name}=${raw ? text.replace(/[#\ud800]/g, '') : encode(text)}`)
    const given = Object.fromEntries(replaces ? extra.map(([name]) => [name, undefined]) : [])
    const rest = authorizeQuery(client, { ...given, client_id: client.client_id })
    const answer = await askAuthorize([rest, ...written].join('&'))
    expect([302, 400]).toContain(answer.status)
    const location = answer.headers.get('location')
    expect(location === null).toBe(answer.status === 400)
    if (location === null || location.startsWith('http://localhost:3000/oauth/consent?')) return
    led++
    expect(location).toMatch(LISTED)
    expect(location).toMatch(/[?&]error=/)
  })
  await fc.assert(property, { numRuns: runs(400, 100), endOnFailure: true })
  expect(led).toBeGreaterThan(10)
})

test('no request body causes an error other than an OAuth error [O7]', async () => {
  const paths = ['/v4/oauth/token', '/v4/oauth/revoke', '/oauth/register'] as const
  const anyJson = fc.oneof(
    fc.dictionary(fc.constantFrom(...NAMES, 'redirect_uris', 'client_name'), fc.jsonValue()),
    pairs().map(Object.fromEntries),
  )
  const body = fc.oneof(
    anyJson.map((json) =>
      JSON.stringify({ client_id: client.client_id, client_secret: client.client_secret, ...json }),
    ),
    pairs().map((given) => given.map(([name, text]) => `${name}=${encode(text)}`).join('&')),
    value(),
  )
  const property = fc.asyncProperty(fc.constantFrom(...paths), body, async (path, text) => {
    const address = `10.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`
    const { status, body: answer } = await post(path, text, {}, address)
    if (status < 300) return
    expect([400, 401], JSON.stringify(answer)).toContain(status)
    expect(answer).toEqual({
      error: expect.any(String),
      error_description: expect.any(String),
      errors: [expect.any(String)],
    })
  })
  await fc.assert(property, { numRuns: runs(400, 100), endOnFailure: true })
})

test('no code, token, verifier or secret is logged [S6]', async () => {
  const lines: string[] = []
  configureLog('trace', { write: (line) => void lines.push(line) })
  const secrets: string[] = []
  try {
    const account = await testAccount()
    const code = await testCode(account, client)
    const { body } = await exchange(client, code)
    await exchange(client, code)
    const again = await exchange(client, await testCode(account, client))
    const renewed = await refresh(client, again.body.refresh_token)
    await refresh(client, again.body.refresh_token, { client_secret: 'a-wrong-secret' })
    await revoke(client, renewed.body.access_token)
    await refresh(client, renewed.body.refresh_token)
    for (const answer of [body, again.body, renewed.body]) secrets.push(answer.access_token, answer.refresh_token)
    secrets.push(code, VERIFIER, client.client_secret ?? '', 'a-wrong-secret')
    rootLogger().info('the log is on')
  } finally {
    configureLog('silent')
  }
  const log = lines.join('')
  expect(log).toContain('the log is on')
  for (const secret of secrets) expect(log).not.toContain(secret)
})
