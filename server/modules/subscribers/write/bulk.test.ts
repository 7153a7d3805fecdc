import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, bearer } from '../../../testing/api.ts'
import { subscribeTo, takeEvents } from '../../../testing/events.ts'
import { runBulkJobs, storedBulk } from '../../../testing/modules/bulk.ts'
import { createCustomFields } from '../../custom-fields/service.ts'
import { upsertSubscriber } from '../service.ts'

const send = (account: TestAccount, subscribers: unknown[]) =>
  api('POST /v4/bulk/subscribers', bearer(account), { subscribers })

test('a bulk request answers new, existing and repeated subscribers, and invalid addresses as failures [contract 8.4]', async () => {
  const account = await testAccount()
  const known = (await upsertSubscriber(account.ctx, { email_address: 'lin@example.net', state: 'cancelled' })).value
  await subscribeTo(account.account_id, ['subscriber.created', 'subscriber.activated'])
  const { status, body } = await send(account, [
    { email_address: 'LIN@example.net', first_name: 'Lin', state: 'active' },
    { email_address: 'Sol@example.net' },
    { first_name: 'Ola', email_address: 'ola' },
    { email_address: 'sol@example.net', first_name: 'Sol' },
    { email_address: 'ben@example.net', state: 'inactive' },
    { email_address: 'eve@example.net', state: 'asleep' },
    { email_address: 'kim@example.net', first_name: 'x'.repeat(256) },
    {},
  ])
  expect(status).toBe(200)
  const { id, created_at } = known
  const other = { id: expect.any(Number), created_at: expect.any(String) }
  expect(body.subscribers).toHaveLength(3)
  expect(body.subscribers).toEqual(
    expect.arrayContaining([
      { id, created_at, first_name: 'Lin', email_address: 'lin@example.net', state: 'cancelled' },
      { ...other, first_name: 'Sol', email_address: 'sol@example.net', state: 'active' },
      { ...other, first_name: null, email_address: 'ben@example.net', state: 'inactive' },
    ]),
  )
  const echo = { first_name: null, email_address: null, state: 'active', created_at: null }
  expect(body.failures).toEqual([
    { subscriber: { ...echo, first_name: 'Ola' }, errors: ['Email address is invalid'] },
    {
      subscriber: { ...echo, email_address: 'eve@example.net', state: null },
      errors: ['State is not included in the list'],
    },
    {
      subscriber: { ...echo, email_address: 'kim@example.net', first_name: 'x'.repeat(256) },
      errors: ['First name is too long'],
    },
    { subscriber: echo, errors: ['Email address is invalid'] },
  ])
  const events = (await takeEvents(account.account_id)).map(({ type, data }) => `${type} ${data.subscriber.first_name}`)
  expect(events.sort()).toEqual(['subscriber.activated Sol', 'subscriber.created Sol', 'subscriber.created null'])
  const row = await account.ctx.db.subscriber.findFirstOrThrow({ where: { email_address: 'sol@example.net' } })
  expect(row).toMatchObject({ source_type: 'api_subscription', source_mechanism: 'api' })
  expect(await account.ctx.db.consent.count({ where: { subscriber_id: row.id, source: 'api' } })).toBe(1)
})

test('above the plan’s limit a bulk request of any length creates nothing, and existing addresses do not count [contract 8.4]', async () => {
  const account = await testAccount({ subscriber_limit: 103 })
  const subscribers = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ email_address: `p${i}@example.net` }))
  expect((await send(account, subscribers(3))).status).toBe(200)
  const refused = { status: 403, body: { errors: ['This request would exceed your subscriber limit'] } }
  expect(await send(account, subscribers(104))).toMatchObject(refused)
  expect(await account.ctx.db.subscriber.count()).toBe(3)
  expect(await account.ctx.sql.rows('select from bulk_request where account_id = $1')).toEqual([])
  expect((await send(account, [...subscribers(103), ...subscribers(103), { email_address: 'bad' }])).status).toBe(202)
  await runBulkJobs(account)
  expect(await account.ctx.db.subscriber.count()).toBe(103)
  expect(await send(account, [...subscribers(9), { email_address: 'new@example.net' }])).toMatchObject(refused)
  expect((await send(account, subscribers(100))).status).toBe(200)
})

