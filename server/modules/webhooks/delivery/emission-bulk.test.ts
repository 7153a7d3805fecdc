import { expect, test } from 'vitest'
import { api, bearer } from '../../../testing/api.ts'
import type { WrittenEvent } from '../../../testing/events.ts'
import { runBulkJobs } from '../../../testing/modules/bulk.ts'
import { imported } from '../../../testing/modules/imports.ts'
import { stamp, subscribedAccount } from '../../../testing/modules/subscribed-account.ts'

// A bulk operation emits the same events as the single one for each item: contract 7.

const sorted = (events: WrittenEvent[]) =>
  events
    .map(({ type, data }) => ({ type, data }))
    .sort((a, b) => `${a.type} ${JSON.stringify(a.data)}`.localeCompare(`${b.type} ${JSON.stringify(b.data)}`))

test.each([
  ['in the request', 3],
  ['by the job', 101],
])('a bulk request applied %s emits complete events for each item [W1, contract 9.5]', async (_, count) => {
  const account = await subscribedAccount()
  const { emitted, app } = account
  const bulk = async (operation: string, body: object) => {
    const answer = await api(operation, bearer(account), body)
    expect(answer.status).toBe(count > 100 ? 202 : 200)
    await runBulkJobs(account)
    return sorted(await emitted())
  }
  const each = <Item>(make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n))
  const ofType = (events: WrittenEvent[], type: string) => events.filter((event) => event.type === type)

  const fields = await bulk('POST /v4/bulk/custom_fields', { custom_fields: each((n) => ({ label: `Field ${n}` })) })
  expect(fields).toHaveLength(count)
  expect(fields.map(({ data }) => data)).toEqual(
    expect.arrayContaining(
      each((n) => ({
        custom_field: {
          id: expect.any(Number),
          name: expect.stringMatching(new RegExp(`^service_field_\\d+_field_${n}$`)),
          key: `field_${n}`,
          label: `Field ${n}`,
        },
      })),
    ),
  )

  const events = await bulk('POST /v4/bulk/subscribers', {
    subscribers: each((n) => ({ email_address: `r${n}@example.net`, first_name: `R${n}` })),
  })
  const none = Object.fromEntries(each((n) => [`field_${n}`, null]))
  const subscriberOf = (n: number) => ({
    id: expect.any(Number),
    first_name: `R${n}`,
    email_address: `r${n}@example.net`,
    state: 'active',
    created_at: stamp,
    fields: none,
  })
  for (const type of ['subscriber.created', 'subscriber.activated'] as const) {
    const subscribers = ofType(events, type).map(({ data }) => data)
    expect(subscribers).toHaveLength(count)
    expect(subscribers).toEqual(expect.arrayContaining(each((n) => ({ subscriber: subscriberOf(n) }))))
  }
  const subscribers = ofType(events, 'subscriber.created').map(({ data }) => data.subscriber)

  const tags = await bulk('POST /v4/bulk/tags', { tags: each((n) => ({ name: `Tag ${n}` })) })
  expect(tags).toHaveLength(count)
  expect(tags.map(({ data }) => data)).toEqual(
    expect.arrayContaining(each((n) => ({ tag: { id: expect.any(Number), name: `Tag ${n}`, created_at: stamp } }))),
  )
  const { tag } = tags[0]?.data ?? {}
  const taggings = subscribers.map(({ id }) => ({ tag_id: tag.id, subscriber_id: id }))
  for (const [method, type] of [
    ['POST', 'subscriber.tag_added'],
    ['DELETE', 'subscriber.tag_removed'],
  ] as const) {
    expect(await bulk(`${method} /v4/bulk/tags/subscribers`, { taggings })).toEqual(
      sorted(subscribers.map((subscriber) => ({ type, data: { subscriber, tag } }))),
    )
  }
  expect(await bulk('DELETE /v4/bulk/tags', { tags: tags.map(({ data }) => ({ id: data.tag.id })) })).toEqual(
    sorted(tags.map(({ data }) => ({ type: 'tag.deleted', data }))),
  )

  const { id: form_id } = await app.forms.create({ name: 'Sign-up', type: 'embed', format: 'modal' })
  const additions = await bulk('POST /v4/bulk/forms/subscribers', {
    additions: subscribers.map(({ id }) => ({ form_id, subscriber_id: id })),
  })
  const kind = { type: 'embed', format: 'modal', archived: false, uid: expect.any(String) }
  const form = { id: form_id, name: 'Sign-up', created_at: stamp, ...kind }
  const added = ofType(additions, 'subscriber.subscribed_to_form').map(({ data }) => data)
  expect(added).toHaveLength(count)
  expect(added).toEqual(expect.arrayContaining(subscribers.map((subscriber) => ({ subscriber, form }))))

  const { custom_field } = fields[0]?.data ?? {}
  const values = await bulk('POST /v4/bulk/custom_fields/subscribers', {
    custom_field_values: subscribers.map(({ id }) => ({
      subscriber_id: id,
      subscriber_custom_field_id: custom_field.id,
      value: 'Bergen',
    })),
  })
  expect(values).toEqual(
    sorted(
      subscribers.map((subscriber) => ({
        type: 'subscriber.custom_field_value_updated',
        data: {
          subscriber: { ...subscriber, fields: { ...none, [custom_field.key]: 'Bergen' } },
          custom_field: { ...custom_field, value: 'Bergen' },
        },
      })),
    ),
  )
})

test('an import emits events of subscribers, values, tags, forms and sequences [W1, contract 9.5]', async () => {
  const { emitted, call, ctx, app } = await subscribedAccount()
  const { custom_field } = (await call('POST /v4/custom_fields', { label: 'City' })).body
  const form = await app.forms.create({ name: 'Sign-up', type: 'embed', format: 'inline' })
  const { sequence } = (await call('POST /v4/sequences', { name: 'Welcome' })).body
  await emitted()
  await imported(ctx, 'Email,First name,City\nlin@example.net,Lin,Oslo\n', {
    tags: ['March'],
    form_id: form.id,
    sequence_id: sequence.id,
  })
  const events = new Map((await emitted()).map(({ type, data }) => [type, data]))
  const subscriber = {
    id: expect.any(Number),
    first_name: 'Lin',
    email_address: 'lin@example.net',
    state: 'active',
    created_at: stamp,
    fields: { city: 'Oslo' },
  }
  const tag = { id: expect.any(Number), name: 'March', created_at: stamp }
  const { id, name, hold, repeat, created_at, updated_at, email_template_id, active } = sequence
  expect(Object.fromEntries(events)).toEqual({
    'import.completed': {
      import: { id: expect.any(Number), filename: 'people.csv', rows: 1, created: 1, updated: 0, invalid: 0 },
    },
    'subscriber.created': { subscriber },
    'subscriber.activated': { subscriber },
    'subscriber.custom_field_value_updated': { subscriber, custom_field: { ...custom_field, value: 'Oslo' } },
    'tag.created': { tag },
    'subscriber.tag_added': { subscriber, tag },
    'subscriber.subscribed_to_form': {
      subscriber,
      form: {
        id: form.id,
        name: 'Sign-up',
        created_at: stamp,
        type: 'embed',
        format: 'inline',
        archived: false,
        uid: expect.any(String),
      },
    },
    'subscriber.added_to_sequence': {
      subscriber,
      sequence: { id, name, hold, repeat, created_at, updated_at, email_template_id, active },
    },
  })
})
