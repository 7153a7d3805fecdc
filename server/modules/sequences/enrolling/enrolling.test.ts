import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { subscribeTo, takeEvents } from '../../../testing/events.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { enrollSubscribers } from './enrolling.ts'

async function joining(count: number, input: object = {}) {
  const account = await testAccount()
  const { sequence } = (await api('POST /v4/sequences', key(account), { name: 'Welcome', ...input })).body
  const ids = await addSubscribers(account, count)
  const call = (operation: string, body?: unknown) => {
    const [method, rest = ''] = operation.split(' ')
    return api(`${method} /v4/sequences/${sequence.id}/subscribers${rest}`, key(account), body)
  }
  return { account, sequence, ids, call }
}

test('adding by email address or id answers 201, then 200 with the original time [contract 20.3]', async () => {
  const { account, ids, call } = await joining(2)
  await createCustomField(account.ctx, { label: 'City' })
  const first = await call('POST', { email_address: ' SUBSCRIBER1@example.net ' })
  expect(first.status).toBe(201)
  expect(first.body).toEqual({
    subscriber: {
      id: ids[0],
      first_name: 'Subscriber 1',
      email_address: 'subscriber1@example.net',
      state: 'active',
      created_at: expect.any(String),
      fields: { city: null },
      added_at: expect.stringMatching(/Z$/),
    },
  })
  const again = await call(`POST /${ids[0]}`, [])
  expect(again.status).toBe(200)
  expect(again.body).toEqual(first.body)
  expect((await call(`POST /${ids[1]}`)).status).toBe(201)
})

test('a missing address is 422, an unknown or invalid one 404, and an inactive sequence 422 in both routes', async () => {
  const { account, sequence, ids, call } = await joining(1)
  for (const body of [[], {}, { email_address: '' }, { email_address: null }, undefined])
    expect(await call('POST', body)).toMatchObject({
      status: 422,
      body: { errors: ['Either subscriber id or email address is required to add subscriber to sequence'] },
    })
  for (const email_address of ['unknown@example.net', 'nonsense'])
    expect((await call('POST', { email_address })).status).toBe(404)
  expect((await call('POST /123456789')).status).toBe(404)
  await api(`PUT /v4/sequences/${sequence.id}`, key(account), { active: false })
  const inactive = { status: 422, body: { errors: ['Sequence is inactive'] } }
  expect(await call('POST', { email_address: 'subscriber1@example.net' })).toMatchObject(inactive)
  expect(await call(`POST /${ids[0]}`, [])).toMatchObject(inactive)
  expect((await call('POST /123456789')).status).toBe(404)
  expect((await call('GET')).body.subscribers).toEqual([])
})

test('joining emits one event with snapshots of subscriber and sequence [W1]', async () => {
  const { account, sequence, ids, call } = await joining(1)
  await subscribeTo(account.account_id, ['subscriber.added_to_sequence'])
  await takeEvents(account.account_id)
  const race = await Promise.all(Array.from({ length: 6 }, () => call(`POST /${ids[0]}`)))
  expect(race.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
  const [event, ...rest] = await takeEvents(account.account_id)
  expect(rest).toEqual([])
  const { added_at: _, ...subscriber } = (await call('GET')).body.subscribers[0]
  expect(event).toMatchObject({
    type: 'subscriber.added_to_sequence',
    data: { subscriber, sequence: { id: sequence.id, name: 'Welcome', active: true } },
  })
})

test("another account's sequence or subscriber cannot be enrolled [S11]", async () => {
  const [own, other] = [await joining(1), await joining(1)]
  expect((await own.call(`POST /${other.ids[0]}`)).status).toBe(404)
  const pairs = [
    { sequence_id: other.sequence.id, subscriber_id: own.ids[0] ?? 0 },
    { sequence_id: own.sequence.id, subscriber_id: other.ids[0] ?? 0 },
  ]
  expect(await enrollSubscribers(own.account.ctx, { pairs })).toEqual([])
  expect(await own.account.ctx.db.enrollment.count()).toBe(0)
  expect(await other.account.ctx.db.enrollment.count()).toBe(0)
})

test('thousands of subscribers enroll in one call, each pair once, without unknown or inactive ones', async () => {
  const { account, sequence, ids } = await joining(3000)
  const paused = (await api('POST /v4/sequences', key(account), { name: 'Paused', active: 0 })).body.sequence
  const into = (sequence_id: number) => ids.map((subscriber_id) => ({ sequence_id, subscriber_id }))
  const pairs = [...into(sequence.id), ...into(sequence.id), ...into(paused.id), { sequence_id: 1e9, subscriber_id: 1 }]
  const enrolled = await enrollSubscribers(account.ctx, { pairs })
  expect(enrolled).toHaveLength(3000)
  expect(enrolled.every(({ created }) => created)).toBe(true)
  const again = await enrollSubscribers(account.ctx, { pairs: into(sequence.id).slice(0, 10) })
  expect(again.map(({ created }) => created)).toEqual(Array(10).fill(false))
  expect(await account.ctx.db.enrollment.count()).toBe(3000)
})

test('the list is last added first and active by default, with filters and their errors [contract 17.7]', async () => {
  const { account, ids, call } = await joining(4)
  for (const id of [...ids].reverse()) await call(`POST /${id}`)
  const { ctx } = account
  await ctx.db.subscriber.updateMany({ where: { id: ids[3] }, data: { state: 'bounced' } })
  await ctx.db.subscriber.updateMany({ where: { id: ids[0] }, data: { created_at: new Date('2026-01-05T12:00:00Z') } })
  await ctx.db.enrollment.updateMany({ where: { subscriber_id: ids[1] }, data: { added_at: new Date('2026-02-01') } })
  const names = async (query: string) =>
    (await call(`GET ${query}`)).body.subscribers.map((row: { id: number }) => ids.indexOf(row.id))
  expect(await names('')).toEqual([0, 2, 1])
  expect(await names('?status=all')).toEqual([0, 2, 3, 1])
  expect(await names('?status=bounced')).toEqual([3])
  expect(await names('?added_before=2026-02-01')).toEqual([1])
  expect(await names('?added_after=2026-02-02')).toEqual([0, 2])
  expect(await names('?created_before=2026-01-05')).toEqual([0])
  expect((await call('GET ?slim=1')).body.subscribers[0]).not.toHaveProperty('fields')
  expect((await call('GET ?slim=0')).body.subscribers[0]).toHaveProperty('fields')
  const faults = {
    status: 'status must be one of: active, inactive, bounced, complained, cancelled, all',
    after: 'after is not a valid cursor',
    added_after: 'added_after must be formatted YYYY-MM-DD',
  }
  for (const [name, text] of Object.entries(faults))
    expect(await call(`GET ?${name}=nonsense`)).toMatchObject({ status: 422, body: { errors: [text] } })
})
