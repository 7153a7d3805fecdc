import { expect, test, vi } from 'vitest'
import { clock } from '../../../core/clock.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, bearer, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { PATIENCE } from '../../../testing/patience.ts'
import { testWebhooks } from '../../../testing/webhooks.ts'
import { eraseSubscriber } from '../../privacy/erase.ts'
import { purgeExpiredWebhooks } from '../purge-expired.ts'
import { RETRY_MS } from '../retries/next-attempt.ts'
import { createDeliveries } from './create-deliveries.ts'

const { receiver, settle, pass } = testWebhooks()

test('an event says how things were when it happened, however late it arrives [contract 9.5]', async () => {
  const account = await testAccount()
  const hook = await receiver()
  await dashboard(account).webhooks.create({ url: hook.url, events: ['tag.created', 'subscriber.tag_added'] })
  const { tag } = (await api('POST /v4/tags', key(account), { name: 'Beta' })).body
  const { subscriber } = (await api('POST /v4/subscribers', key(account), { email_address: 'lin@example.net' })).body
  await api(`POST /v4/tags/${tag.id}/subscribers/${subscriber.id}`, key(account), [])
  await api(`PUT /v4/tags/${tag.id}`, key(account), { name: 'Gamma' })
  await api(`PUT /v4/subscribers/${subscriber.id}`, key(account), { first_name: 'Lin' })
  await settle()
  const told = hook.received.flatMap(({ body }) => body.events).map(({ type, data }) => [type, data])
  expect(Object.fromEntries(told)).toMatchObject({
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

test('the history tells what was given up with its endpoint from what has used up its attempts [W10]', async () => {
  const account = await testAccount()
  const app = dashboard(account).webhooks
  const hook = await receiver()
  const { id } = await app.create({ url: hook.url, events: ['tag.created'] })
  const send = async () => (await app.sample({ id, type: 'tag.created' })).delivery_id
  const is_given_up = async (delivery_id: number) => (await app.delivery({ delivery_id })).is_given_up
  const delivered = await send()
  await settle()
  hook.answer({ status: 500 })
  const spent = await send()
  await settle()
  for (const wait of RETRY_MS) {
    pass(wait * 1.06)
    await settle()
  }
  hook.answer({ status: 410 })
  const gone = await send()
  await settle()
  hook.answer({ status: 500 })
  const retrying = await send()
  await settle()
  const untried = await send()
  await app.update({ id, status: 'disabled' })
  const told = await Promise.all([delivered, spent, gone, retrying, untried].map(is_given_up))
  expect(told).toEqual([false, false, false, true, true])
})

test('what happens while an endpoint is disabled is not made up for when it is enabled [contract 8.17]', async () => {
  const account = await testAccount()
  const hook = await receiver()
  hook.answer({ status: 500 })
  const { id } = await dashboard(account).webhooks.create({ url: hook.url, events: ['tag.created'] })
  const set = (status: string) => api(`PATCH /v4/webhook_endpoints/${id}`, key(account), { status })
  await api('POST /v4/tags', key(account), { name: 'One' })
  await settle()
  await set('disabled')
  await api('POST /v4/tags', key(account), { name: 'Two' })
  await settle()
  hook.answer({ status: 200 })
  await set('active')
  pass(RETRY_MS[0] * 1.06)
  await api('POST /v4/tags', key(account), { name: 'Three' })
  await settle()
  const names = hook.received.flatMap(({ body }) => body.events).map(({ data }) => data.tag.name)
  expect(names).toEqual(['One', 'Three'])
  const { deliveries } = (await api(`GET /v4/webhook_endpoints/${id}/deliveries`, key(account))).body
  expect(deliveries.map(({ status }: { status: string }) => status)).toEqual(['delivered', 'failed'])
})

test('a deleted webhook of the old kind gets nothing more [contract 8.16]', async () => {
  const account = await testAccount()
  const hook = await receiver()
  hook.answer({ status: 500 })
  const input = { target_url: hook.url, event: { name: 'custom_field.field_created' } }
  const { id } = (await api('POST /v4/webhooks', key(account), input)).body.webhook
  await api('POST /v4/custom_fields', key(account), { label: 'City' })
  await settle()
  await api(`DELETE /v4/webhooks/${id}`, key(account), [])
  await api('POST /v4/custom_fields', key(account), { label: 'Street' })
  pass(RETRY_MS[0] * 1.06)
  await settle()
  expect(hook.received).toHaveLength(1)
})

test('a delivery whose events are gone has failed: nobody has sent it for longer than they are kept', async () => {
  const account = await testAccount()
  const hook = await receiver()
  await dashboard(account).webhooks.create({ url: hook.url, events: ['custom_field.created'] })
  await api('POST /v4/webhooks', key(account), {
    target_url: hook.url,
    event: { name: 'custom_field.field_created' },
  })
  await api('POST /v4/custom_fields', key(account), { label: 'City' })
  await createDeliveries(clock.now())
  pass(34 * 86_400_000)
  await purgeExpiredWebhooks({ now: clock.now() })
  await settle()
  expect(hook.received).toEqual([])
  const rows = await account.ctx.db.webhookDelivery.findMany()
  expect(rows.map(({ status }) => status)).toEqual(['failed', 'failed'])
})

/** A hook of either kind with 40 deliveries: what a process has read of them waits behind those that hang until `open`. */
async function backlog(account: TestAccount, make: (url: string) => Promise<{ id: number }>) {
  const hook = await receiver()
  const { id } = await make(hook.url)
  for (let n = 0; n < 40; n++) {
    await api('POST /v4/custom_fields', key(account), { label: `Field ${n}` })
    await api('POST /v4/subscribers', key(account), { email_address: `p${n}@x.example` })
    // At once, so that each is a delivery of its own.
    await createDeliveries(clock.now())
  }
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  hook.answer(async () => {
    if (hook.received.length > 3) await gate
    return { status: 200 }
  })
  const settled = settle()
  await vi.waitUntil(() => hook.received.length >= 10, PATIENCE)
  const end = async () => {
    // The next round sees what has changed.
    await vi.waitUntil(
      async () => (await account.ctx.db.webhookLane.count({ where: { is_changed: true } })) === 0,
      PATIENCE,
    )
    open()
    await settled
    return hook.received
  }
  return { id, end }
}

test('what a process holds in memory for a deleted webhook is not sent either [contract 8.16]', async () => {
  const account = await testAccount()
  const event = { name: 'custom_field.field_created' }
  const { id, end } = await backlog(account, async (target_url) => {
    return (await api('POST /v4/webhooks', key(account), { target_url, event })).body.webhook
  })
  await api(`DELETE /v4/webhooks/${id}`, key(account), [])
  expect((await end()).length).toBeLessThan(15)
})

test('an endpoint that moves gets at its new address what a process holds in memory [contract 8.17]', async () => {
  const account = await testAccount()
  const moved = await receiver()
  const { id, end } = await backlog(account, (url) =>
    dashboard(account).webhooks.create({ url, events: ['custom_field.created'] }),
  )
  await dashboard(account).webhooks.update({ id, url: moved.url })
  expect((await end()).length).toBeLessThan(15)
  expect(moved.received.length).toBeGreaterThan(20)
})

test('who is erased is not in what is sent afterwards, though a process has it in memory [L5]', async () => {
  const account = await testAccount()
  const { end } = await backlog(account, (url) =>
    dashboard(account).webhooks.create({ url, events: ['subscriber.created'] }),
  )
  const [{ id, email_address } = { id: 0, email_address: '' }] = await account.ctx.sql.rows<{
    id: number
    email_address: string
  }>('select id, email_address from subscriber where account_id = $1 order by id desc limit 1')
  await eraseSubscriber(account.ctx, { id, email_address })
  const told = (await end()).flatMap(({ body }) => body.events).map(({ data }) => data.subscriber)
  expect(told.filter((person) => person.id === id)).toMatchObject([{ state: 'erased', email_address: null }])
})
