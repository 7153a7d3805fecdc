import { expect, test } from 'vitest'
import { configureOutbound } from '../../../core/outbound.ts'
import { write } from '../../../core/write/write.ts'
import { unscoped } from '../../../db/client.ts'
import { signatureOf } from '../../../lib/crypto/signature.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { testWebhooks } from '../../../testing/modules/webhooks.ts'
import { createTag } from '../../tags/service.ts'
import { tagSubscribers } from '../../tags/tagging.ts'
import { RETRY_MS } from '../retries/next-attempt.ts'

const { receiver, settle, pass } = testWebhooks()
const HOUR = 3_600_000

const subscribe = async (account: TestAccount, url: string, events = ['tag.created']) =>
  (await api('POST /v4/webhook_endpoints', key(account), { url, events })).body.webhook_endpoint as {
    id: number
    secret: string
  }
const deliveries = async (account: TestAccount, id: number, query = '') =>
  (await api(`GET /v4/webhook_endpoints/${id}/deliveries${query}`, key(account))).body.deliveries
const detail = async (account: TestAccount, id: number, delivery_id: number) =>
  (await api(`GET /v4/webhook_endpoints/${id}/deliveries/${delivery_id}?include_payload=true`, key(account))).body
    .delivery
const secretsIn = (header: unknown) => String(header).split(',').slice(1)

test('the event of a single change is sent without delay, signed, and is in the history [W1, contract 9]', async () => {
  const account = await testAccount()
  const server = await receiver()
  const { id, secret } = await subscribe(account, `${server.url}/in`)
  const { body } = await api('POST /v4/tags', key(account), { name: 'Beta' })
  await settle()
  const [got, ...more] = server.received
  expect(more).toEqual([])
  expect(got?.path).toBe('/in')
  const [{ id: delivery_id }] = await deliveries(account, id)
  expect(got?.body).toEqual({
    delivery_id,
    events: [
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'tag.created',
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        data: { tag: body.tag },
      },
    ],
  })
  expect(got?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/2.0',
    'x-service-delivery': String(delivery_id),
  })
  const header = String(got?.headers['x-service-signature'])
  const t = Number(/^t=(\d+)/.exec(header)?.[1])
  expect(header).toBe(signatureOf(got?.raw ?? '', [secret], new Date(t * 1000)))
  expect(await detail(account, id, delivery_id)).toEqual({
    id: delivery_id,
    status: 'delivered',
    event_type: 'tag.created',
    event_count: 1,
    attempt_count: 1,
    created_at: expect.any(String),
    completed_at: expect.any(String),
    attempts: [
      { attempted_at: expect.any(String), response_status: 200, response_body: 'ok', duration_ms: expect.any(Number) },
    ],
    payload: got?.body,
  })
})