async function withFields(count: number) {
  const account = await testAccount()
  const { rows } = await createCustomFields(account.ctx, {
    items: Array.from({ length: count }, (_, i) => ({ label: `F${i + 1}` })),
  })
  const lin = (await upsertSubscriber(account.ctx, { email_address: 'lin@example.net' })).value.id
  const value = (field: number, value: unknown, subscriber_id: unknown = lin) => ({
    subscriber_id,
    subscriber_custom_field_id: rows[field - 1]?.id,
    value,
  })
  const set = (custom_field_values: unknown[]) =>
    api('POST /v4/bulk/custom_fields/subscribers', bearer(account), { custom_field_values })
  const read = async () => (await api(`GET /v4/subscribers/${lin}`, bearer(account))).body.subscriber.fields
  return { account, lin, value, set, read }
}

test('a bulk request sets and clears values; in failures an unknown subscriber is null and an unknown field is shown as sent [contract 8.6]', async () => {
  const { account, lin, value, set, read } = await withFields(3)
  await subscribeTo(account.account_id, ['subscriber.custom_field_value_updated'])
  await set([value(2, 'old')])
  await takeEvents(account.account_id)
  const unknown_field = { subscriber_id: lin, subscriber_custom_field_id: 2_000_000_000, value: 'x' }
  const { status, body } = await set([
    value(1, 'first'),
    value(1, 'last'),
    value(2, ''),
    value(3, 7),
    value(1, 'Ito', 2_000_000_000),
    unknown_field,
    value(1, 'x'.repeat(70_000)),
    value(1, ['x'], null),
  ])
  expect(status).toBe(200)
  expect(body.custom_field_values).toEqual([value(1, 'last'), value(2, null), value(3, '7')])
  expect(body.failures).toEqual([
    { custom_field_value: value(1, 'x'.repeat(70_000)), errors: ['value is too long'] },
    { custom_field_value: value(1, null, null), errors: ['value must be a string'] },
    { custom_field_value: value(1, 'Ito', null), errors: ['Subscriber does not exist'] },
    { custom_field_value: unknown_field, errors: ['Custom field does not exist'] },
  ])
  expect(await read()).toEqual({ f1: 'last', f2: null, f3: '7' })
  expect(await takeEvents(account.account_id)).toHaveLength(3)
  await set([value(1, 'last')])
  expect(await takeEvents(account.account_id)).toEqual([])
})

test('values of 140 fields for one subscriber are accepted; 141 answer 422 for the whole request [contract 4]', async () => {
  const { account, value, set, read } = await withFields(141)
  const values = (count: number) => Array.from({ length: count }, (_, i) => value(i + 1, 'v'))
  expect(await set(values(141))).toMatchObject({
    status: 422,
    body: { errors: ['fields cannot contain more than 140 custom fields'] },
  })
  expect((await set([...values(140), ...values(140)])).status).toBe(202)
  await runBulkJobs(account)
  expect(Object.values(await read()).filter((one) => one === 'v')).toHaveLength(140)
})

test('two concurrent requests for the same subscribers in opposite orders write every value once', async () => {
  const { account, value } = await withFields(2)
  const subscribers = Array.from({ length: 60 }, (_, i) => ({ email_address: `p${i}@example.net` }))
  const ids = (await send(account, subscribers)).body.subscribers.map(({ id }: { id: number }) => id)
  await subscribeTo(account.account_id, ['subscriber.custom_field_value_updated'])
  await takeEvents(account.account_id)
  const orders = [ids.map((id: number) => value(1, 'a', id)), ids.map((id: number) => value(2, 'b', id)).reverse()]
  const requests = await Promise.all(
    orders.map((custom_field_values) =>
      storedBulk(
        account.account_id,
        'POST /v4/bulk/custom_fields/subscribers',
        { custom_field_values },
        { most_items: 9 },
      ),
    ),
  )
  await Promise.all(requests.map(({ ctx }) => runBulkJobs(ctx)))
  const updates = (await takeEvents(account.account_id)).filter(({ type }) => type !== 'bulk.requested')
  expect(updates).toHaveLength(120)
})
