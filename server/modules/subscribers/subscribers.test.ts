import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { subscribeTo, takeEvents } from '../../testing/events.ts'

type Account = Awaited<ReturnType<typeof testAccount>>
const post = (account: Account, body: unknown) => api('POST /v4/subscribers', key(account), body)
const put = (account: Account, id: number, body: unknown) => api(`PUT /v4/subscribers/${id}`, key(account), body)
const addFields = async (account: Account, ...labels: string[]) => {
  for (const label of labels) await api('POST /v4/custom_fields', key(account), { label })
}

test('an upsert by address answers 201 with every field as a key, then 200, and keeps the state', async () => {
  const account = await testAccount()
  await addFields(account, 'Last name', 'City')
  const made = await post(account, {
    email_address: ' Lin@Example.NET ',
    first_name: 'Lin',
    fields: { last_name: 'Ito' },
  })
  expect(made).toMatchObject({ status: 201 })
  expect(made.body).toEqual({
    subscriber: {
      id: expect.any(Number),
      first_name: 'Lin',
      email_address: 'lin@example.net',
      state: 'active',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      fields: { last_name: 'Ito', city: null },
    },
  })
  const again = await post(account, {
    email_address: 'LIN@example.net',
    state: 'cancelled',
    fields: { city: 'Bergen' },
  })
  expect(again.status).toBe(200)
  expect(again.body.subscriber).toEqual({
    ...made.body.subscriber,
    fields: { last_name: 'Ito', city: 'Bergen' },
  })
})

test('a subscriber can be created in any state, also cancelled [contract 17.8]', async () => {
  const account = await testAccount()
  for (const state of ['cancelled', 'bounced', 'complained', 'inactive', 'active']) {
    const made = await post(account, { email_address: `${state}@example.net`, state })
    expect(made).toMatchObject({ status: 201, body: { subscriber: { state } } })
    const { body } = await api(`GET /v4/subscribers/${made.body.subscriber.id}`, key(account))
    expect(body.subscriber.canceled_at === null).toBe(state !== 'cancelled')
  }
  expect((await post(account, { email_address: 'null@example.net', state: null })).body.subscriber.state).toBe('active')
  expect(await post(account, { email_address: 'x@example.net', state: 'gone' })).toMatchObject({
    status: 422,
    body: { errors: ['State is not included in the list'] },
  })
})

test('an unknown custom field is ignored and named in a warning at the root [contract 17.9]', async () => {
  const account = await testAccount()
  await addFields(account, 'City')
  const fields = { city: 'Bergen', shoe_size: '41' }
  const made = await post(account, { email_address: 'lin@example.net', fields })
  expect(made.status).toBe(201)
  expect(made.body.subscriber.fields).toEqual({ city: 'Bergen' })
  expect(made.body.warnings).toEqual(['Custom field "shoe_size" does not exist and was ignored'])
  const updated = await put(account, made.body.subscriber.id, { fields: { hat: 'x' } })
  expect(updated).toMatchObject({
    status: 200,
    body: { warnings: ['Custom field "hat" does not exist and was ignored'] },
  })
})

test('an update with the body [] succeeds and changes nothing [contract 17.12]', async () => {
  const account = await testAccount()
  const { body } = await post(account, { email_address: 'lin@example.net', first_name: 'Lin', fields: [] })
  const { id } = body.subscriber
  for (const nothing of [[], {}, null, undefined, '']) {
    const same = await put(account, id, nothing)
    expect(same.status).toBe(200)
    expect(same.body).toEqual(body)
  }
})

test('an update changes only the members that are given; null clears a name, null and blank clear a value', async () => {
  const account = await testAccount()
  await addFields(account, 'City', 'Job', 'Age')
  const fields = { city: 'Bergen', job: 'Smith', age: 41 }
  const made = (await post(account, { email_address: 'lin@example.net', first_name: 'Lin', fields })).body.subscriber
  expect(made.fields).toEqual({ city: 'Bergen', job: 'Smith', age: '41' })
  expect((await put(account, made.id, { fields: { city: null, job: '', age: false } })).body.subscriber).toMatchObject({
    first_name: 'Lin',
    email_address: 'lin@example.net',
    fields: { city: null, job: null, age: 'false' },
  })
  expect((await put(account, made.id, { first_name: null })).body.subscriber.first_name).toBeNull()
  const moved = await put(account, made.id, { email_address: ' New@Example.net', state: 'cancelled' })
  expect(moved.body.subscriber).toMatchObject({ id: made.id, email_address: 'new@example.net', state: 'active' })
})

