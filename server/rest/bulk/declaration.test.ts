import { expect, test } from 'vitest'
import { MAX_QUEUED_BYTES } from '../../core/bulk.ts'
import { requeueStalled } from '../../core/requeue.ts'
import { unscoped } from '../../db/client.ts'
import { purgeExpired } from '../../db/purge.ts'
import { EXPIRED_REQUESTS, STALLED_REQUESTS } from '../../modules/bulk-requests/maintenance.ts'
import { type TestAccount, testAccount, testToken } from '../../testing/account.ts'
import { api, bearer, key } from '../../testing/api.ts'
import { takeEvents } from '../../testing/events.ts'
import { bulkRequests, callbackReceiver, failRemaining, runBulkJobs } from '../../testing/modules/bulk.ts'
import { routes } from '../registry.ts'

const tags = (count: number, more: object[] = []) => ({
  tags: [...Array.from({ length: count }, (_, i) => ({ name: `Tag ${i}` })), ...more],
})
const send = (account: TestAccount, body: unknown, headers = {}) =>
  api('POST /v4/bulk/tags', bearer(account), body, headers)

const NOTHING: Record<string, string> = {
  subscribers: 'No subscribers included for processing',
  tags: 'No tags included for processing',
  taggings: 'No taggings included for processing',
  additions: 'No additions included for processing',
  custom_fields: 'No custom fields included for processing',
  custom_field_values: 'No custom field values included for processing',
}

test('an empty list answers 422 on every bulk route, in every form that PHP sends [contract 7, 20.15]', async () => {
  const account = await testAccount()
  const bulk_routes = routes.filter(({ kind }) => kind === 'bulk')
  expect(bulk_routes).toHaveLength(8)
  for (const { method, path, options } of bulk_routes) {
    const [name = ''] = Object.keys(options.body?.shape ?? {})
    const empty = [
      '',
      '[]',
      'null',
      '{}',
      ...[[], {}, null, 'x', [{}], [[]], [{}, []]].map((list) => ({ [name]: list })),
    ]
    for (const body of empty) {
      const answer = await api(`${method.toUpperCase()} ${path}`, bearer(account), body)
      expect(answer, `${path} ${JSON.stringify(body)}`).toMatchObject({
        status: 422,
        body: { errors: [NOTHING[name]] },
      })
    }
  }
  for (const body of ['{"tags":[{"name":"a"}', '{"tags":[{"name":"a"}}', '{"tags":[{"name":"a"},]}']) {
    expect(await send(account, body)).toMatchObject({
      status: 400,
      body: { errors: ['Request body is not valid JSON'] },
    })
  }
  expect(await bulkRequests(account.ctx)).toEqual([])
})

test('100 items are answered immediately; 101 answer 202 {} and one POST of the same shape [contract 7, 20.13]', async () => {
  const account = await testAccount()
  const { url, received } = await callbackReceiver()
  const short = await send(account, { ...tags(99, [{ name: ' ' }]), callback_url: url })
  expect(short.status).toBe(200)
  expect(short.body.tags).toHaveLength(99)
  expect(short.body.failures).toEqual([{ tag: { name: ' ', created_at: null }, errors: ["Name can't be blank"] }])

  const later = await send(
    account,
    { ...tags(100, [{ name: ' ' }]), callback_url: url },
    { 'X-Request-Id': 'bulk-12345' },
  )
  expect(later).toMatchObject({ status: 202, body: {} })
  expect(Object.keys(later.body)).toEqual([])
  expect(await takeEvents(account.account_id)).toEqual([
    { type: 'bulk.requested', data: { bulk_request_id: expect.any(Number), queue: expect.any(String) } },
  ])
  expect(received).toEqual([])
  await runBulkJobs(account)
  expect(received).toHaveLength(1)
  expect(received[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Service-Bulk/1.0',
    'x-service-request-id': 'bulk-12345',
  })
  const { body } = received[0] ?? {}
  expect(body.failures).toEqual(short.body.failures)
  expect(body.tags).toHaveLength(100)
  expect(body.tags).toEqual(expect.arrayContaining(short.body.tags))
  expect(await bulkRequests(account.ctx)).toMatchObject([
    { state: 'completed', item_count: 101, done_count: 101, failure_count: 1, callback_state: 'delivered' },
  ])
  expect(await account.ctx.sql.rows('select from bulk_slice where account_id = $1')).toEqual([])
})