test('a rolled-back change emits no event, and an event without a subscribed endpoint is not written [W1]', async () => {
  const account = await testAccount()
  const server = await receiver()
  await subscribe(account, server.url)
  await expect(
    write(account.ctx, async (tx) => {
      await createTag(tx, { name: 'Never' })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await api('POST /v4/custom_fields', key(account), { label: 'City' })
  await settle()
  expect(server.received).toEqual([])
  expect(await unscoped().webhookEvent.count({ where: { account_id: account.account_id } })).toBe(0)
})

test('many events are collected for a second and sent by the hundred, one type per delivery [W3, contract 9.3]', async () => {
  const account = await testAccount()
  const server = await receiver()
  await subscribe(account, server.url, ['subscriber.tag_added', 'tag.created'])
  const { value: tag } = await createTag(account.ctx, { name: 'Beta' })
  const ids = await addSubscribers(account, 130)
  for (const part of [ids.slice(0, 30), ids.slice(30, 60)])
    await tagSubscribers(account.ctx, { pairs: part.map((subscriber_id) => ({ tag_id: tag.id, subscriber_id })) })
  await settle()
  expect(server.received.map(({ body }) => body.events.length)).toEqual([1])
  pass(1_001)
  await settle()
  expect(server.received.map(({ body }) => body.events.length)).toEqual([1, 60])
  await tagSubscribers(account.ctx, { pairs: ids.map((subscriber_id) => ({ tag_id: tag.id, subscriber_id })) })
  pass(1_001)
  await settle()
  const events = server.received.flatMap(({ body }) => body.events)
  expect(events).toHaveLength(131)
  expect(new Set(events.map((event) => event.id)).size).toBe(131)
  for (const { body } of server.received) {
    expect(body.events.length).toBeLessThanOrEqual(100)
    expect(new Set(body.events.map(({ type }: { type: string }) => type)).size).toBe(1)
  }
})

test('a delivery has nine attempts by the table, with the same body, signed with the secrets valid at each [W2, W3]', async () => {
  const account = await testAccount()
  const server = await receiver()
  server.answer({ status: 500, body: 'no' })
  const { id, secret } = await subscribe(account, server.url)
  await api('POST /v4/tags', key(account), { name: 'Beta' })
  await settle()
  const { body } = await api(`POST /v4/webhook_endpoints/${id}/rotate_secret`, key(account), {})
  for (const wait of RETRY_MS) {
    pass(wait * 0.94)
    await settle()
    const before = server.received.length
    pass(wait * 0.12)
    await settle()
    expect(server.received).toHaveLength(before + 1)
  }
  expect(server.received).toHaveLength(9)
  expect(new Set(server.received.map(({ raw }) => raw)).size).toBe(1)
  expect(new Set(server.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1)
  const headers = server.received.map(({ headers }) => String(headers['x-service-signature']))
  expect(new Set(headers).size).toBe(9)
  const { secret: current, previous_secret_expires_at } = body.webhook_endpoint
  const counts = headers.map((header, index) => {
    const at = new Date(Number(/^t=(\d+)/.exec(header)?.[1]) * 1000)
    const window = at < new Date(previous_secret_expires_at) ? [current, secret] : [current]
    const secrets = index === 0 ? [secret] : window
    expect(header).toBe(signatureOf(server.received[index]?.raw ?? '', secrets, at))
    return secretsIn(header).length
  })
  expect(counts).toEqual([1, 2, 2, 2, 2, 2, 2, 1, 1])
  const [{ id: delivery_id, status, attempt_count }] = await deliveries(account, id)
  expect([status, attempt_count]).toEqual(['failed', 9])
  expect((await detail(account, id, delivery_id)).attempts).toHaveLength(9)
})

test('only 2xx is success, redirects are not followed, 410 ends a delivery, Retry-After is limited [W4]', async () => {
  const account = await testAccount()
  const server = await receiver()
  const elsewhere = await receiver()
  const { id } = await subscribe(account, server.url)
  const answers: { status: number; headers?: Record<string, string> }[] = [
    { status: 302, headers: { location: elsewhere.url } },
    { status: 410 },
    { status: 429, headers: { 'retry-after': '999999' } },
    { status: 503, headers: { 'retry-after': '0' } },
    { status: 204 },
  ]
  for (const answer of answers) {
    server.answer(answer)
    await api('POST /v4/tags', key(account), { name: `Tag ${answer.status}` })
    await settle()
  }
  expect(elsewhere.received).toEqual([])
  const rows = await unscoped().webhookDelivery.findMany({
    where: { account_id: account.account_id },
    orderBy: { id: 'asc' },
    include: { attempts: true },
  })
  expect(rows.map(({ status }) => status)).toEqual(['retrying', 'failed', 'retrying', 'retrying', 'delivered'])
  const waits = rows.map(({ next_attempt_at, attempts }) =>
    next_attempt_at ? next_attempt_at.getTime() - (attempts[0]?.attempted_at.getTime() ?? 0) : null,
  )
  expect(waits[0]).toBeGreaterThanOrEqual(28_500)
  expect((waits[2] ?? 0) / HOUR).toBeCloseTo(24, 1)
  expect(waits[3]).toBeGreaterThanOrEqual(1_000)
  expect(waits[3]).toBeLessThan(20_000)
  expect(await deliveries(account, id, '?status=failed')).toHaveLength(1)
})

test('the first 1,000 bytes of a long answer are stored [W5]', async () => {
  const account = await testAccount()
  const server = await receiver()
  server.answer({ status: 200, body: 'x'.repeat(50_000) })
  const { id } = await subscribe(account, server.url)
  await api('POST /v4/tags', key(account), { name: 'Beta' })
  await settle()
  const [{ id: delivery_id }] = await deliveries(account, id)
  expect((await detail(account, id, delivery_id)).attempts[0].response_body).toHaveLength(1_000)
})

test('a host that was public at registration and is private at send time is not called [W6]', async () => {
  const account = await testAccount()
  const server = await receiver()
  let address = '93.184.216.34'
  await configureOutbound({ allow_ports: 'any', resolve: async () => [{ address, family: 4 }] })
  const { id } = await subscribe(account, `http://rebinding.example.com:${new URL(server.url).port}/`)
  address = '127.0.0.1'
  await api('POST /v4/tags', key(account), { name: 'Beta' })
  await settle()
  await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  expect(server.received).toEqual([])
  const [{ id: delivery_id, status }] = await deliveries(account, id)
  expect(status).toBe('retrying')
  expect((await detail(account, id, delivery_id)).attempts).toMatchObject([
    { response_status: null, response_body: null },
  ])
})

test('the owner is warned after a day of failures, five days disable the endpoint, and enabling clears them [W8]', async () => {
  const account = await testAccount()
  const server = await receiver()
  server.answer({ status: 500 })
  const { id } = await subscribe(account, server.url)
  const emails = async () =>
    (await unscoped().serviceMail.findMany({ where: { account_id: account.account_id }, orderBy: { id: 'asc' } })).map(
      ({ subject, to_address }) => [subject, to_address === account.email],
    )
  const fail = async (hours: number) => {
    pass(hours * HOUR)
    await api('POST /v4/tags', key(account), { name: `Tag ${Math.random()}` })
    await settle()
  }
  await fail(0)
  await fail(23)
  expect(await emails()).toEqual([])
  await fail(2)
  expect(await emails()).toEqual([['Your webhook “127.0.0.1” is failing', true]])
  await fail(94)
  expect(await emails()).toHaveLength(1)
  await fail(2)
  expect((await emails())[1]).toEqual(['Your webhook “127.0.0.1” was disabled', true])
  const path = `/v4/webhook_endpoints/${id}`
  expect((await api(`GET ${path}`, key(account))).body.webhook_endpoint.status).toBe('disabled')
  expect(await deliveries(account, id, '?status=retrying')).toEqual([])

  const seen = server.received.length
  await fail(1)
  expect(server.received).toHaveLength(seen)
  await api(`PATCH ${path}`, key(account), { status: 'active' })
  await fail(1)
  expect(server.received).toHaveLength(seen + 1)
  expect(await emails()).toHaveLength(2)
  await fail(23)
  server.answer({ status: 200 })
  await fail(1)
  server.answer({ status: 500 })
  await fail(1)
  await fail(20)
  expect(await emails()).toHaveLength(2)
})

test('a success clears failures that began after its delivery was loaded [W8]', async () => {
  const account = await testAccount()
  const server = await receiver()
  const { id } = await subscribe(account, server.url)
  const failing_since = async () => (await account.ctx.db.webhookEndpoint.findFirstOrThrow()).failing_since
  server.answer(async () => {
    if (server.received.length === 1) return { status: 500 }
    await expect.poll(failing_since).not.toBeNull()
    return { status: 200 }
  })
  for (let n = 0; n < 2; n++) await dashboard(account).webhooks.sample({ id, type: 'tag.created' })
  await settle()
  expect(server.received).toHaveLength(2)
  expect(await failing_since()).toBeNull()
})

test('an endpoint that hangs delays no other, and waiting in the queue uses up no attempt [W7]', async () => {
  const [slow, fast] = [await testAccount(), await testAccount()]
  const [hanging, healthy] = [await receiver(), await receiver()]
  hanging.answer(null)
  const { id } = await subscribe(slow, hanging.url)
  await subscribe(fast, healthy.url)
  for (let n = 0; n < 6; n++) await dashboard(slow).webhooks.sample({ id, type: 'tag.created' })
  const sending = settle()
  await expect.poll(() => hanging.received.length).toBeGreaterThan(0)
  await api('POST /v4/tags', key(fast), { name: 'Fast' })
  await expect.poll(() => healthy.received.length).toBe(1)
  const waiting = await deliveries(slow, id)
  expect(waiting.map(({ attempt_count }: { attempt_count: number }) => attempt_count)).toEqual([0, 0, 0, 0, 0, 0])
  expect(hanging.received.length).toBeLessThanOrEqual(2)
  await api(`PATCH /v4/webhook_endpoints/${id}`, key(slow), { status: 'disabled' })
  await hanging.close()
  await sending
  expect((await deliveries(slow, id)).every(({ status }: { status: string }) => status === 'failed')).toBe(true)
})
