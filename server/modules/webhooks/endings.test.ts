import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { api, bearer, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { testWebhooks } from '../../testing/webhooks.ts'
import { RETRY_MS } from './verdict.ts'

const { receiver, settle, pass } = testWebhooks()

test('contract 9.5: an event says how things were when it happened, however late it arrives', async () => {
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

test('contract 8.17: a deleted endpoint gets nothing more, neither what waited nor what happens', async () => {
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

test('contract 8.17: what happens while an endpoint is disabled is not made up for when it is enabled', async () => {
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

test('contract 8.16: a deleted webhook of the old kind gets nothing more', async () => {
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
