import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { api, bearer, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { listenTo, takeEvents, type WrittenEvent } from '../../testing/events.ts'
import { imported } from '../../testing/imports.ts'
import { header, parseMail, sendAll, sendToSink, startBroadcast } from '../../testing/sending.ts'
import { story } from '../../testing/sequences.ts'
import { trackClick, trackOpen } from '../delivery/track.ts'
import { unsubscribe } from '../delivery/unsubscribe.ts'
import { changeState } from '../subscribers/state.ts'
import { ALL_EVENT_TYPES } from './event-schema.ts'
import { sampleOf } from './samples.ts'

/** Members of an object and of the objects in it; custom fields are each account's own. */
const shapeOf = (value: unknown, name = ''): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && name !== 'fields'
    ? Object.fromEntries(
        Object.entries(value)
          .sort()
          .map(([key, member]) => [key, shapeOf(member, key)]),
      )
    : true

/** Every event that was written has exactly the members of the catalogue, in its samples as in the product. */
async function takeWritten(account_id: number): Promise<WrittenEvent[]> {
  const events = (await takeEvents(account_id)).filter(({ type }) => ALL_EVENT_TYPES.includes(type as never))
  for (const { type, data } of events) {
    expect(shapeOf(data), type).toEqual(shapeOf(sampleOf(type as (typeof ALL_EVENT_TYPES)[number], new Date())))
  }
  return events
}

async function listening(): Promise<TestAccount & { told: () => Promise<string[]> }> {
  const account = await testAccount()
  await listenTo(account.account_id, ALL_EVENT_TYPES)
  const told = async () => (await takeWritten(account.account_id)).map(({ type }) => type)
  return { ...account, told }
}

test('W1, contract 9.5: people, tags, fields, forms and landing pages, from every way in', async () => {
  const account = await listening()
  const { told, ctx } = account
  const app = dashboard(account)
  const call = (operation: string, body?: unknown) => api(operation, key(account), body)
  const made = ['subscriber.created', 'subscriber.activated']

  const { custom_field } = (await call('POST /v4/custom_fields', { label: 'City' })).body
  expect(await told()).toEqual(['custom_field.created'])
  const { subscriber } = (await call('POST /v4/subscribers', { email_address: 'a@example.net' })).body
  expect(await told()).toEqual(made)
  const path = `/v4/subscribers/${subscriber.id}`
  await call(`PUT ${path}`, { email_address: 'a@example.net', fields: { city: 'Bergen' } })
  expect(await told()).toEqual(['subscriber.custom_field_value_updated'])
  await call('POST /v4/subscribers', { email_address: 'a@example.net', fields: { city: 'Bergen' } })
  expect(await told()).toEqual([])

  const { tag } = (await call('POST /v4/tags', { name: 'Beta' })).body
  await call(`POST /v4/tags/${tag.id}/subscribers/${subscriber.id}`, [])
  await call(`DELETE /v4/tags/${tag.id}/subscribers/${subscriber.id}`)
  await app.tags.delete({ id: tag.id })
  expect(await told()).toEqual(['tag.created', 'subscriber.tag_added', 'subscriber.tag_removed', 'tag.deleted'])

  const form = await app.forms.create({ name: 'Sign-up', type: 'embed', format: 'inline' })
  const page = await app.forms.create({ name: 'Workshop', type: 'hosted', format: null })
  await call(`POST /v4/forms/${form.id}/subscribers/${subscriber.id}`, [])
  await app.forms.setStatus({ id: page.id, status: 'trashed' })
  await app.forms.setStatus({ id: page.id, status: 'trashed' })
  expect(await told()).toEqual(['landing_page.created', 'subscriber.subscribed_to_form', 'landing_page.deleted'])

  await imported(ctx, 'Email,City\nb@example.net,Oslo\n', { tags: ['March'] })
  expect((await told()).sort()).toEqual(
    [...made, 'tag.created', 'subscriber.tag_added', 'subscriber.custom_field_value_updated'].sort(),
  )
  const bought = await api('POST /v4/purchases', bearer(account), {
    transaction_id: 'T-1',
    email_address: 'c@example.net',
    products: [{ pid: 'p', lid: 'l', name: 'Course', quantity: 1, unit_price: 5 }],
  })
  expect(bought.status).toBe(201)
  expect(await told()).toEqual([...made, 'subscriber.product_purchased'])

  await call(`POST ${path}/unsubscribe`, [])
  expect(await told()).toEqual(['subscriber.unsubscribed'])
  await call(`DELETE /v4/custom_fields/${custom_field.id}`)
  expect(await told()).toEqual(['custom_field.deleted'])
}, 60_000)

test('W1, contract 9.5: broadcasts and posts, and what readers and their mail servers do', async () => {
  const account = await listening()
  const { account_id, told, ctx } = account
  const sink = await sendToSink({
    answer: ({ command }: { command: string }) =>
      command.includes('gone@') ? '550 5.1.1 There is no such mailbox' : undefined,
  } as never)
  const call = (operation: string, body?: unknown) => api(operation, key(account), body)
  for (const name of ['reader1', 'reader2'])
    await call('POST /v4/subscribers', { email_address: `${name}@example.net` })
  await told()

  const draft = (await call('POST /v4/broadcasts', { subject: 'Never', content: '<p>x</p>' })).body.broadcast
  await call(`DELETE /v4/broadcasts/${draft.id}`)
  expect(await told()).toEqual(['broadcast.created', 'broadcast.deleted'])

  const id = await startBroadcast(account, { public: true })
  await sendAll(account, id)
  expect((await told()).sort()).toEqual(['broadcast.created', 'broadcast.sent', 'post.published'])

  const mail = await parseMail(sink.mails[0] as (typeof sink.mails)[number])
  const visitor = { method: 'GET', user_agent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0', purpose: null }
  const token = /\/t\/o\/([\w.-]+)/.exec(mail.html ?? '')?.[1] ?? ''
  await trackOpen(token, { ...visitor, user_agent: 'curl/8' })
  for (let n = 0; n < 2; n++) await trackOpen(token, visitor)
  await trackClick(token, 1, visitor)
  const read = await takeWritten(account_id)
  expect(read.map(({ type }) => type)).toEqual(['subscriber.email_opened', 'subscriber.link_clicked'])
  expect(read[1]?.data).toMatchObject({ link: { url: 'https://studio.example/a?x=1&y=2' }, mail: { broadcast_id: id } })

  await unsubscribe(/\/u\/([\w.-]+)>/.exec(header(mail, 'list-unsubscribe') ?? '')?.[1] ?? '', 'one_click')
  expect(await told()).toEqual(['subscriber.unsubscribed'])
  for (const [transition, event] of [
    ['bounce', 'subscriber.bounced'],
    ['complain', 'subscriber.complained'],
  ] as const) {
    const { subscriber } = (await call('POST /v4/subscribers', { email_address: `${transition}@example.net` })).body
    await told()
    await changeState(ctx, {
      ids: [subscriber.id],
      transition,
      cause: transition === 'bounce' ? 'bounce' : 'complaint',
    })
    expect(await told()).toEqual([event])
  }
}, 60_000)

test('W1, contract 9.5: sequences, from being made to the last email that somebody gets', async () => {
  const { account, at, call, email, join } = await story(1)
  await listenTo(account.account_id, ALL_EVENT_TYPES)
  const told = async () => (await takeWritten(account.account_id)).map(({ type }) => type)
  await api('POST /v4/sequences', key(account), { name: 'Another' })
  expect(await told()).toEqual(['sequence.created'])
  await email({ delay_value: 0 })
  await join()
  expect(await told()).toEqual(['subscriber.added_to_sequence'])
  await at('2026-01-14T09:00:05Z')
  expect(await told()).toEqual(['subscriber.sequence_completed'])
  for (const active of [false, true]) await call('PUT', { active })
  expect(await told()).toEqual(['sequence.disabled', 'sequence.published'])
  await call('DELETE')
  expect(await told()).toContain('sequence.deleted')
}, 60_000)
