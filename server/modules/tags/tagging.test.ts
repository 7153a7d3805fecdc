import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { subscribeTo, takeEvents } from '../../testing/events.ts'
import { createCustomField } from '../custom-fields/service.ts'
import { upsertSubscriber } from '../subscribers/service.ts'
import { createTag } from './service.ts'
import { tagSubscribers, untagSubscribers } from './tagging.ts'

async function tagged(...names: string[]) {
  const account = await testAccount()
  const tag = (await createTag(account.ctx, { name: 'Beta' })).value
  const ids: Record<string, number> = {}
  for (const name of names) ids[name] = await addSubscriber(account, name)
  const path = `/v4/tags/${tag.id}/subscribers`
  const call = (operation: string, body?: unknown) => {
    const [method, rest = ''] = operation.split(' ')
    return api(`${method} ${path}${rest}`, key(account), body)
  }
  return { account, tag, ids, call }
}

const addSubscriber = async ({ ctx }: TestAccount, name: string) =>
  (await upsertSubscriber(ctx, { email_address: `${name}@example.net` })).value.id

test('tagging by address or ID answers 201, then 200 with the same time', async () => {
  const { account, ids, call } = await tagged('lin', 'ada')
  await createCustomField(account.ctx, { label: 'City' })
  const first = await call('POST', { email_address: ' LIN@example.net ' })
  expect(first.status).toBe(201)
  expect(first.body.subscriber).toEqual({
    id: ids.lin,
    first_name: null,
    email_address: 'lin@example.net',
    state: 'active',
    created_at: expect.any(String),
    fields: { city: null },
    tagged_at: expect.stringMatching(/Z$/),
  })
  const again = await call(`POST /${ids.lin}`, [])
  expect(again.status).toBe(200)
  expect(again.body).toEqual(first.body)
  expect((await call(`POST /${ids.ada}`)).status).toBe(201)
})

test('tagging answers 422 for a missing address, and 404 for an unknown or malformed one', async () => {
  const { account, call } = await tagged()
  for (const body of [[], {}, { email_address: '' }, { email_address: ' ' }, { email_address: null }, undefined]) {
    expect(await call('POST', body)).toMatchObject({
      status: 422,
      body: { errors: ['Either subscriber id or email address is required to tag subscriber'] },
    })
    expect(await call('DELETE', body)).toMatchObject({
      status: 422,
      body: { errors: ['Either subscriber id or email address is required to remove tag from subscriber'] },
    })
  }
  for (const email_address of ['unknown@example.net', 'nonsense']) {
    expect((await call('POST', { email_address })).status).toBe(404)
    expect((await call('DELETE', { email_address })).status).toBe(404)
  }
  expect((await call('POST /123456789')).status).toBe(404)
  expect((await call('DELETE /123456789')).status).toBe(404)
  for (const operation of ['GET', 'POST', 'DELETE']) {
    const path = '/v4/tags/999999/subscribers?status=gone'
    expect(await api(`${operation} ${path}`, key(account), {})).toMatchObject({ status: 404 })
  }
})

test('untagging by ID, body or query answers 204, also without the tag', async () => {
  const { account, ids, call } = await tagged('lin')
  await subscribeTo(account.account_id, ['subscriber.tag_removed'])
  const attempts: [string, unknown][] = [
    [`DELETE /${ids.lin}`, []],
    ['DELETE', { email_address: 'lin@example.net' }],
    ['DELETE ?email_address=lin@example.net', []],
  ]
  for (const [operation, body] of attempts) {
    await call(`POST /${ids.lin}`)
    const removed = await call(operation, body)
    expect(removed).toMatchObject({ status: 204, body: null })
    expect((await call(operation, body)).status).toBe(204)
    expect(await takeEvents(account.account_id)).toMatchObject([
      { type: 'subscriber.tag_removed', data: { subscriber: { id: ids.lin }, tag: { name: 'Beta' } } },
    ])
  }
})

