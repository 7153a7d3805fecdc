import { expect, test, vi } from 'vitest'
import { clock } from '../../../core/clock.ts'
import { purgeExpired } from '../../../db/purge.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, bearer, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { testWebhooks } from '../../../testing/modules/webhooks.ts'
import { PATIENCE } from '../../../testing/patience.ts'
import { eraseSubscriber } from '../../privacy/erase.ts'
import { EXPIRED_WEBHOOKS } from '../purge-expired.ts'
import { RETRY_MS } from '../retries/next-attempt.ts'
import { attemptRetries } from '../retries/retries.ts'
import { createDeliveries } from './create-deliveries.ts'

const { receiver, sendFirst, settle, pass } = testWebhooks()

test('an event shows objects as they were when it happened, however late it arrives [contract 9.5]', async () => {
  const account = await testAccount()
  const server = await receiver()
  await dashboard(account).webhooks.create({ url: server.url, events: ['tag.created', 'subscriber.tag_added'] })
  const { tag } = (await api('POST /v4/tags', key(account), { name: 'Beta' })).body
  const { subscriber } = (await api('POST /v4/subscribers', key(account), { email_address: 'lin@example.net' })).body
  await api(`POST /v4/tags/${tag.id}/subscribers/${subscriber.id}`, key(account), [])
  await api(`PUT /v4/tags/${tag.id}`, key(account), { name: 'Gamma' })
  await api(`PUT /v4/subscribers/${subscriber.id}`, key(account), { first_name: 'Lin' })
  await settle()
  const results = server.received.flatMap(({ body }) => body.events).map(({ type, data }) => [type, data])
  expect(Object.fromEntries(results)).toMatchObject({
    'tag.created': { tag: { name: 'Beta' } },
    'subscriber.tag_added': { tag: { name: 'Beta' }, subscriber: { first_name: null } },
  })
})

test('a deleted endpoint gets nothing more, neither what waited nor what happens [contract 8.17]', async () => {
  const account = await testAccount()
  const [gone, stays] = [await receiver(), await receiver()]
  gone.answer({ status: 500 })
  const listen = async (url: string) =>
    (await api('POST /v4/webhook_endpoints', bearer(account), { url, events: ['tag.created'] })).body.webhook_endpoint
  const { id } = await listen(gone.url)
  await listen(stays.url)
  await api('POST /v4/tags', key(account), { name: 'One' })
  await settle()
  expect((await api(`DELETE /v4/webhook_endpoints/${id}`, bearer(account))).status).toBe(204)
  await api('POST /v4/tags', key(account), { name: 'Two' })
  for (const wait of RETRY_MS) {
    pass(wait * 1.06)
    await settle()
  }
  expect([gone.received.length, stays.received.length]).toEqual([1, 2])
  expect((await api(`GET /v4/webhook_endpoints/${id}/deliveries`, key(account))).status).toBe(404)
  const rows = await account.ctx.db.webhookDelivery.findMany({ where: { hook_id: id } })
  expect(rows.map(({ status }) => status)).toEqual(['failed'])
})

test('deliveries of an account that waits for its deletion are held, and made if it is kept', async () => {
  const account = await testAccount()
  const { webhooks, deletion } = dashboard(account)
  const [fresh, failing] = [await receiver(), await receiver()]
  failing.answer({ status: 500 })
  await webhooks.create({ url: failing.url, events: ['tag.created'] })
  await api('POST /v4/tags', key(account), { name: 'One' })
  await sendFirst()
  expect(failing.received).toHaveLength(1)
  await webhooks.create({ url: fresh.url, events: ['tag.created'] })
  await api('POST /v4/tags', key(account), { name: 'Two' })
  await deletion.schedule({ name: 'Studio North' })
  pass(RETRY_MS[0] * 1.06)
  await sendFirst()
  const endpoints = await account.ctx.db.webhookRetry.findMany()
  for (const endpoint of endpoints)
    expect(await attemptRetries(account.ctx, endpoint)).toMatchObject({ pause_ms: null })
  expect([failing.received.length, fresh.received.length]).toEqual([1, 0])
  await deletion.keep()
  failing.answer({ status: 200 })
  await settle()
  expect([failing.received.length, fresh.received.length]).toEqual([3, 1])
})

test('the history tells what was given up with its endpoint from what has used up its attempts [W10]', async () => {
  const account = await testAccount()
  const app = dashboard(account).webhooks
  const server = await receiver()
  const { id } = await app.create({ url: server.url, events: ['tag.created'] })
  const send = async () => (await app.sample({ id, type: 'tag.created' })).delivery_id
  const isGivenUp = async (delivery_id: number) => (await app.delivery({ delivery_id })).is_given_up
  const delivered = await send()
  await settle()
  server.answer({ status: 500 })
  const spent = await send()
  await settle()
  for (const wait of RETRY_MS) {
    pass(wait * 1.06)
    await settle()
  }
  server.answer({ status: 410 })
  const rejected = await send()
  await settle()
  server.answer({ status: 500 })
  const retrying = await send()
  await settle()
  const untried = await send()
  // Hours later, by a member who has just signed in.
  await dashboard(account).webhooks.update({ id, status: 'disabled' })
  const results = await Promise.all([delivered, spent, rejected, retrying, untried].map(isGivenUp))
  expect(results).toEqual([false, false, false, true, true])
})

