import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { api } from '../../testing/api.ts'
import { later, stopClock } from '../../testing/clock.ts'
import { post, refresh, testClient, testTokens } from '../../testing/modules/oauth.ts'

const repeat = async <T>(times: number, call: () => Promise<T>): Promise<T[]> => {
  const answers: T[] = []
  while (answers.length < times)
    answers.push(...(await Promise.all(Array.from({ length: Math.min(20, times - answers.length) }, call))))
  return answers
}
const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))]

test('refreshing a token does not give an app a new rate limit', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const first = await testTokens(account, client)
  const remainingOf = async (token: string) =>
    Number((await api('GET /v4/account', { token })).headers.get('RateLimit-Remaining'))
  const remaining_before = await remainingOf(first.access_token)
  const second = (await refresh(client, first.refresh_token)).body
  expect(await remainingOf(second.access_token)).toBe(remaining_before - 1)
  const third = (await refresh(client, second.refresh_token)).body
  expect(await remainingOf(third.access_token)).toBe(remaining_before - 2)
  expect(await remainingOf(first.access_token)).toBe(remaining_before - 3)
  const elsewhere = await testTokens(await testAccount(), client)
  expect(await remainingOf(elsewhere.access_token)).toBe(remaining_before)
})

test('installations of one app in one account share a rate limit', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const left = async ({ access_token }: { access_token: string }) =>
    Number((await api('GET /v4/account', { token: access_token })).headers.get('RateLimit-Remaining'))
  const first = await left(await testTokens(account, client, { tenant_name: 'North' }))
  expect(await left(await testTokens(account, client, { tenant_name: 'South' }))).toBe(first - 1)
  expect(await left(await testTokens(await testAccount(), client, { tenant_name: 'North' }))).toBe(first)
  expect(await left(await testTokens(account, await testClient()))).toBe(first)
})

test('the token endpoint is limited per source, with an OAuth error and Retry-After', async () => {
  stopClock()
  const [source, other_source] = ['203.0.113.71', '203.0.113.72']
  const call = (from: string) => post('/v4/oauth/token', { grant_type: 'password' }, {}, from)
  expect(statuses(await repeat(600, () => call(source)))).toEqual([400])
  const refusal = await call(source)
  expect(refusal.status).toBe(429)
  expect(refusal.body).toEqual({
    error: 'temporarily_unavailable',
    error_description: expect.stringMatching(/^Too many calls from this address\. Retry after \d+ seconds$/),
    errors: [refusal.body.error_description],
  })
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refusal.headers.get('cache-control')).toBe('no-store')
  expect((await post('/v4/oauth/revoke', { token: 'x' }, {}, source)).status).toBe(429)
  expect((await post('/oauth/token', { grant_type: 'password' }, {}, source)).status).toBe(429)
  expect((await call(other_source)).status).toBe(400)
  later(60_000)
  expect((await call(source)).status).toBe(400)
})

test('the token endpoint is limited per client across its sources, and others cannot use up that limit', async () => {
  stopClock()
  const client = await testClient()
  const { client_id, client_secret } = client
  const body = { grant_type: 'refresh_token', client_id, refresh_token: 'rt_unknown' }
  let line = 0
  const own = () => post('/v4/oauth/token', { ...body, client_secret }, {}, `198.51.100.${++line % 250}`)
  const stranger = () => post('/v4/oauth/token', { ...body, client_secret: 'guess' }, {}, `192.0.2.${++line % 250}`)
  expect(statuses(await repeat(300, stranger))).toEqual([401])
  expect(statuses(await repeat(600, own))).toEqual([400])
  expect((await own()).status).toBe(429)
  expect((await refresh(await testClient(), 'rt_unknown')).status).toBe(400)
})

test('calls in the name of a public client do not block its other users', async () => {
  stopClock()
  const account = await testAccount()
  const client = await testClient({ confidential: false, redirect_uris: ['http://127.0.0.1/cb'] })
  const tokens = await testTokens(account, client)
  const body = { grant_type: 'refresh_token', client_id: client.client_id, refresh_token: 'rt_unknown' }
  const stranger = () => post('/v4/oauth/token', body, {}, '203.0.113.73')
  expect(statuses(await repeat(120, stranger))).toEqual([400])
  expect((await stranger()).status).toBe(429)
  expect((await refresh(client, tokens.refresh_token)).status).toBe(200)
})

test('client registration is limited per source, with an OAuth error and Retry-After', async () => {
  stopClock()
  const input = { client_name: 'Tool', redirect_uris: ['https://tool.example/cb'] }
  const call = (from: string) => post('/oauth/register', input, {}, from)
  expect(statuses(await repeat(30, () => call('203.0.113.74')))).toEqual([201])
  const refused = await call('203.0.113.74')
  expect([refused.status, refused.body.error]).toEqual([429, 'temporarily_unavailable'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await call('203.0.113.75')).status).toBe(201)
  expect(await unscoped().app.count({ where: { name: 'Tool' } })).toBeGreaterThanOrEqual(31)
})
