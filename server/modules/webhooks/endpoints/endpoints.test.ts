import type { LookupAddress } from 'node:dns'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { clock } from '../../../core/clock.ts'
import { configureOutbound } from '../../../core/outbound.ts'
import { unscoped } from '../../../db/client.ts'
import { routes } from '../../../rest/registry.ts'
import type { Route } from '../../../rest/route.ts'
import { testAccount, testToken } from '../../../testing/account.ts'
import { api, bearer, key } from '../../../testing/api.ts'

const { now } = clock
const PUBLIC: LookupAddress[] = [{ address: '93.184.216.34', family: 4 }]

beforeAll(() => configureOutbound({ resolve: async () => PUBLIC }))
afterEach(() => {
  clock.now = now
})
afterAll(() => configureOutbound())

const INPUT = { url: 'https://hooks.example.com/in', events: ['tag.created', 'subscriber.created'] }
const make = async (credential: object, input: object = INPUT) =>
  (await api('POST /v4/webhook_endpoints', credential, input)).body.webhook_endpoint

test('a stored answer of an Idempotency-Key contains no plain secret and is replayed complete [W9]', async () => {
  const account = await testAccount()
  const ask = async (operation: string, name: string) => {
    const headers = { 'Idempotency-Key': name }
    const [first, again] = [
      await api(operation, key(account), INPUT, headers),
      await api(operation, key(account), INPUT, headers),
    ]
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect([again.status, again.body]).toEqual([first.status, first.body])
    const { secret, id } = first.body.webhook_endpoint
    expect(secret).toMatch(/^whsec_/)
    const [kept] = await unscoped().idempotencyKey.findMany({ where: { account_id: account.account_id, key: name } })
    expect(kept?.body).toEqual(expect.not.stringContaining(secret))
    return id
  }
  const id = await ask('POST /v4/webhook_endpoints', 'made')
  await ask(`POST /v4/webhook_endpoints/${id}/rotate_secret`, 'rotated')
  const answers_secret = ({ options: { of } }: Route) => of instanceof z.ZodObject && 'secret' in of.shape
  expect(routes.filter(answers_secret).map(({ options }) => options.has_secret)).toEqual([true, true])
})

test('an endpoint is created with its secret, read without it, changed, listed and deleted [contract 8.17]', async () => {
  const account = await testAccount()
  const { status, body } = await api('POST /v4/webhook_endpoints', key(account), { ...INPUT, description: 'sync' })
  expect(status).toBe(201)
  const { secret, ...endpoint } = body.webhook_endpoint
  expect(secret).toMatch(/^whsec_[\w-]{43}$/)
  expect(endpoint).toEqual({
    id: expect.any(Number),
    name: 'hooks.example.com',
    url: INPUT.url,
    description: 'sync',
    events: ['subscriber.created', 'tag.created'],
    status: 'active',
    source: 'creator',
    created_by_app: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    previous_secret_expires_at: null,
  })
  const path = `/v4/webhook_endpoints/${endpoint.id}`
  expect((await api(`GET ${path}`, key(account))).body).toEqual({ webhook_endpoint: endpoint })
  const changed = await api(`PATCH ${path}`, key(account), { events: ['tag.deleted'], name: 'CRM', status: 'disabled' })
  expect(changed).toMatchObject({ status: 200, body: { webhook_endpoint: { events: ['tag.deleted'], name: 'CRM' } } })
  const list = async (query: string) =>
    (await api(`GET /v4/webhook_endpoints${query}`, key(account))).body.webhook_endpoints.length
  expect([await list(''), await list('?status=disabled'), await list('?status=active')]).toEqual([1, 1, 0])
  expect((await api(`DELETE ${path}`, key(account))).status).toBe(204)
  expect((await api(`GET ${path}`, key(account))).status).toBe(404)
})