test('a bulk request without a callback is applied, and once for one Idempotency-Key', async () => {
  const account = await testAccount()
  const headers = { 'Idempotency-Key': 'many-tags' }
  const answers = [await send(account, tags(150), headers), await send(account, tags(150), headers)]
  expect(answers).toMatchObject([{ status: 202 }, { status: 202, body: {} }])
  expect(answers[1]?.headers.get('idempotency-replayed')).toBe('true')
  expect((await send(account, tags(151), headers)).status).toBe(422)
  await runBulkJobs(account)
  expect(await account.ctx.db.tag.count()).toBe(150)
  expect(await bulkRequests(account.ctx)).toMatchObject([{ state: 'completed', callback_state: null }])
})

test('every one of 20,000 items is answered, and a repeated subscriber is listed once with its final state', async () => {
  const account = await testAccount()
  const { url, received } = await callbackReceiver()
  const subscribers = Array.from({ length: 20_000 }, (_, i) => ({
    email_address: i % 1_000 === 999 ? 'nonsense' : `p${i === 19_998 ? 3 : i}@example.net`,
    first_name: i === 19_998 ? 'Again' : `N${i}`,
  }))
  const body = { callback_url: url, subscribers }
  expect((await api('POST /v4/bulk/subscribers', bearer(account), body)).status).toBe(202)
  await runBulkJobs(account)
  const answer = received[0]?.body
  expect(answer.failures).toHaveLength(20)
  expect(answer.subscribers).toHaveLength(19_979)
  const again = answer.subscribers.filter(
    ({ email_address }: { email_address: string }) => email_address === 'p3@example.net',
  )
  expect(again).toMatchObject([{ first_name: 'Again', state: 'active' }])
  expect(await account.ctx.db.subscriber.count()).toBe(19_979)
})

test('an app can queue 300 MB in an account, and completed requests do not count [contract 4]', async () => {
  const account = await testAccount()
  expect((await send(account, tags(101))).status).toBe(202)
  const where = { account_id: account.account_id }
  await unscoped().bulkRequest.updateMany({ where, data: { byte_size: MAX_QUEUED_BYTES - 1_000 } })
  for (const operation of ['POST /v4/bulk/tags', 'DELETE /v4/bulk/tags']) {
    const ids = { tags: Array.from({ length: 101 }, (_, i) => ({ id: i + 1, name: 'x' })) }
    expect(await api(operation, bearer(account), ids)).toMatchObject({
      status: 413,
      body: {
        errors: [
          'This request exceeds your queued bulk requests limit. Please wait while we process your existing requests and try again later.',
        ],
      },
    })
  }
  const body = JSON.stringify(tags(101, [{ name: 'é' }]))
  const room = Buffer.byteLength(body)
  await unscoped().bulkRequest.updateMany({ where, data: { byte_size: MAX_QUEUED_BYTES - room + 1 } })
  expect((await send(account, body)).status).toBe(413)
  await unscoped().bulkRequest.updateMany({ where, data: { byte_size: MAX_QUEUED_BYTES - room } })
  expect((await send(account, body)).status).toBe(202)
  expect((await send(account, tags(100))).status).toBe(200)
  const other_app = { token: await testToken(account.account_id, account.user_id) }
  expect((await api('POST /v4/bulk/tags', other_app, tags(101))).status).toBe(202)
  expect(await bulkRequests(account.ctx)).toHaveLength(3)
  await runBulkJobs(account)
  expect((await send(account, tags(101))).status).toBe(202)
})

test('a large item, a large body beside the list and a long list of empty items are refused', async () => {
  const account = await testAccount()
  const refused = async (body: string) => (await send(account, body)).body.errors
  const long = 'x'.repeat(2 ** 20)
  expect(await refused(`{"tags":[{"name":"${long}"}]}`)).toEqual(['An item is larger than 1 MB'])
  expect(await refused(`{"tags":[{"name":"a"}],"x":"${long}"}`)).toEqual([
    'The body has more than 1 MB besides the list',
  ])
  expect(await refused(`{"x":"${long}","tags":[{"name":"a"}]}`)).toEqual(['No tags included for processing'])
  // Each item would be answered with a failure many times its length.
  const nothing = Buffer.alloc(MAX_QUEUED_BYTES / 8, '0,').toString()
  expect(await refused(`{"tags":[${nothing}{"name":"a"}]}`)).toEqual([
    expect.stringContaining('queued bulk requests limit'),
  ])
  expect(await bulkRequests(account.ctx)).toEqual([])
})

