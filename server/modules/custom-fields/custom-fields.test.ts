import { expect, test } from 'vitest'
import { z } from 'zod'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { subscribeTo, takeEvents } from '../../testing/events.ts'
import { eraseSlot } from '../subscribers/fields/queued-fields.ts'

const create = async (account: { api_key: string }, label: unknown) =>
  api('POST /v4/custom_fields', key(account), { label })

test('a custom field can be created, renamed and deleted [contract 17.24]', async () => {
  const account = await testAccount()
  const made = await create(account, '  Last name ')
  const { id } = made.body.custom_field
  expect(made).toMatchObject({
    status: 201,
    body: { custom_field: { name: `service_field_${id}_last_name`, key: 'last_name', label: 'Last name' } },
  })
  const renamed = await api(`PUT /v4/custom_fields/${id}`, key(account), { label: 'Lastname' })
  expect(renamed).toMatchObject({ status: 200, body: { custom_field: { id, key: 'lastname', label: 'Lastname' } } })
  expect(renamed.body.custom_field.name).toBe(`service_field_${id}_last_name`)
  expect((await api('GET /v4/custom_fields?include_total_count=1', key(account))).body).toMatchObject({
    custom_fields: [renamed.body.custom_field],
    pagination: { total_count: 1 },
  })
  expect(await api(`DELETE /v4/custom_fields/${id}`, key(account), [])).toMatchObject({ status: 204, body: null })
  expect((await api('GET /v4/custom_fields', key(account))).body.custom_fields).toEqual([])
  expect((await api(`DELETE /v4/custom_fields/${id}`, key(account))).status).toBe(404)
})