test('the secret is encrypted in the row and only in the answers of creation and rotation [W9, S6]', async () => {
  const account = await testAccount()
  const { id, secret } = await make(key(account))
  const row = await unscoped().webhookEndpoint.findFirstOrThrow({ where: { account_id: account.account_id, id } })
  expect(JSON.stringify(row)).not.toContain(secret.slice(6))
  for (const path of [`/v4/webhook_endpoints/${id}`, '/v4/webhook_endpoints']) {
    expect(JSON.stringify((await api(`GET ${path}`, key(account))).body)).not.toContain('secret"')
  }
})

test('a rotation within 24 hours of another is refused unless forced or the previous secret is revoked [W9]', async () => {
  const account = await testAccount()
  const { id, secret } = await make(key(account))
  const path = `/v4/webhook_endpoints/${id}`
  const rotate = (body = {}) => api(`POST ${path}/rotate_secret`, key(account), body)
  const before = Date.now()
  const first = await rotate()
  expect(first.status).toBe(200)
  expect(first.body.webhook_endpoint.secret).not.toBe(secret)
  const end = Date.parse(first.body.webhook_endpoint.previous_secret_expires_at)
  expect(end - 86_400_000).toBeGreaterThan(before - 60_000)
  expect(end - 86_400_000).toBeLessThan(Date.now() + 60_000)
  expect(await rotate()).toMatchObject({
    status: 409,
    body: { errors: ['The previous signing secret is still within its rotation window.'] },
  })
  expect((await rotate({ force: true })).status).toBe(200)
  const revoked = await api(`POST ${path}/revoke_previous_secret`, key(account), [])
  expect(revoked).toMatchObject({ status: 200, body: { webhook_endpoint: { previous_secret_expires_at: null } } })
  expect((await api(`POST ${path}/revoke_previous_secret`, key(account), [])).status).toBe(200)
  expect((await rotate()).status).toBe(200)
  const later = Date.now() + 86_400_000 + 60_000
  clock.now = () => new Date(later)
  expect((await api(`GET ${path}`, key(account))).body.webhook_endpoint.previous_secret_expires_at).toBeNull()
  expect((await rotate()).status).toBe(200)
})

test('only the app that created an endpoint changes it; the account reads it, and another app does not find it', async () => {
  const account = await testAccount()
  const other = { token: await testToken(account.account_id, account.user_id) }
  const made = await make(bearer(account))
  expect(made).toMatchObject({ source: 'app', created_by_app: { name: 'Test app' } })
  const path = `/v4/webhook_endpoints/${made.id}`
  const statuses = async (credential: object) =>
    Promise.all(
      [
        [`GET ${path}`],
        [`PATCH ${path}`, { name: 'x' }],
        [`POST ${path}/rotate_secret`, {}],
        [`POST ${path}/revoke_previous_secret`, {}],
        [`GET ${path}/deliveries`],
        [`DELETE ${path}`],
      ].map(async ([operation, body]) => (await api(operation as string, credential, body)).status),
    )
  expect(await statuses(key(account))).toEqual([200, 403, 403, 403, 200, 403])
  expect(await statuses(other)).toEqual([404, 404, 404, 404, 404, 404])
  const own = await make(key(account))
  const ids = async (credential: object) =>
    (await api('GET /v4/webhook_endpoints', credential)).body.webhook_endpoints.map(({ id }: { id: number }) => id)
  expect(await ids(key(account))).toEqual([own.id, made.id])
  expect(await ids(bearer(account))).toEqual([made.id])
  expect(await ids(other)).toEqual([])
  expect((await api(`DELETE ${path}`, bearer(account))).status).toBe(204)
})

test('missing and unknown event types are refused, and an account has at most 50 endpoints', async () => {
  const account = await testAccount()
  const refusal = async (input: object) => {
    const { status, body } = await api('POST /v4/webhook_endpoints', key(account), input)
    return [status, ...body.errors]
  }
  expect(await refusal({})).toEqual([422, "url can't be blank", "events can't be blank"])
  expect(await refusal({ ...INPUT, events: [] })).toEqual([422, "events can't be blank"])
  expect(await refusal({ ...INPUT, events: ['tag.eaten'] })).toEqual([
    422,
    'events contains an unknown event type: tag.eaten',
  ])
  const { id } = await make(key(account))
  expect((await api(`PATCH /v4/webhook_endpoints/${id}`, key(account), { events: [] })).status).toBe(422)
  expect((await api('GET /v4/webhook_endpoints?status=gone', key(account))).body.errors[0]).toContain('gone')
  await unscoped().webhookEndpoint.createMany({
    data: Array.from({ length: 49 }, () => ({
      account_id: account.account_id,
      name: 'n',
      url: INPUT.url,
      secret: 's',
      events: [],
    })),
  })
  expect(await refusal(INPUT)).toEqual([422, 'You have reached the maximum number of webhook endpoints'])
})

