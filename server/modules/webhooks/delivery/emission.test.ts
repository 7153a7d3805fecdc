import { expect, test } from 'vitest'
import { api, bearer } from '../../../testing/api.ts'
import {
  header,
  parseMail,
  sendAll,
  sendToSink,
  settleEngagement,
  startBroadcast,
} from '../../../testing/modules/sending.ts'
import { sequenceFixture } from '../../../testing/modules/sequences.ts'
import { stamp, subscribedAccount } from '../../../testing/modules/subscribed-account.ts'
import { trackClick, trackOpen } from '../../delivery/tracking/track.ts'
import { unsubscribe } from '../../delivery/tracking/unsubscribe.ts'
import { changeState } from '../../subscribers/state/state.ts'

// Every public event type, with its complete data, emitted by the operation on a single object.

test('subscribers and their states emit complete events [W1, contract 9.5]', async () => {
  const { call, emitted, ctx } = await subscribedAccount()
  const { custom_field } = (await call('POST /v4/custom_fields', { label: 'City' })).body
  const field = { id: custom_field.id, name: `service_field_${custom_field.id}_city`, key: 'city', label: 'City' }
  expect(await emitted()).toEqual([{ type: 'custom_field.created', data: { custom_field: field } }])

  const input = { email_address: 'lin@example.net', first_name: 'Lin' }
  const { id } = (await call('POST /v4/subscribers', input)).body.subscriber
  const lin = { id, ...input, state: 'active', created_at: stamp, fields: { city: null as string | null } }
  expect(await emitted()).toEqual([
    { type: 'subscriber.created', data: { subscriber: lin } },
    { type: 'subscriber.activated', data: { subscriber: lin } },
  ])
  const inactive = { email_address: 'ada@example.net', state: 'inactive' }
  const ada = (await call('POST /v4/subscribers', inactive)).body.subscriber.id
  const later = { ...lin, ...inactive, id: ada, first_name: null }
  expect(await emitted()).toEqual([{ type: 'subscriber.created', data: { subscriber: later } }])

  await call(`PUT /v4/subscribers/${id}`, { ...input, fields: { city: 'Bergen' } })
  lin.fields.city = 'Bergen'
  const value = (value: string | null) => ({
    type: 'subscriber.custom_field_value_updated',
    data: { subscriber: lin, custom_field: { ...field, value } },
  })
  expect(await emitted()).toEqual([value('Bergen')])
  await call('POST /v4/subscribers', { ...input, fields: { city: 'Bergen' } })
  expect(await emitted()).toEqual([])
  await call(`PUT /v4/subscribers/${id}`, { ...input, fields: { city: null } })
  lin.fields.city = null
  expect(await emitted()).toEqual([value(null)])

  await call(`POST /v4/subscribers/${id}/unsubscribe`, [])
  const unsubscribed = { type: 'subscriber.unsubscribed', data: { subscriber: { ...lin, state: 'cancelled' } } }
  expect(await emitted()).toEqual([unsubscribed])
  for (const [transition, cause, type, state] of [
    ['bounce', 'bounce', 'subscriber.bounced', 'bounced'],
    ['complain', 'complaint', 'subscriber.complained', 'complained'],
  ] as const) {
    const email_address = `${transition}@example.net`
    const made = (await call('POST /v4/subscribers', { email_address })).body.subscriber.id
    await emitted()
    await changeState(ctx, { ids: [made], transition, cause })
    expect(await emitted()).toEqual([
      { type, data: { subscriber: { ...lin, id: made, first_name: null, email_address, state } } },
    ])
  }
  await call(`DELETE /v4/custom_fields/${field.id}`)
  expect(await emitted()).toEqual([{ type: 'custom_field.deleted', data: { custom_field: field } }])
})

