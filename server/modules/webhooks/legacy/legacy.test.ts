import { expect, test } from 'vitest'
import { type PublicEventType, sampleOf } from '../../../core/events/events.ts'
import { write } from '../../../core/write/write.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, bearer, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { testWebhooks } from '../../../testing/modules/webhooks.ts'
import { PUBLIC_EVENT_TYPES } from '../event-schema.ts'
import { RETRY_MS } from '../retries/next-attempt.ts'

const { receiver, settle, pass } = testWebhooks()

test('a creator lists and deletes the legacy webhooks of their account only, with the app that created each', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  const { url } = await receiver()
  const make = (credential: object, target_url: string) =>
    api('POST /v4/webhooks', credential, { target_url, event: { name: 'tag_add', tag_id: 3 } })
  await make(key(account), `${url}/key`)
  await make(bearer(account), `${url}/app`)
  const app = dashboard(account).webhooks
  const [by_app, by_key] = await app.legacy()
  expect(by_key).toEqual({
    id: expect.any(Number),
    event: { name: 'tag_add', tag_id: 3 },
    target_url: `${url}/key`,
    app_name: null,
    created_at: expect.stringMatching(/Z$/),
  })
  expect(by_app).toMatchObject({ target_url: `${url}/app`, app_name: expect.any(String) })
  expect(await dashboard(other).webhooks.legacy()).toEqual([])
  const id = by_key?.id ?? 0
  await expect(dashboard(other).webhooks.delete_legacy({ id })).rejects.toThrow('Not Found')
  await app.delete_legacy({ id })
  expect(await app.legacy()).toEqual([by_app])
})

test('fifteen events are accepted with or without prefix and returned with the bare name and one parameter [contract 8.16]', async () => {
  const account = await testAccount()
  const { url } = await receiver()
  const none = { initiator_value: null }
  const wanted: [string, Record<string, unknown>, Record<string, unknown>][] = [
    ['subscriber.subscriber_activate', {}, none],
    ['subscriber.subscriber_unsubscribe', {}, none],
    ['subscriber.subscriber_bounce', {}, none],
    ['subscriber.subscriber_complain', {}, none],
    ['subscriber.form_subscribe', { form_id: 4 }, { form_id: 4 }],
    ['subscriber.course_subscribe', { course_id: 5 }, { sequence_id: 5 }],
    ['subscriber.course_complete', { sequence_id: '6' }, { sequence_id: 6 }],
    ['subscriber.link_click', { initiator_value: 'https://a.example/b' }, { initiator_value: 'https://a.example/b' }],
    ['subscriber.product_purchase', { product_id: 7 }, { product_id: 7 }],
    ['subscriber.tag_add', { tag_id: 3, form_id: null }, { tag_id: 3 }],
    ['subscriber.tag_remove', { tag_id: 3 }, { tag_id: 3 }],
    ['purchase.purchase_create', {}, none],
    ['custom_field.field_created', {}, none],
    ['custom_field.field_deleted', {}, none],
    ['custom_field.field_value_updated', { custom_field_id: 8 }, { custom_field_id: 8 }],
  ]
  for (const [name, given, kept] of wanted) {
    const bare = name.slice(name.indexOf('.') + 1)
    for (const sent of [name, bare]) {
      const answer = await api('POST /v4/webhooks', key(account), { target_url: url, event: { name: sent, ...given } })
      expect(answer).toEqual({
        status: 201,
        headers: expect.anything(),
        body: {
          webhook: {
            id: expect.any(Number),
            account_id: account.account_id,
            event: { name: bare, ...kept },
            target_url: url,
          },
        },
      })
    }
  }
  const { body } = await api('GET /v4/webhooks?per_page=1&include_total_count=1', bearer(account))
  expect(body.pagination.total_count).toBe(30)
  expect((await api(`DELETE /v4/webhooks/${body.webhooks[0].id}`, key(account), [])).status).toBe(204)
  expect((await api(`DELETE /v4/webhooks/${body.webhooks[0].id}`, key(account), [])).status).toBe(404)
})