test('a bulk request with an API key applies and queues nothing [contract 17.26]', async () => {
  const account = await testAccount()
  for (const { method, path } of routes.filter(({ kind }) => kind === 'bulk')) {
    const answer = await api(`${method.toUpperCase()} ${path}`, key(account), tags(101))
    expect(answer).toMatchObject({ status: 401, body: { errors: ['The access token is invalid'] } })
  }
  expect(await bulkRequests(account.ctx)).toEqual([])
})

test('every item of a failed or cancelled bulk request is answered as a failure', async () => {
  const account = await testAccount()
  const { url, received } = await callbackReceiver()
  for (const end of ['given up', 'cancelled']) {
    await send(account, { ...tags(101), callback_url: url })
    const { id = 0 } = (await bulkRequests(account.ctx)).at(-1) ?? {}
    if (end === 'given up') await failRemaining(account.ctx, { id })
    else await unscoped().bulkRequest.updateMany({ where: { id }, data: { state: 'stopping' } })
    await runBulkJobs(account)
  }
  const errors = received.map(({ body }) => [body.tags.length, body.failures.length, body.failures[0].errors])
  expect(errors).toEqual([
    [0, 101, ['Internal Server Error']],
    [0, 101, ['This request was cancelled']],
  ])
  const ended = (await bulkRequests(account.ctx)).map(({ state }) => state)
  expect(ended).toEqual(['completed', 'stopped'])
  expect(await account.ctx.db.tag.count()).toBe(0)
})

test('when the plan’s limit is reached while a request waits, its items are answered as failures', async () => {
  const account = await testAccount({ subscriber_limit: 150 })
  const { url, received } = await callbackReceiver()
  const subscribers = (name: string) => ({
    subscribers: Array.from({ length: 101 }, (_, i) => ({ email_address: `${name}${i}@example.net` })),
    callback_url: url,
  })
  for (const name of ['a', 'b']) {
    expect((await api('POST /v4/bulk/subscribers', bearer(account), subscribers(name))).status).toBe(202)
  }
  await runBulkJobs(account)
  expect(received.map(({ body }) => [body.subscribers.length, body.failures.length])).toEqual([
    [101, 0],
    [0, 101],
  ])
  expect(received[1]?.body.failures[0]).toEqual({
    subscriber: { first_name: null, email_address: 'b0@example.net', state: 'active', created_at: null },
    errors: ['This request would exceed your subscriber limit'],
  })
})

test('stalled bulk requests and callbacks are requeued, and old requests are deleted', async () => {
  const account = await testAccount()
  const { url } = await callbackReceiver((response) => response.writeHead(500).end())
  await send(account, { ...tags(101), callback_url: url })
  const where = { account_id: account.account_id }
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const events = async () => (await takeEvents(account.account_id)).map(({ type }) => type)
  expect(await events()).toEqual(['bulk.requested'])
  const requeue = async (updated_at: Date) => {
    await unscoped().bulkRequest.updateMany({ where, data: { updated_at, callback_at: updated_at } })
    await requeueStalled(STALLED_REQUESTS, { now: new Date() })
    return events()
  }
  expect(await requeue(ago(10))).toEqual([])
  expect(await requeue(ago(16))).toEqual(['bulk.requested'])
  await runBulkJobs(account)
  await events()
  expect(await requeue(ago(16))).toEqual(['bulk.completed'])
  const kept = async (days: number, callback_state: string) => {
    await unscoped().bulkRequest.updateMany({ where, data: { completed_at: ago(days * 1440), callback_state } })
    await purgeExpired(EXPIRED_REQUESTS, { now: new Date() })
    return (await bulkRequests(account.ctx)).length
  }
  expect(await kept(29, 'dropped')).toBe(1)
  expect(await kept(31, 'waiting')).toBe(1)
  expect(await kept(31, 'dropped')).toBe(0)
})