test('invalid addresses, names and values are refused', async () => {
  const account = await testAccount()
  const refused = async (body: unknown) => {
    const answer = await post(account, body)
    expect(answer.status).toBe(422)
    return answer.body.errors
  }
  for (const email_address of [
    '',
    ' ',
    'lin',
    'a@b',
    'a b@example.net',
    'a@@example.net',
    7,
    null,
    ['a@example.net'],
  ]) {
    expect(await refused({ email_address })).toEqual(['Email address is invalid'])
  }
  expect(await refused([])).toEqual(['Email address is invalid'])
  const email_address = 'lin@example.net'
  expect(await refused({ email_address, first_name: 'x'.repeat(256) })).toEqual(['First name is too long'])
  expect(await refused({ email_address, fields: { city: { a: 1 } } })).toEqual(['fields.city must be a string'])
  expect(await refused({ email_address, fields: ['x'] })).toEqual(['fields must be an object'])
  expect(await refused({ email_address, fields: { city: 'é'.repeat(32_768) } })).toEqual(['value is too long'])
  const many = Object.fromEntries(Array.from({ length: 141 }, (_, i) => [`f${i}`, 'x']))
  expect(await refused({ email_address, fields: many })).toEqual(['fields cannot contain more than 140 custom fields'])
  expect((await post(account, { email_address, first_name: '\ud800 Lin', fields: { __proto__: 'x' } })).status).toBe(
    201,
  )
})

test('an address in use is refused on update, an unknown id is not found before the body is read', async () => {
  const account = await testAccount()
  await post(account, { email_address: 'taken@example.net' })
  const { id } = (await post(account, { email_address: 'lin@example.net' })).body.subscriber
  expect(await put(account, id, { email_address: 'Taken@example.net' })).toMatchObject({
    status: 422,
    body: { errors: ['Email address has already been taken'] },
  })
  expect(await put(account, id, { email_address: ' ' })).toMatchObject({
    status: 422,
    body: { errors: ['Email address is invalid'] },
  })
  expect(await put(account, id, { email_address: 'LIN@example.net' })).toMatchObject({ status: 200 })
  for (const body of [{ email_address: 'bad' }, { first_name: 'x' }, []]) {
    expect(await put(account, 123_456_789_012, body)).toMatchObject({ status: 404, body: { errors: ['Not Found'] } })
  }
})

test('subscribers of another account are not found [S11]', async () => {
  const [own, other] = [await testAccount(), await testAccount()]
  const { id } = (await post(other, { email_address: 'lin@example.net' })).body.subscriber
  for (const operation of [
    `GET /v4/subscribers/${id}`,
    `PUT /v4/subscribers/${id}`,
    `POST /v4/subscribers/${id}/unsubscribe`,
    `GET /v4/subscribers/${id}/stats`,
    `GET /v4/subscribers/${id}/tags`,
  ]) {
    expect(await api(operation, key(own))).toMatchObject({ status: 404, body: { errors: ['Not Found'] } })
  }
})

test('a single read has the time of unsubscribing and a location whose members can be null', async () => {
  const account = await testAccount()
  const { id } = (await post(account, { email_address: 'lin@example.net' })).body.subscriber
  const nowhere = { city: null, state: null, country: null, latitude: null, longitude: null, timezone: null }
  const read = async () => (await api(`GET /v4/subscribers/${id}`, key(account))).body.subscriber
  expect(await read()).toMatchObject({ canceled_at: null, location: nowhere, fields: {} })
  const data = { city: 'Bergen', region: 'Vestland', country: 'NO', latitude: 60.39, longitude: 5.32 }
  await account.ctx.db.subscriber.updateMany({ where: { id }, data: { ...data, time_zone: 'Europe/Oslo' } })
  expect((await read()).location).toEqual({
    city: 'Bergen',
    state: 'Vestland',
    country: 'NO',
    latitude: 60.39,
    longitude: 5.32,
    timezone: 'Europe/Oslo',
  })
})

test('creating a subscriber records consent, origin and state', async () => {
  const account = await testAccount()
  const { id } = (await post(account, { email_address: 'lin@example.net', state: 'inactive' })).body.subscriber
  const where = { subscriber_id: id }
  expect(await account.ctx.db.consent.findMany({ where })).toMatchObject([{ source: 'api', text: null }])
  expect(await account.ctx.db.stateChange.findMany({ where })).toMatchObject([
    { from_state: null, to_state: 'inactive', cause: 'api' },
  ])
  const { subscribers } = (await api('GET /v4/subscribers?status=all&include=attribution', key(account))).body
  expect(subscribers[0].attribution).toMatchObject({ source_type: 'api_subscription', source_mechanism: 'api' })
  await post(account, { email_address: 'lin@example.net', first_name: 'Lin' })
  expect(await account.ctx.db.consent.count({ where })).toBe(1)
})

