import { expect, test } from 'vitest'
import type { Tx } from '../../../core/write/write.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, bearer, key } from '../../../testing/api.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { subscribeTo, takeEvents } from '../../../testing/events.ts'
import { createCustomField, deleteCustomField } from '../../custom-fields/service.ts'
import { lockRows } from '../write/change.ts'
import { applyQueuedFields, eraseSlot, requeueStalledFields } from './queued-fields.ts'

/** An account with the fields f1 to f12, and values for all. */
async function accountWithFields() {
  const account = await testAccount()
  for (let i = 1; i <= 12; i++) await createCustomField(account.ctx, { label: `F${i}` })
  const values = (value: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i + 1}`, value]))
  const put = (id: number, fields: object) => api(`PUT /v4/subscribers/${id}`, key(account), { fields })
  const read = async (id: number) => (await api(`GET /v4/subscribers/${id}`, key(account))).body.subscriber.fields
  const { subscriber } = (await api('POST /v4/subscribers', key(account), { email_address: 'lin@example.net' })).body
  await takeEvents(account.account_id)
  return { account, values, put, read, id: subscriber.id as number }
}

test('ten values are written immediately; eleven answer 202 and show null until the job has run', async () => {
  const { account, values, put, read, id } = await accountWithFields()
  expect(await put(id, values('a', 10))).toMatchObject({ status: 200, body: { subscriber: { fields: { f10: 'a' } } } })
  const queued = await put(id, values('b', 11))
  expect(queued.status).toBe(202)
  expect(queued.body.subscriber.fields).toEqual({ ...values('b', 12), ...nulls(12) })
  expect(await read(id)).toEqual({ ...values('a', 10), f11: null, f12: null })
  expect(await takeEvents(account.account_id)).toEqual([
    { type: 'subscriber.fields_queued', data: { subscriber_id: id } },
  ])
  await subscribeTo(account.account_id, ['subscriber.custom_field_value_updated'])
  await applyQueuedFields(account.ctx, { ids: [id] })
  expect(await read(id)).toEqual({ ...values('b', 11), f12: null })
  const events = await takeEvents(account.account_id)
  expect(events).toHaveLength(11)
  expect(events[0]?.data).toMatchObject({ subscriber: { id, fields: { f11: 'b' } }, custom_field: { value: 'b' } })
  await applyQueuedFields(account.ctx, { ids: [id] })
  expect(await takeEvents(account.account_id)).toEqual([])
})

const nulls = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i + 1}`, null]))

test('later writes win, queued or not, independent of when the job runs', async () => {
  const { account, values, put, read, id } = await accountWithFields()
  await put(id, values('first', 12))
  await put(id, values('second', 11))
  await put(id, { f1: 'third', f2: null })
  const expected = { ...values('second', 12), f1: 'third', f2: null, f12: 'first' }
  expect(await read(id)).toEqual(expected)
  await applyQueuedFields(account.ctx, { ids: [id] })
  expect(await read(id)).toEqual(expected)
})

test('queued values are applied in order with values from bulk requests and other writes', async () => {
  const { account, values, put, read, id } = await accountWithFields()
  await put(id, values('queued', 11))
  const f1 = await account.ctx.db.customField.findFirstOrThrow({ where: { key: 'f1' } })
  const custom_field_values = [{ subscriber_id: id, subscriber_custom_field_id: f1.id, value: 'bulk' }]
  const answer = await api('POST /v4/bulk/custom_fields/subscribers', bearer(account), { custom_field_values })
  expect(answer).toMatchObject({ status: 200, body: { failures: [] } })
  expect(await read(id)).toEqual({ ...values('queued', 11), f1: 'bulk', f12: null })
  await put(id, values('again', 12))
  await api('POST /v4/subscribers', key(account), { email_address: 'lin@example.net', fields: { f2: 'upsert' } })
  expect(await read(id)).toEqual({ ...values('again', 12), f2: 'upsert' })
  await applyQueuedFields(account.ctx, { ids: [id] })
  expect(await read(id)).toEqual({ ...values('again', 12), f2: 'upsert' })
})

test('a name can change while values are queued', async () => {
  const { account, values, put, read, id } = await accountWithFields()
  await put(id, values('a', 11))
  await api(`PUT /v4/subscribers/${id}`, key(account), { first_name: 'Lin' })
  expect(await read(id)).toEqual(nulls(12))
  await applyQueuedFields(account.ctx, { ids: [id] })
  expect(await read(id)).toEqual({ ...values('a', 11), f12: null })
})

test('a new subscriber with eleven values is created immediately, answers 202 and gets the values from the job', async () => {
  const { account, values, read } = await accountWithFields()
  const body = { email_address: 'new@example.net', first_name: 'New', fields: { ...values('a', 10), unknown: 'x' } }
  const made = await api('POST /v4/subscribers', key(account), body)
  expect(made).toMatchObject({
    status: 202,
    body: { subscriber: { first_name: 'New' }, warnings: [expect.stringContaining('"unknown"')] },
  })
  expect(made.body.subscriber.fields).toEqual(nulls(12))
  await applyQueuedFields(account.ctx, { ids: [made.body.subscriber.id] })
  expect(await read(made.body.subscriber.id)).toEqual({ ...values('a', 10), f11: null, f12: null })
})

test('queued values whose job was lost are written after 15 minutes', async () => {
  const { account, values, put, read, id } = await accountWithFields()
  await put(id, values('a', 11))
  const requeue = async (minutes: number) => {
    const updated_at = new Date(Date.now() - minutes * 60_000)
    await account.ctx.db.subscriber.updateMany({ where: { id }, data: { updated_at } })
    await requeueStalledFields({ now: new Date() })
    return read(id)
  }
  expect(await requeue(14)).toEqual(nulls(12))
  expect(await requeue(16)).toEqual({ ...values('a', 11), f12: null })
})

test('queued values of a deleted field are dropped', async () => {
  const { account, values, put, read, id } = await accountWithFields()
  await put(id, values('a', 11))
  const f1 = await account.ctx.db.customField.findFirstOrThrow({ where: { key: 'f1' } })
  await deleteCustomField(account.ctx, { id: f1.id })
  await applyQueuedFields(account.ctx, { ids: [id] })
  const { f1: _, ...rest } = values('a', 11)
  expect(await read(id)).toEqual({ ...rest, f12: null })
  const row = await account.ctx.db.subscriber.findFirstOrThrow({ where: { id } })
  expect(row.fields).toEqual(rest)
})

test('erasing a field’s values and writing to the same subscribers cannot deadlock', async () => {
  const account = await testAccount()
  const { ctx } = account
  const { value: field } = await createCustomField(ctx, { label: 'City' })
  // The order of their IDs differs from the order of their addresses.
  for (const name of ['ben', 'ada'])
    await api('POST /v4/subscribers', key(account), { email_address: `${name}@x.example`, fields: { city: 'Oslo' } })
  await deleteCustomField(ctx, { id: field.id })
  const lock = (tx: Tx, name: string) => lockRows(tx, 'email_address', [`${name}@x.example`])
  const outcome = await duringTransaction(
    ctx,
    (tx) => lock(tx, 'ada'),
    () => eraseSlot(ctx, { slot: 'city' }),
    (tx) => lock(tx, 'ben'),
  )
  expect(outcome.status).toBe('fulfilled')
  const rows = await ctx.db.subscriber.findMany({ select: { fields: true } })
  expect(rows).toEqual([{ fields: {} }, { fields: {} }])
})