test('events of the time an endpoint was disabled are not sent when it is enabled [contract 8.17]', async () => {
  const account = await testAccount()
  const server = await receiver()
  server.answer({ status: 500 })
  const { id } = await dashboard(account).webhooks.create({ url: server.url, events: ['tag.created'] })
  const set = (status: string) => api(`PATCH /v4/webhook_endpoints/${id}`, key(account), { status })
  await api('POST /v4/tags', key(account), { name: 'One' })
  await settle()
  await set('disabled')
  await api('POST /v4/tags', key(account), { name: 'Two' })
  await settle()
  server.answer({ status: 200 })
  await set('active')
  pass(RETRY_MS[0] * 1.06)
  await api('POST /v4/tags', key(account), { name: 'Three' })
  await settle()
  const names = server.received.flatMap(({ body }) => body.events).map(({ data }) => data.tag.name)
  expect(names).toEqual(['One', 'Three'])
  const { deliveries } = (await api(`GET /v4/webhook_endpoints/${id}/deliveries`, key(account))).body
  expect(deliveries.map(({ status }: { status: string }) => status)).toEqual(['delivered', 'failed'])
})

test('a deleted legacy webhook gets no more requests [contract 8.16]', async () => {
  const account = await testAccount()
  const server = await receiver()
  server.answer({ status: 500 })
  const input = { target_url: server.url, event: { name: 'custom_field.field_created' } }
  const { id } = (await api('POST /v4/webhooks', key(account), input)).body.webhook
  await api('POST /v4/custom_fields', key(account), { label: 'City' })
  await settle()
  await api(`DELETE /v4/webhooks/${id}`, key(account), [])
  await api('POST /v4/custom_fields', key(account), { label: 'Street' })
  pass(RETRY_MS[0] * 1.06)
  await settle()
  expect(server.received).toHaveLength(1)
})

test('a delivery fails when its events are no longer stored', async () => {
  const account = await testAccount()
  const server = await receiver()
  await dashboard(account).webhooks.create({ url: server.url, events: ['custom_field.created'] })
  await api('POST /v4/webhooks', key(account), {
    target_url: server.url,
    event: { name: 'custom_field.field_created' },
  })
  await api('POST /v4/custom_fields', key(account), { label: 'City' })
  await createDeliveries(clock.now())
  pass(34 * 86_400_000)
  await purgeExpired(EXPIRED_WEBHOOKS, { now: clock.now() })
  await settle()
  expect(server.received).toEqual([])
  const rows = await account.ctx.db.webhookDelivery.findMany()
  expect(rows.map(({ status }) => status)).toEqual(['failed', 'failed'])
})

/** Creates an endpoint with 40 deliveries. The ones that a process has loaded wait behind hanging requests until `open`. */
async function backlog(account: TestAccount, make: (url: string) => Promise<{ id: number }>) {
  const server = await receiver()
  const { id } = await make(server.url)
  for (let n = 0; n < 40; n++) {
    await api('POST /v4/custom_fields', key(account), { label: `Field ${n}` })
    await api('POST /v4/subscribers', key(account), { email_address: `p${n}@x.example` })
    // After each event, so each gets a delivery of its own.
    await createDeliveries(clock.now())
  }
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  server.answer(async () => {
    if (server.received.length > 3) await gate
    return { status: 200 }
  })
  const settled = settle()
  await vi.waitUntil(() => server.received.length >= 10, PATIENCE)
  const end = async () => {
    // Waits until the next round has read the change.
    await vi.waitUntil(
      async () => (await account.ctx.db.webhookQueue.count({ where: { is_changed: true } })) === 0,
      PATIENCE,
    )
    open()
    await settled
    return server.received
  }
  return { id, end }
}

test('deliveries in memory are not sent to a deleted webhook [contract 8.16]', async () => {
  const account = await testAccount()
  const event = { name: 'custom_field.field_created' }
  const { id, end } = await backlog(account, async (target_url) => {
    return (await api('POST /v4/webhooks', key(account), { target_url, event })).body.webhook
  })
  await api(`DELETE /v4/webhooks/${id}`, key(account), [])
  expect((await end()).length).toBeLessThan(15)
})

test('deliveries in memory go to the new URL of an endpoint [contract 8.17]', async () => {
  const account = await testAccount()
  const moved = await receiver()
  const { id, end } = await backlog(account, (url) =>
    dashboard(account).webhooks.create({ url, events: ['custom_field.created'] }),
  )
  await dashboard(account).webhooks.update({ id, url: moved.url })
  expect((await end()).length).toBeLessThan(15)
  expect(moved.received.length).toBeGreaterThan(20)
})

test('deliveries in memory do not contain an erased subscriber [L5]', async () => {
  const account = await testAccount()
  const { end } = await backlog(account, (url) =>
    dashboard(account).webhooks.create({ url, events: ['subscriber.created'] }),
  )
  const [{ id, email_address } = { id: 0, email_address: '' }] = await account.ctx.sql.rows<{
    id: number
    email_address: string
  }>('select id, email_address from subscriber where account_id = $1 order by id desc limit 1')
  await eraseSubscriber(account.ctx, { id, email_address })
  const sent = (await end()).flatMap(({ body }) => body.events).map(({ data }) => data.subscriber)
  expect(sent.filter((subscriber) => subscriber.id === id)).toMatchObject([{ state: 'erased', email_address: null }])
})
