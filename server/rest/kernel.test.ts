import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { unscoped } from '../db/client.ts'
import { purgeExpired } from '../db/purge.ts'
import { testAccount, testApiKey, testToken } from '../testing/account.ts'
import { api, bearer, key } from '../testing/api.ts'
import { restApp } from './app.ts'
import type { BulkRoute } from './bulk/declaration.ts'
import { GUIDES } from './docs/reference.ts'
import { routes } from './registry.ts'
import { EXPIRED_IDEMPOTENCY_KEYS } from './request/idempotency.ts'

test('the three 401 texts: none, unknown, expired, each also in WWW-Authenticate', async () => {
  const account = await testAccount()
  const text = async (credential: Parameters<typeof api>[1], headers = {}) => {
    const answer = await api('GET /v4/tags', credential, undefined, headers)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer realm="api", error="invalid_token", error_description="${answer.body.errors[0]}", ` +
        'resource_metadata="http://envoi.test/.well-known/oauth-protected-resource"',
    )
    return answer.body.errors
  }
  expect(await text(null)).toEqual(['Authentication Failed'])
  expect(await text(null, { Authorization: 'Bearer ' })).toEqual(['Authentication Failed'])
  expect(await text({ api_key: 'wrong' })).toEqual(['The access token is invalid'])
  expect(await text({ token: 'wrong' })).toEqual(['The access token is invalid'])
  const { account_id, user_id } = account
  const expired = await testToken(account_id, user_id, { expires_at: new Date(Date.now() - 1) })
  expect(await text({ token: expired })).toEqual(['The access token expired'])
  const revoked = await testToken(account_id, user_id, { revoked_at: new Date() })
  expect(await text({ token: revoked })).toEqual(['The access token is invalid'])
})

test('a bearer token wins over a key, and its failure does not fall back', async () => {
  const account = await testAccount()
  const headers = { Authorization: 'Bearer wrong', 'X-Service-Api-Key': account.api_key }
  expect((await api('GET /v4/tags', null, undefined, headers)).status).toBe(401)
  expect((await api('GET /v4/tags', bearer(account))).status).toBe(200)
})

test('the last use of a key is noted, and a revoked key is refused', async () => {
  const account = await testAccount()
  expect((await api('GET /v4/tags', key(account))).status).toBe(200)
  const where = { account_id: account.account_id }
  await expect.poll(async () => (await unscoped().apiKey.findFirstOrThrow({ where })).last_used_at).not.toBeNull()
  await unscoped().apiKey.updateMany({ where, data: { revoked_at: new Date() } })
  await expect.poll(async () => (await api('GET /v4/tags', key(account))).status, { interval: 100 }).toBe(401)
})

test('a key limited to read may not write', async () => {
  const account = await testAccount()
  const api_key = await testApiKey(account.account_id, ['read'])
  expect((await api('GET /v4/tags', { api_key })).status).toBe(200)
  const refused = await api('POST /v4/tags', { api_key }, { name: 'x' })
  expect(refused.status).toBe(403)
  expect(refused.body.errors[0]).toContain('sufficient permissions')
})

test('a key has 120 requests in a rolling minute, a token 600, and the headers say so', async () => {
  const account = await testAccount()
  const first = await api('GET /v4/tags', key(account))
  expect(first.headers.get('ratelimit-limit')).toBe('120')
  expect(first.headers.get('ratelimit-remaining')).toBe('119')
  await Promise.all(Array.from({ length: 119 }, () => api('GET /v4/tags', key(account))))
  const refused = await api('GET /v4/tags', key(account))
  expect(refused).toMatchObject({ status: 429, body: { errors: ['Retry later'] } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('ratelimit-remaining')).toBe('0')
  expect(refused.headers.get('ratelimit-reset')).toBe(refused.headers.get('retry-after'))
  expect((await api('GET /v4/tags', bearer(account))).headers.get('ratelimit-limit')).toBe('600')
})

test('an Idempotency-Key replays the first answer, refuses another body, and runs once under a race', async () => {
  const account = await testAccount()
  const headers = { 'Idempotency-Key': 'order-1' }
  const first = await api('POST /v4/tags', key(account), { name: 'Once' }, headers)
  const again = await api('POST /v4/tags', key(account), { name: 'Once' }, headers)
  expect(again.status).toBe(201)
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(await api('POST /v4/tags', key(account), { name: 'Other' }, headers)).toMatchObject({
    status: 422,
    body: { errors: ['Idempotency-Key was used with another request'] },
  })
  const race = await Promise.all(
    Array.from({ length: 8 }, () =>
      api('POST /v4/tags', key(account), { name: 'Race' }, { 'Idempotency-Key': 'race' }),
    ),
  )
  expect(race.every(({ status }) => status === 201 || status === 409)).toBe(true)
  expect(race.filter(({ status, headers }) => status === 201 && !headers.has('idempotency-replayed'))).toHaveLength(1)
})

test('answers under an Idempotency-Key are kept for a day and then removed', async () => {
  const account = await testAccount()
  const headers = { 'Idempotency-Key': 'purge-me' }
  await api('POST /v4/tags', key(account), { name: 'Kept' }, headers)
  const kept = () => unscoped().idempotencyKey.count({ where: { account_id: account.account_id } })
  // Only keys of this account become old, so keys of tests that run at the same time stay.
  const purgeAfter = async (hours: number) => {
    await account.ctx.sql.run(
      'update idempotency_key set expires_at = expires_at - make_interval(hours => $2) where account_id = $1',
      [hours],
    )
    await purgeExpired(EXPIRED_IDEMPOTENCY_KEYS, { now: new Date() })
  }
  await purgeAfter(23)
  expect(await kept()).toBe(1)
  await purgeAfter(2)
  expect(await kept()).toBe(0)
})

test('the same key of another account has no effect', async () => {
  const [one, two] = [await testAccount(), await testAccount()]
  const headers = { 'Idempotency-Key': 'same' }
  await api('POST /v4/tags', key(one), { name: 'One' }, headers)
  expect(await api('POST /v4/tags', key(two), { name: 'Two' }, headers)).toMatchObject({
    status: 201,
    body: { tag: { name: 'Two' } },
  })
})

test('bodies of official clients: [], null and nothing are empty; broken JSON is 400; text is no object', async () => {
  const account = await testAccount()
  for (const body of ['[]', 'null', '', '{}']) {
    expect(await api('POST /v4/tags', key(account), body)).toMatchObject({
      status: 422,
      body: { errors: ["Name can't be blank"] },
    })
  }
  for (const [text, where] of [
    ['{"name":', 'it ends too early'],
    ['{"name":"x",}', 'line 1 column 13'],
    ['{\n"name":"x" "b":1}', 'line 2 column 12'],
    ['{"name":}', 'near "{"name":}"'],
  ] as const) {
    expect(await api('POST /v4/tags', key(account), text)).toMatchObject({
      status: 400,
      body: { errors: [`Request body is not valid JSON: ${where}`] },
    })
  }
  expect(await api('POST /v4/tags', key(account), { name: 5 })).toMatchObject({
    status: 422,
    body: { errors: ['name must be a string'] },
  })
  expect((await api('POST /v4/tags', key(account), '"x"')).status).toBe(422)
  expect((await api('POST /v4/tags', key(account), { name: 'a\u0000b' })).status).toBe(422)
  expect((await api('POST /v4/tags', key(account), { name: 'x'.repeat(11_000_000) })).status).toBe(413)
})

test('unknown paths are 404, unknown methods of known paths 405', async () => {
  const account = await testAccount()
  const unknown = await api('GET /v4/nothing', key(account))
  expect([unknown.status, unknown.body.errors[0]]).toEqual([404, 'Not Found'])
  expect(await api('PATCH /v4/tags/1', key(account))).toMatchObject({
    status: 405,
    body: { errors: ['Method Not Allowed', 'This path takes GET, PUT, DELETE'] },
  })
  const allowed = async (operation: string) =>
    (await api(operation, key(account))).headers.get('Allow')?.split(', ').sort()
  expect(await allowed('PATCH /v4/tags/1')).toEqual(['DELETE', 'GET', 'OPTIONS', 'PUT'])
  expect(await allowed('DELETE /v4/tags')).toEqual(['GET', 'OPTIONS', 'POST'])
  expect(await allowed('POST /v4/nothing')).toBeUndefined()
  expect((await api('PUT /v4/tags/abc', key(account), { name: 'x' })).status).toBe(404)
  expect((await api('GET /v4/subscribers/', key(account))).status).toBe(404)
})

test('preflights are answered, and only bearer callers are readable across origins', async () => {
  const account = await testAccount()
  const preflight = await api('OPTIONS /v4/tags', null)
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect((await api('GET /v4/tags', key(account))).headers.has('access-control-allow-origin')).toBe(false)
  const { headers } = await api('GET /v4/tags', bearer(account))
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-expose-headers')?.split(', ')).toEqual(
    expect.arrayContaining(['X-Request-Id', 'Retry-After', 'ETag']),
  )
})

test('every answer has a request id, the caller’s own if it is well formed', async () => {
  const account = await testAccount()
  expect((await api('GET /v4/tags', key(account))).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  const own = await api('GET /v4/tags', key(account), undefined, { 'X-Request-Id': 'req-12345678' })
  expect(own.headers.get('x-request-id')).toBe('req-12345678')
  expect((await api('GET /v4/nothing', null)).headers.get('x-request-id')).toBeTruthy()
})

test('health is public, metrics need their token unless they are made public', async () => {
  expect(await api('GET /healthz', null)).toMatchObject({ status: 200, body: { status: 'ok' } })
  // A slow database is not ready yet.
  await expect.poll(() => api('GET /readyz', null)).toMatchObject({ status: 200, body: { status: 'ready' } })
  for (const credential of [null, { token: 'wrong' }, { token: '' }]) {
    const refused = await api('GET /metrics', credential)
    expect(refused).toMatchObject({ status: 401, body: { errors: ['Send METRICS_TOKEN as a bearer token.'] } })
  }
  const open = restApp({ base_url: 'http://envoi.test', metrics_token: undefined, metrics_public: true })
  expect((await open.request('/metrics')).status).toBe(200)
  const metrics = await api('GET /metrics', { token: 'metrics-secret' })
  expect(metrics.status).toBe(200)
  expect(metrics.body).toContain('envoi_http_request_seconds')
})

test('the reference page loads nothing from other sites [L7]', async () => {
  const page = await api('GET /docs', null)
  expect(page.status).toBe(200)
  const sources = [...String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source as string)
  expect(sources).toEqual(['/icon.svg', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js'])
  for (const source of sources.slice(1)) expect((await api(`GET ${source}`, null)).status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test.each(GUIDES)('the guide to %s is a page that the reference links to', async (name) => {
  const page = await api(`GET /docs/${name}`, null)
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([200, expect.stringContaining("'none'")])
  const { body: guide } = await api(`GET /docs/${name}/openapi.json`, null)
  expect(page.body).toContain(`<title>${guide.info.title} · Envoi API v4</title>`)
  const text = readFileSync(path.resolve(import.meta.dirname, '../../docs', `${name}.md`), 'utf8')
  expect(text).toContain(guide.info.description.slice(200))
  expect((await api('GET /v4/openapi.json', null)).body.info.description).toContain(`(/docs/${name})`)
})

test('the guide to bulk requests names every route that takes a list, and its list', () => {
  const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/bulk.md'), 'utf8').split('\n')
  const listed = routes.filter((route): route is BulkRoute => route.kind === 'bulk')
  expect(listed).toHaveLength(8)
  for (const { takes, method, path: address } of listed) {
    const row = guide.find((line) => line.startsWith('|') && line.includes(`\`${method.toUpperCase()} ${address}\``))
    expect(row, address).toContain(`| \`${takes}\` |`)
  }
})

test('an internal error outside /v4 shows a general text and a request id', async () => {
  const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
  app.get('/broken', () => {
    throw new Error('the secret is out')
  })
  const answer = await app.request('/broken')
  expect(answer.status).toBe(500)
  expect(await answer.text()).toBe('{"errors":["Internal Server Error"]}')
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})