test('/v4 accepts what subscribers do', async () => {
  const account = await testAccount()
  const events = ['subscriber.email_opened', 'subscriber.link_clicked', 'subscriber.product_purchased']
  const { body } = await api('POST /v4/webhook_endpoints', key(account), { ...INPUT, events })
  expect(body.webhook_endpoint.events).toEqual(events)
})

const NOT_PUBLIC = 'url is not a publicly reachable http(s) address'

test.each([
  ['loopback', 'http://127.0.0.1/'],
  ['another loopback', 'http://127.9.9.9/'],
  ['localhost', 'http://localhost/'],
  ['RFC 1918, 10/8', 'http://10.0.0.1/'],
  ['RFC 1918, 172.16/12', 'http://172.16.5.4/'],
  ['RFC 1918, 192.168/16', 'http://192.168.1.1/'],
  ['link-local metadata', 'http://169.254.169.254/latest/meta-data/'],
  ['CGNAT', 'http://100.64.0.1/'],
  ['this network', 'http://0.0.0.0/'],
  ['multicast', 'http://224.0.0.1/'],
  ['IPv6 loopback', 'http://[::1]/'],
  ['ULA', 'http://[fd00::1]/'],
  ['IPv6 link-local', 'http://[fe80::1]/'],
  ['IPv4-mapped', 'http://[::ffff:127.0.0.1]/'],
  ['IPv4-compatible', 'http://[::127.0.0.1]/'],
  ['6to4', 'http://[2002:7f00:1::]/'],
  ['NAT64', 'http://[64:ff9b::7f00:1]/'],
  ['a decimal host', 'http://2130706433/'],
  ['an octal host', 'http://0177.0.0.1/'],
  ['a hexadecimal host', 'http://0x7f.0.0.1/'],
  ['a short host', 'http://127.1/'],
  ['a port that is none of the web’s', 'https://hooks.example.com:6379/', 'url must use port 80, 443, 8080 or 8443'],
  ['credentials', 'https://user:secret@hooks.example.com/', 'url must not contain a user name or password'],
  ['another scheme', 'ftp://hooks.example.com/', 'url must begin with http:// or https://'],
  ['a file', 'file:///etc/passwd', 'url must begin with http:// or https://'],
  ['no address', 'hooks', 'url is not a web address'],
  ['one private address among public ones', 'https://mixed.example.com/'],
  ['no such name', 'https://nowhere.example.com/', 'url has a host name that cannot be found'],
])('%s is refused as a URL on creation and on change, with the reason [W6]', async (_, url, text = NOT_PUBLIC) => {
  const resolve = async (host: string) => {
    if (host === 'nowhere.example.com') throw new Error('ENOTFOUND')
    if (host === 'localhost') return [{ address: '127.0.0.1', family: 4 }]
    return host === 'mixed.example.com' ? [...PUBLIC, { address: '10.0.0.7', family: 4 }] : PUBLIC
  }
  await configureOutbound({ resolve })
  const { id } = await make(key(await once()))
  for (const [operation, input] of [
    ['POST /v4/webhook_endpoints', { ...INPUT, url }],
    [`PATCH /v4/webhook_endpoints/${id}`, { url }],
  ] as const) {
    expect(await api(operation, key(await once()), input)).toMatchObject({ status: 422, body: { errors: [text] } })
  }
  expect((await api(`DELETE /v4/webhook_endpoints/${id}`, key(await once()))).status).toBe(204)
})

let shared: ReturnType<typeof testAccount> | undefined
const once = () => {
  shared ??= testAccount()
  return shared
}