test('tags, forms, landing pages and purchases emit complete events [W1, contract 9.5]', async () => {
  const account = await subscribedAccount()
  const { call, emitted, app } = account
  const input = { email_address: 'lin@example.net', first_name: 'Lin' }
  const { id } = (await call('POST /v4/subscribers', input)).body.subscriber
  const subscriber = { id, ...input, state: 'active', created_at: stamp, fields: {} }
  await emitted()

  const made = (await call('POST /v4/tags', { name: 'Beta' })).body.tag
  const tag = { id: made.id, name: 'Beta', created_at: stamp }
  await call('POST /v4/tags', { name: 'Beta' })
  expect(await emitted()).toEqual([{ type: 'tag.created', data: { tag } }])
  await call(`POST /v4/tags/${tag.id}/subscribers/${id}`, [])
  await call(`POST /v4/tags/${tag.id}/subscribers`, input)
  expect(await emitted()).toEqual([{ type: 'subscriber.tag_added', data: { subscriber, tag } }])
  for (let n = 0; n < 2; n++) await call(`DELETE /v4/tags/${tag.id}/subscribers/${id}`)
  expect(await emitted()).toEqual([{ type: 'subscriber.tag_removed', data: { subscriber, tag } }])
  for (let n = 0; n < 2; n++) await call(`PUT /v4/tags/${tag.id}`, { name: 'Members' })
  const renamed = { ...tag, name: 'Members' }
  expect(await emitted()).toEqual([{ type: 'tag.renamed', data: { tag: renamed, previous_name: 'Beta' } }])
  await app.tags.delete({ id: tag.id })
  expect(await emitted()).toEqual([{ type: 'tag.deleted', data: { tag: renamed } }])

  const created = await app.forms.create({ name: 'Sign-up', type: 'embed', format: 'inline' })
  const kind = { created_at: stamp, archived: false, uid: expect.stringMatching(/^[0-9a-f]+$/) }
  const form = { id: created.id, name: 'Sign-up', type: 'embed', format: 'inline', ...kind }
  expect(await emitted()).toEqual([])
  await call(`POST /v4/forms/${form.id}/subscribers/${id}`, [])
  expect(await emitted()).toEqual([{ type: 'subscriber.subscribed_to_form', data: { subscriber, form } }])
  const page = await app.forms.create({ name: 'Workshop', type: 'hosted', format: null })
  const landing_page = { id: page.id, name: 'Workshop', type: 'hosted', format: null, ...kind }
  expect(await emitted()).toEqual([{ type: 'landing_page.created', data: { landing_page } }])
  for (let n = 0; n < 2; n++) await app.forms.setStatus({ id: page.id, status: 'trashed' })
  expect(await emitted()).toEqual([{ type: 'landing_page.deleted', data: { landing_page } }])

  const line = { pid: 'p', name: 'Course', quantity: 2, unit_price: 5.5, sku: null }
  const { purchase } = (
    await api('POST /v4/purchases', bearer(account), {
      transaction_id: 'T-1',
      email_address: 'ada@example.net',
      products: [{ ...line, lid: 'l' }],
    })
  ).body
  const ada = { ...subscriber, id: purchase.subscriber_id, first_name: null, email_address: 'ada@example.net' }
  expect(await emitted()).toEqual([
    { type: 'subscriber.created', data: { subscriber: ada } },
    { type: 'subscriber.activated', data: { subscriber: ada } },
    { type: 'purchase.created', data: { purchase: { ...purchase, shipping: 0 } } },
    {
      type: 'subscriber.product_purchased',
      data: { subscriber: ada, product: { id: expect.any(Number), ...line }, purchase_id: purchase.id },
    },
  ])
  await app.privacy.erase({ id, email_address: input.email_address })
  expect(await emitted()).toEqual([{ type: 'subscriber.deleted', data: { subscriber_id: id } }])
})