test('an existing label answers 200 with its field, whatever its case', async () => {
  const account = await testAccount()
  const first = await create(account, 'City')
  const second = await create(account, ' cITY ')
  expect(second.status).toBe(200)
  expect(second.body).toEqual(first.body)
  const race = await Promise.all(Array.from({ length: 6 }, () => create(account, 'Race')))
  expect(race.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(new Set(race.map(({ body }) => body.custom_field.id)).size).toBe(1)
})

test('keys are unique: a number is appended, and a label without Latin characters becomes field_<id>', async () => {
  const account = await testAccount()
  const keys = []
  for (const label of ['T-shirt size', 'T shirt size', 'T_shirt/size']) {
    keys.push((await create(account, label)).body.custom_field.key)
  }
  expect(keys).toEqual(['t_shirt_size', 't_shirt_size_2', 't_shirt_size_3'])
  const { id, key: bare } = (await create(account, '名前')).body.custom_field
  expect(bare).toBe(`field_${id}`)
})

test('invalid labels are rejected, and an unknown id is reported before an invalid label', async () => {
  const account = await testAccount()
  for (const label of ['', '   ', null, undefined]) {
    expect(await create(account, label)).toMatchObject({ status: 422, body: { errors: ["Label can't be blank"] } })
  }
  expect((await create(account, 5)).body).toMatchObject({ errors: ['label must be a string'] })
  expect((await api('POST /v4/custom_fields', key(account), [])).body.errors).toEqual(["Label can't be blank"])
  expect((await create(account, 'x'.repeat(256))).status).toBe(422)
  const { id } = (await create(account, 'City')).body.custom_field
  await create(account, 'Town')
  expect(await api(`PUT /v4/custom_fields/${id}`, key(account), { label: 'TOWN' })).toMatchObject({
    status: 422,
    body: { errors: ['Label has already been taken'] },
  })
  expect((await api(`PUT /v4/custom_fields/${id}`, key(account), { label: 'CITY' })).body.custom_field.key).toBe('city')
  expect((await api('PUT /v4/custom_fields/999999', key(account), {})).status).toBe(404)
})

test('creating and deleting a field emits events, and renaming and finding do not [W1]', async () => {
  const account = await testAccount()
  await subscribeTo(account.account_id, ['custom_field.created', 'custom_field.deleted'])
  const { custom_field } = (await create(account, 'City')).body
  await create(account, 'city')
  const { body } = await api(`PUT /v4/custom_fields/${custom_field.id}`, key(account), { label: 'Town' })
  await api(`DELETE /v4/custom_fields/${custom_field.id}`, key(account))
  expect(await takeEvents(account.account_id)).toEqual([
    { type: 'custom_field.created', data: { custom_field } },
    { type: 'custom_field.retired', data: { slot: 'city', not_before: null } },
    { type: 'custom_field.deleted', data: { custom_field: body.custom_field } },
  ])
})

test('values of a renamed field move to its new key, also when another field gets the old key', async () => {
  const account = await testAccount()
  const { id } = (await create(account, 'City')).body.custom_field
  const input = { email_address: 'lin@example.net', fields: { city: 'Bergen' } }
  const { subscriber } = (await api('POST /v4/subscribers', key(account), input)).body
  await api(`PUT /v4/custom_fields/${id}`, key(account), { label: 'Town' })
  await create(account, 'City')
  const read = async () => (await api(`GET /v4/subscribers/${subscriber.id}`, key(account))).body.subscriber.fields
  expect(await read()).toEqual({ town: 'Bergen', city: null })
  await api(`PUT /v4/subscribers/${subscriber.id}`, key(account), { fields: { city: 'Oslo' } })
  expect(await read()).toEqual({ town: 'Bergen', city: 'Oslo' })
})

test('values of a deleted field disappear immediately, and a new field with the same label does not show them', async () => {
  const account = await testAccount()
  const { id } = (await create(account, 'City')).body.custom_field
  await create(account, 'Job')
  const input = { email_address: 'lin@example.net', fields: { city: 'Bergen', job: 'Smith' } }
  const made = (await api('POST /v4/subscribers', key(account), input)).body.subscriber
  const read = async () => (await api(`GET /v4/subscribers/${made.id}`, key(account))).body.subscriber.fields
  await api(`DELETE /v4/custom_fields/${id}`, key(account))
  expect(await read()).toEqual({ job: 'Smith' })
  await create(account, 'City')
  expect(await read()).toEqual({ city: null, job: 'Smith' })
  await api(`PUT /v4/subscribers/${made.id}`, key(account), { fields: { city: 'Oslo' } })

  await eraseSlot(account.ctx, { slot: 'city' })
  expect(await read()).toEqual({ city: 'Oslo', job: 'Smith' })
  const row = await account.ctx.db.subscriber.findFirstOrThrow({ where: { id: made.id } })
  expect(row.fields).toEqual({ city_2: 'Oslo', job: 'Smith' })
  expect(await account.ctx.db.retiredSlot.count()).toBe(0)
})

test('an erasure that runs twice keeps the values of a new field with the same label', async () => {
  const account = await testAccount()
  const { id } = (await create(account, 'City')).body.custom_field
  const input = { email_address: 'lin@example.net', fields: { city: 'Bergen' } }
  const made = (await api('POST /v4/subscribers', key(account), input)).body.subscriber
  await api(`DELETE /v4/custom_fields/${id}`, key(account))
  await eraseSlot(account.ctx, { slot: 'city' })
  await create(account, 'City')
  await api(`PUT /v4/subscribers/${made.id}`, key(account), { fields: { city: 'Oslo' } })

  await eraseSlot(account.ctx, { slot: 'city' })
  const { subscriber } = (await api(`GET /v4/subscribers/${made.id}`, key(account))).body
  expect(subscriber.fields).toEqual({ city: 'Oslo' })
})

test('a deleted field can be restored with its values until they are erased', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const { id } = (await create(account, 'City')).body.custom_field
  const input = { email_address: 'lin@example.net', fields: { city: 'Bergen' } }
  const made = (await api('POST /v4/subscribers', key(account), input)).body.subscriber
  const read = async () => (await api(`GET /v4/subscribers/${made.id}`, key(account))).body.subscriber.fields
  await takeEvents(account.account_id)
  const deleted = await app.custom_fields.delete({ id, only_if_undoable: true })
  expect(await read()).toEqual({})
  const [retired] = await takeEvents(account.account_id)
  expect(retired).toMatchObject({ type: 'custom_field.retired', data: { slot: 'city' } })
  const later = z.object({ not_before: z.iso.datetime() }).parse(retired?.data).not_before
  expect(Date.parse(later) - +account.ctx.now()).toBeGreaterThan(3_600_000)
  // The event of an earlier deletion must not erase values that can still be restored.
  await eraseSlot(account.ctx, { slot: 'city' })
  await app.custom_fields.undelete({ undo: deleted.undo ?? 0 })
  expect(await read()).toEqual({ city: 'Bergen' })
  expect(await account.ctx.db.retiredSlot.count()).toBe(0)

  const again = await app.custom_fields.delete({ id, only_if_undoable: true })
  const next_day = { ...account.ctx, now: () => new Date(+account.ctx.now() + 2 * 3_600_000) }
  await eraseSlot(next_day, { slot: 'city' })
  await expect(app.custom_fields.undelete({ undo: again.undo ?? 0 })).rejects.toThrow('can no longer be restored')
})

test('deleting a field used by a form, a segment or an unsent email needs a confirmation, and an automation prevents it', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const { account_id, db, now } = account.ctx
  const field = async (label: string) => (await app.custom_fields.create({ label })).id
  const [asked_for, listed, written, free] = [
    await field('Asked'),
    await field('Listed'),
    await field('Written'),
    await field('Free'),
  ]
  const settings = { fields: [{ custom_field_id: asked_for }] }
  await db.form.create({ data: { account_id, uid: `field-${account_id}`, name: 'Footer', settings } })
  const condition = { type: 'custom_field', subscriber_custom_field_id: listed, comparison: 'is', value: 'x' }
  await db.segment.create({ data: { account_id, name: 'New', definition: { all: [condition] } } })
  const content = '<p>{{ subscriber.written }}</p>'
  await db.broadcast.create({ data: { account_id, subject: 'Soon', content, status: 'scheduled', send_at: now() } })
  for (const id of [asked_for, listed, written]) {
    expect(await app.custom_fields.delete({ id, only_if_undoable: true })).toEqual({ is_deleted: false, undo: null })
    const { undo } = await app.custom_fields.delete({ id })
    await app.custom_fields.undelete({ undo: undo ?? 0 })
    expect(await app.custom_fields.get({ id })).toMatchObject({ id })
  }
  await app.custom_fields.delete({ id: free, only_if_undoable: true })
  await expect(app.custom_fields.get({ id: free })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