test('a legacy webhook without a parameter answers initiator_value null, when created and when listed', async () => {
  const account = await testAccount()
  const { url } = await receiver()
  const make = (event: object) => api('POST /v4/webhooks', key(account), { target_url: url, event })
  const activated = await make({ name: 'subscriber.subscriber_activate' })
  expect(activated.body.webhook.event).toEqual({ name: 'subscriber_activate', initiator_value: null })
  const clicked = await make({ name: 'subscriber.link_click', initiator_value: 'https://a.example/b' })
  expect(clicked.body.webhook.event).toEqual({ name: 'link_click', initiator_value: 'https://a.example/b' })
  const { body } = await api('GET /v4/webhooks', key(account))
  expect(body.webhooks).toEqual([clicked.body.webhook, activated.body.webhook])
  const events = (await dashboard(account).webhooks.legacy()).map(({ event }) => event)
  expect(events).toEqual([clicked.body.webhook.event, activated.body.webhook.event])
})

test.each([
  {},
  { target_url: 'https://a.example' },
  { event: { name: 'subscriber.subscriber_activate' } },
  { target_url: 'https://a.example', event: { name: 'subscriber.tag_add' } },
  { target_url: 'https://a.example', event: { name: 'subscriber.tag_add', tag_id: 'three' } },
  { target_url: 'https://a.example', event: { name: 'subscriber.eaten' } },
  { target_url: 'https://a.example', event: { name: 'purchase.tag_add', tag_id: 3 } },
  { target_url: 'https://a.example', event: 'subscriber.tag_add' },
  { target_url: ' ', event: { name: 'subscriber.subscriber_activate' } },
])('%j is refused with the one error text [contract 8.16]', async (input) => {
  const answer = await api('POST /v4/webhooks', key(await account()), input)
  expect(answer).toMatchObject({ status: 422, body: { errors: ['`event` and `target` parameters must be provided'] } })
})

test('a private target is refused for legacy webhooks too [W6]', async () => {
  const event = { name: 'subscriber.subscriber_activate' }
  const { status } = await api('POST /v4/webhooks', key(await account()), { target_url: 'http://10.0.0.1/', event })
  expect(status).toBe(422)
})

test('a legacy body is the object itself, unsigned, only for the named object, and retried by the same table [contract 8.16]', async () => {
  const account = await testAccount()
  const server = await receiver()
  const add = (path: string, event: object) =>
    api('POST /v4/webhooks', key(account), { target_url: `${server.url}${path}`, event })
  const tag = (await api('POST /v4/tags', key(account), { name: 'Beta' })).body.tag
  const other = (await api('POST /v4/tags', key(account), { name: 'Gamma' })).body.tag
  const field = (await api('POST /v4/custom_fields', key(account), { label: 'City' })).body.custom_field
  await add('/tag', { name: 'subscriber.tag_add', tag_id: tag.id })
  await add('/field', { name: 'custom_field.field_created' })
  await add('/value', { name: 'custom_field.field_value_updated', custom_field_id: field.id })
  await add('/purchase', { name: 'purchase.purchase_create' })
  await add('/link', { name: 'subscriber.link_click', initiator_value: 'https://a.example/b' })

  const input = { email_address: 'lin@example.net', first_name: 'Lin', fields: { city: 'Bergen' } }
  const { subscriber } = (await api('POST /v4/subscribers', key(account), input)).body
  for (const { id } of [other, tag]) await api(`POST /v4/tags/${id}/subscribers/${subscriber.id}`, key(account), [])
  const made = (await api('POST /v4/custom_fields', key(account), { label: 'Street' })).body.custom_field
  const bought = await api('POST /v4/purchases', bearer(account), {
    transaction_id: 'T-1',
    email_address: 'lin@example.net',
    shipping: 2.5,
    products: [{ pid: 'p', lid: 'l', name: 'Course', quantity: 1, unit_price: 5 }],
  })
  await write(account.ctx, async (tx) => {
    for (const url of ['https://a.example/b', 'https://a.example/c'])
      tx.emit('subscriber.link_clicked', {
        subscriber,
        link: { url },
        mail: { broadcast_id: 1, sequence_email_id: null, automation_email_id: null, subject: 'x' },
      })
  })
  server.answer(({ path }) => ({ status: path === '/tag' ? 500 : 200 }))
  pass(1_001)
  await settle()
  const at = (path: string) => server.received.filter((got) => got.path === path).map(({ body }) => body)
  const expected = {
    id: subscriber.id,
    first_name: 'Lin',
    email_address: 'lin@example.net',
    state: 'active',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
    fields: expect.objectContaining({ city: 'Bergen' }),
  }
  expect(at('/tag')).toEqual([{ subscriber: expected }])
  expect(at('/field')).toEqual([{ custom_field: made }])
  expect(at('/value')).toEqual([{ custom_field: field, subscriber: expected }])
  expect(at('/purchase')).toEqual([{ ...bought.body.purchase, shipping: 2.5 }])
  expect(at('/link')).toEqual([{ subscriber: expected }])
  expect(server.received.every(({ headers }) => headers['x-service-signature'] === undefined)).toBe(true)
  pass(RETRY_MS[0] * 1.06)
  await settle()
  expect(at('/tag')).toEqual([{ subscriber: expected }, { subscriber: expected }])
})