test('a tagging emits one event with the subscriber and the tag [W1]', async () => {
  const { account, tag, ids, call } = await tagged('lin')
  await subscribeTo(account.account_id, ['subscriber.tag_added'])
  const { tagged_at: _, ...subscriber } = (await call(`POST /${ids.lin}`)).body.subscriber
  await call(`POST /${ids.lin}`)
  expect(await takeEvents(account.account_id)).toEqual([{ type: 'subscriber.tag_added', data: { subscriber, tag } }])
  await Promise.all(Array.from({ length: 6 }, () => call(`DELETE /${ids.lin}`)))
  const race = await Promise.all(Array.from({ length: 6 }, () => call(`POST /${ids.lin}`)))
  expect(race.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
  expect(await takeEvents(account.account_id)).toHaveLength(1)
})

test('tags and subscribers of another account cannot be tagged [S11]', async () => {
  const [own, other] = [await tagged('lin'), await tagged('lin')]
  expect((await own.call(`POST /${other.ids.lin}`)).status).toBe(404)
  expect((await api(`POST /v4/tags/${other.tag.id}/subscribers/${own.ids.lin}`, key(own.account))).status).toBe(404)
  expect(await own.account.ctx.db.tagging.count()).toBe(0)
  expect(await other.account.ctx.db.tagging.count()).toBe(0)
})

test('the subscribers of a tag are listed last tagged first, active ones by default, with filters', async () => {
  const { account, ids, call } = await tagged('a', 'b', 'c', 'd')
  const { ctx } = account
  for (const name of ['b', 'a', 'd', 'c']) await call(`POST /${ids[name]}`)
  await ctx.db.subscriber.updateMany({ where: { id: ids.d }, data: { state: 'bounced' } })
  await ctx.db.subscriber.updateMany({ where: { id: ids.a }, data: { created_at: new Date('2026-01-05T12:00:00Z') } })
  await ctx.db.tagging.updateMany({ where: { subscriber_id: ids.b }, data: { tagged_at: new Date('2026-02-01') } })
  const names = async (query: string) =>
    (await call(`GET ${query}`)).body.subscribers.map((row: { email_address: string }) => row.email_address[0])
  expect(await names('')).toEqual(['c', 'a', 'b'])
  expect(await names('?status=all')).toEqual(['c', 'd', 'a', 'b'])
  expect(await names('?status=bounced&slim=1')).toEqual(['d'])
  expect(await names('?created_before=2026-01-05&created_after=2026-01-05')).toEqual(['a'])
  expect(await names('?tagged_before=2026-02-01')).toEqual(['b'])
  expect(await names('?tagged_after=2026-02-02')).toEqual(['c', 'a'])
  const first = (await call('GET ?per_page=2&include_total_count=true')).body
  expect(first.pagination).toMatchObject({ has_next_page: true, total_count: 3 })
  const second = (await call(`GET ?per_page=2&after=${first.pagination.end_cursor}`)).body
  expect(second.subscribers.map((row: { id: number }) => row.id)).toEqual([ids.b])
  const back = (await call(`GET ?per_page=2&before=${second.pagination.start_cursor}`)).body
  expect(back.subscribers).toEqual(first.subscribers)
  expect(first.subscribers[0]).toMatchObject({ tagged_at: expect.any(String), fields: {} })
  expect((await call('GET ?slim=true')).body.subscribers[0]).not.toHaveProperty('fields')
  expect((await call('GET ?status=gone')).body.errors).toEqual([
    'status must be one of: active, inactive, bounced, complained, cancelled, all',
  ])
})

test('the tags of a subscriber are listed last tagged first', async () => {
  const { account, tag, ids, call } = await tagged('lin')
  await call(`POST /${ids.lin}`)
  const vip = (await createTag(account.ctx, { name: 'VIP' })).value
  await api(`POST /v4/tags/${vip.id}/subscribers/${ids.lin}`, key(account))
  const { body } = await api(`GET /v4/subscribers/${ids.lin}/tags?per_page=1`, key(account))
  expect(body).toMatchObject({ tags: [{ id: vip.id, name: 'VIP', tagged_at: expect.any(String) }] })
  const rest = await api(`GET /v4/subscribers/${ids.lin}/tags?after=${body.pagination.end_cursor}`, key(account))
  expect(rest.body.tags).toEqual([{ id: tag.id, name: 'Beta', tagged_at: expect.any(String) }])
  expect((await api('GET /v4/subscribers/999999/tags?per_page=0', key(account))).status).toBe(404)
})

test('tagging a set of pairs finds existing ones, omits unknown ones, and applies duplicates once', async () => {
  const { account, tag, ids } = await tagged('a', 'b')
  const [a, b] = [ids.a ?? 0, ids.b ?? 0]
  const pairs = [a, b, a, 999_999_999].map((subscriber_id) => ({ tag_id: tag.id, subscriber_id }))
  await tagSubscribers(account.ctx, { pairs: pairs.slice(0, 1) })
  const result = await tagSubscribers(account.ctx, { pairs: [...pairs, { tag_id: 999_999, subscriber_id: a }] })
  expect(new Map(result.map(({ subscriber_id, created }) => [subscriber_id, created]))).toEqual(
    new Map([
      [a, false],
      [b, true],
    ]),
  )
  expect(result).toHaveLength(2)
  await untagSubscribers(account.ctx, { pairs })
  expect(await account.ctx.db.tagging.count()).toBe(0)
})