test('broadcasts, posts, opens, clicks and unsubscribes emit complete events [W1, contract 9.5]', async () => {
  const account = await subscribedAccount()
  const { emitted, call } = account
  const sink = await sendToSink()
  const input = { email_address: 'lin@example.net', first_name: 'Lin' }
  const { id: subscriber_id } = (await call('POST /v4/subscribers', input)).body.subscriber
  const subscriber = { id: subscriber_id, ...input, state: 'active', created_at: stamp, fields: {} }
  await emitted()

  const words = { subject: 'Never', preview_text: 'Not yet', description: 'A draft' }
  const draft = (await call('POST /v4/broadcasts', { ...words, content: '<p>x</p>' })).body.broadcast
  const times = { created_at: stamp, published_at: null, send_at: null }
  const publication_id = draft.publication_id
  const broadcast = { id: draft.id, publication_id, ...words, ...times, public: false, status: 'draft' }
  expect(await emitted()).toEqual([{ type: 'broadcast.created', data: { broadcast } }])
  await call(`PUT /v4/broadcasts/${draft.id}`, { send_at: '2099-03-01T08:00:00Z' })
  const scheduled = { ...broadcast, status: 'scheduled', send_at: stamp }
  expect(await emitted()).toEqual([{ type: 'broadcast.scheduled', data: { broadcast: scheduled } }])
  // Another text is no new time.
  await call(`PUT /v4/broadcasts/${draft.id}`, { content: '<p>y</p>' })
  expect(await emitted()).toEqual([])
  await call(`PUT /v4/broadcasts/${draft.id}`, { send_at: '2099-03-02T08:00:00Z' })
  expect(await emitted()).toEqual([{ type: 'broadcast.scheduled', data: { broadcast: scheduled } }])
  await call(`DELETE /v4/broadcasts/${draft.id}`)
  expect(await emitted()).toEqual([{ type: 'broadcast.deleted', data: { broadcast: scheduled } }])

  const both = { ...words, content: '<p>x</p>', send_at: '2099-03-01T08:00:00Z' }
  const planned = (await call('POST /v4/broadcasts', both)).body.broadcast
  const own = { id: planned.id, publication_id: planned.publication_id }
  expect(await emitted()).toEqual([
    { type: 'broadcast.created', data: { broadcast: { ...scheduled, ...own } } },
    { type: 'broadcast.scheduled', data: { broadcast: { ...scheduled, ...own } } },
  ])

  const id = await startBroadcast(account, { subject: 'What grew', public: true })
  const begun = {
    ...broadcast,
    id,
    publication_id: expect.any(Number),
    subject: 'What grew',
    preview_text: null,
    description: null,
    public: true,
    send_at: stamp,
  }
  await sendAll(account, id)
  const [created, sent, published, ...more] = (await emitted()).sort((a, b) => a.type.localeCompare(b.type))
  expect(created).toEqual({ type: 'broadcast.created', data: { broadcast: { ...begun, status: 'sending' } } })
  expect(sent).toEqual({ type: 'broadcast.sent', data: { broadcast: { ...begun, status: 'completed' } } })
  const post = {
    id: expect.any(Number),
    publication_id: sent?.data.broadcast.publication_id,
    title: 'What grew',
    slug: 'what-grew',
    published_at: stamp,
    is_paid: false,
    public_url: expect.stringContaining('/what-grew'),
  }
  expect([published, ...more]).toEqual([{ type: 'post.published', data: { post } }])

  const email = await parseMail(sink.messages[0] as (typeof sink.messages)[number])
  const visitor = {
    method: 'GET',
    ip: '91.64.12.7',
    user_agent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0',
    purpose: null,
  }
  const token = /\/t\/o\/([\w.-]+)/.exec(email.html ?? '')?.[1] ?? ''
  await trackOpen(token, { ...visitor, user_agent: 'curl/8' })
  const mail = { broadcast_id: id, sequence_email_id: null, automation_email_id: null, subject: 'What grew' }
  for (let n = 0; n < 2; n++) await trackOpen(token, visitor)
  await settleEngagement(account)
  expect(await emitted()).toEqual([{ type: 'subscriber.email_opened', data: { subscriber, mail } }])
  await trackClick(token, 1, visitor)
  await settleEngagement(account)
  const link = { url: 'https://studio.example/a?x=1&y=2' }
  expect(await emitted()).toEqual([{ type: 'subscriber.link_clicked', data: { subscriber, link, mail } }])
  await unsubscribe(/\/u\/([\w.-]+)>/.exec(header(email, 'list-unsubscribe') ?? '')?.[1] ?? '', 'one_click')
  expect(await emitted()).toEqual([
    { type: 'subscriber.unsubscribed', data: { subscriber: { ...subscriber, state: 'cancelled' } } },
  ])
})

test('sequences emit complete events, from creation to the last email of a subscriber [W1, contract 9.5]', async () => {
  const { account, at, call, email, join, ids, id } = await sequenceFixture(1)
  const { emitted, call: callAny } = await subscribedAccount(account)
  const made = (await callAny('POST /v4/sequences', { name: 'Another', hold: true })).body.sequence
  const another = {
    id: made.id,
    name: 'Another',
    hold: true,
    repeat: false,
    created_at: stamp,
    updated_at: stamp,
    email_template_id: made.email_template_id,
    active: true,
  }
  expect(await emitted()).toEqual([{ type: 'sequence.created', data: { sequence: another } }])
  const sequence = { ...another, id, name: 'Welcome', hold: false }
  await email({ delay_value: 0 })
  await join()
  const subscriber = {
    id: ids[0],
    first_name: 'Subscriber 1',
    email_address: 'subscriber1@example.net',
    state: 'active',
    created_at: stamp,
    fields: {},
  }
  expect(await emitted()).toEqual([{ type: 'subscriber.added_to_sequence', data: { subscriber, sequence } }])
  await at('2026-01-14T09:00:05Z')
  expect(await emitted()).toEqual([{ type: 'subscriber.sequence_completed', data: { subscriber, sequence } }])
  for (const active of [false, true]) await call('PUT', { active })
  expect(await emitted()).toEqual([
    { type: 'sequence.disabled', data: { sequence: { ...sequence, active: false } } },
    { type: 'sequence.published', data: { sequence } },
  ])
  await call('DELETE')
  expect(await emitted()).toEqual([{ type: 'sequence.deleted', data: { sequence } }])
})