test('each of the fifteen legacy events is posted for its own event and object only [contract 8.16, 9.5]', async () => {
  const account = await testAccount()
  const server = await receiver()
  const names: [PublicEventType, string, object][] = [
    ['subscriber.activated', 'subscriber_activate', {}],
    ['subscriber.unsubscribed', 'subscriber_unsubscribe', {}],
    ['subscriber.bounced', 'subscriber_bounce', {}],
    ['subscriber.complained', 'subscriber_complain', {}],
    ['subscriber.subscribed_to_form', 'form_subscribe', { form_id: 12 }],
    ['subscriber.added_to_sequence', 'course_subscribe', { sequence_id: 5 }],
    ['subscriber.sequence_completed', 'course_complete', { course_id: 5 }],
    ['subscriber.link_clicked', 'link_click', { initiator_value: 'https://example.com/beds' }],
    ['subscriber.product_purchased', 'product_purchase', { product_id: 2 }],
    ['subscriber.tag_added', 'tag_add', { tag_id: 3 }],
    ['subscriber.tag_removed', 'tag_remove', { tag_id: 3 }],
    ['purchase.created', 'purchase_create', {}],
    ['custom_field.created', 'field_created', {}],
    ['custom_field.deleted', 'field_deleted', {}],
    ['subscriber.custom_field_value_updated', 'field_value_updated', { custom_field_id: 7 }],
  ]
  const add = (path: string, event: object) =>
    api('POST /v4/webhooks', bearer(account), { target_url: `${server.url}/${path}`, event })
  const others = { form_id: 1, sequence_id: 1, product_id: 1, tag_id: 1, custom_field_id: 1, initiator_value: 'x' }
  for (const [, name, parameter] of names) {
    expect((await add(name, { name, ...parameter })).status).toBe(201)
    if (Object.keys(parameter).length > 0) expect((await add(`not-${name}`, { name, ...others })).status).toBe(201)
  }
  await write(account.ctx, async (tx) => {
    for (const type of PUBLIC_EVENT_TYPES) tx.emit(type, sampleOf(type, tx.now()) as never)
  })
  pass(1_001)
  await settle()
  expect(server.received.map(({ path }) => path.slice(1)).sort()).toEqual(names.map(([, name]) => name).sort())
  for (const { path, body } of server.received) {
    const [type] = names.find(([, name]) => path === `/${name}`) ?? []
    const sample = JSON.parse(JSON.stringify(sampleOf(type ?? 'tag.created', account.ctx.now())))
    const { custom_field, subscriber, purchase } = sample
    const { value: _, ...field } = custom_field ?? {}
    expect(body, path).toEqual({
      ...purchase,
      ...(custom_field ? { custom_field: field } : {}),
      ...(subscriber ? { subscriber: { ...subscriber, created_at: subscriber.created_at.replace('Z', '.000Z') } } : {}),
    })
  }
})

let shared: ReturnType<typeof testAccount> | undefined
const account = () => {
  shared ??= testAccount()
  return shared
}