test('creating, activating and each changed value emit an event with the subscriber, and unchanged values emit none [W1]', async () => {
  const account = await testAccount()
  await addFields(account, 'City', 'Job')
  await subscribeTo(account.account_id, [
    'subscriber.created',
    'subscriber.activated',
    'subscriber.custom_field_value_updated',
  ])
  const lin = { email_address: 'lin@example.net', fields: { city: 'Bergen' } }
  const { subscriber } = (await post(account, lin)).body
  const [city] = (await api('GET /v4/custom_fields', key(account))).body.custom_fields.slice(-1)
  expect(await takeEvents(account.account_id)).toEqual([
    { type: 'subscriber.created', data: { subscriber } },
    { type: 'subscriber.activated', data: { subscriber } },
    {
      type: 'subscriber.custom_field_value_updated',
      data: { subscriber, custom_field: { ...city, value: 'Bergen' } },
    },
  ])
  await post(account, lin)
  await post(account, { ...lin, first_name: 'Lin', fields: { job: '' } })
  expect(await takeEvents(account.account_id)).toEqual([])
  const cleared = (await put(account, subscriber.id, { fields: { city: null, job: 'Smith' } })).body.subscriber
  expect(await takeEvents(account.account_id)).toMatchObject([
    { data: { subscriber: cleared, custom_field: { key: 'city', value: null } } },
    { data: { subscriber: cleared, custom_field: { key: 'job', value: 'Smith' } } },
  ])
  await post(account, { email_address: 'off@example.net', state: 'inactive' })
  expect((await takeEvents(account.account_id)).map(({ type }) => type)).toEqual(['subscriber.created'])
})

test('events are written with the change or not at all', async () => {
  const account = await testAccount()
  await subscribeTo(account.account_id, ['subscriber.created'])
  const { write } = await import('../../core/write/write.ts')
  const { upsertSubscriber } = await import('./service.ts')
  const fails = write(account.ctx, async (tx) => {
    await upsertSubscriber(tx, { email_address: 'lin@example.net' })
    throw new Error('after the change')
  })
  await expect(fails).rejects.toThrow('after the change')
  expect(await takeEvents(account.account_id)).toEqual([])
  expect(await account.ctx.db.subscriber.count()).toBe(0)
})

test('parallel upserts of one address create one row: one answers 201, the others 200', async () => {
  const account = await testAccount()
  await addFields(account, 'City')
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      post(account, { email_address: 'race@example.net', first_name: `n${i}`, fields: { city: `c${i}` } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(11).fill(200), 201])
  expect(new Set(answers.map(({ body }) => body.subscriber.id)).size).toBe(1)
  expect(await account.ctx.db.subscriber.count()).toBe(1)
  expect(await account.ctx.db.stateChange.count()).toBe(1)
})

test('a write is visible immediately, by ID, by address and in the list [contract 1.1]', async () => {
  const account = await testAccount()
  const { id } = (await post(account, { email_address: 'lin@example.net' })).body.subscriber
  await put(account, id, { first_name: 'Lin', email_address: 'new@example.net' })
  expect((await api(`GET /v4/subscribers/${id}`, key(account))).body.subscriber.first_name).toBe('Lin')
  const found = await api('GET /v4/subscribers?email_address=new@example.net', key(account))
  expect(found.body.subscribers.map((row: { id: number }) => row.id)).toEqual([id])
  expect((await api('GET /v4/subscribers?email_address=lin@example.net', key(account))).body.subscribers).toEqual([])
})

test("the plan's limit counts active subscribers, also in a race, and does not stop updates", async () => {
  const account = await testAccount({ subscriber_limit: 3 })
  await post(account, { email_address: 'off@example.net', state: 'cancelled' })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => post(account, { email_address: `p${i}@example.net` })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  const refused = answers.filter(({ status }) => status !== 201)
  for (const answer of refused) {
    expect(answer).toMatchObject({ status: 403, body: { errors: ['This request would exceed your subscriber limit'] } })
  }
  expect((await post(account, { email_address: 'off@example.net', first_name: 'Off' })).status).toBe(200)
})
