import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { subscribeTo, takeEvents } from '../../testing/events.ts'
import { upsertSubscriber } from '../subscribers/service.ts'

test('creating a tag twice answers the same tag, 201 then 200, ignoring case [contract 17.13]', async () => {
  const account = await testAccount()
  const first = await api('POST /v4/tags', key(account), { name: '  Beta ' })
  expect(first.status).toBe(201)
  expect(first.body.tag).toEqual({
    id: expect.any(Number),
    name: 'Beta',
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  const second = await api('POST /v4/tags', key(account), { name: 'bETA' })
  expect(second.status).toBe(200)
  expect(second.body).toEqual(first.body)
})

test('a tag needs a unique name', async () => {
  const account = await testAccount()
  const { body } = await api('POST /v4/tags', key(account), { name: 'Beta' })
  await api('POST /v4/tags', key(account), { name: 'VIP' })
  expect(await api('POST /v4/tags', key(account), [])).toMatchObject({
    status: 422,
    body: { errors: ["Name can't be blank"] },
  })
  expect(await api(`PUT /v4/tags/${body.tag.id}`, key(account), { name: ' ' })).toMatchObject({ status: 422 })
  expect(await api(`PUT /v4/tags/${body.tag.id}`, key(account), { name: 'vip' })).toMatchObject({
    status: 422,
    body: { errors: ['Name has already been taken'] },
  })
  expect(await api(`PUT /v4/tags/${body.tag.id}`, key(account), { name: 'BETA' })).toMatchObject({
    status: 200,
    body: { tag: { name: 'BETA' } },
  })
})

test('a tag of another account answers 404 before the body is validated [S11]', async () => {
  const [own_account, other] = [await testAccount(), await testAccount()]
  const { body } = await api('POST /v4/tags', key(other), { name: 'Theirs' })
  expect(await api(`PUT /v4/tags/${body.tag.id}`, key(own_account), {})).toMatchObject({
    status: 404,
    body: { errors: ['Not Found'] },
  })
  expect(await api('PUT /v4/tags/99999999999', key(own_account), { name: 'x' })).toMatchObject({ status: 404 })
})

test('tags are paged forward and back in a total order [contract 17.5]', async () => {
  const account = await testAccount()
  for (const name of ['a', 'b', 'c']) await api('POST /v4/tags', key(account), { name })
  const first = await api('GET /v4/tags?per_page=1&include_total_count=1', key(account))
  expect(first.body.pagination).toMatchObject({
    has_previous_page: false,
    has_next_page: true,
    per_page: 1,
    total_count: 3,
  })
  const second = await api(`GET /v4/tags?per_page=1&after=${first.body.pagination.end_cursor}`, key(account))
  expect(second.body.pagination.has_previous_page).toBe(true)
  expect(second.body.tags[0].name).toBe('b')
  const back = await api(`GET /v4/tags?per_page=1&before=${second.body.pagination.start_cursor}`, key(account))
  expect(back.body.tags).toEqual(first.body.tags)
  const counted = await api('GET /v4/tags?include=subscriber_count&include_total_count=0', key(account))
  expect(counted.body.tags.map((tag: { subscriber_count: number }) => tag.subscriber_count)).toEqual([0, 0, 0])
  expect(counted.body.pagination).not.toHaveProperty('total_count')
})

test('an invalid cursor, or one of another list, is rejected [contract 17.7]', async () => {
  const account = await testAccount()
  await api('POST /v4/tags', key(account), { name: 'a' })
  const refusal = { status: 422, body: { errors: ['after is not a valid cursor'] } }
  expect(await api('GET /v4/tags?after=nonsense', key(account))).toMatchObject(refusal)
  const foreign = Buffer.from(JSON.stringify(['broadcasts:d', '1'])).toString('base64url')
  expect(await api(`GET /v4/tags?after=${foreign}`, key(account))).toMatchObject(refusal)
  expect(await api('GET /v4/tags?per_page=0', key(account))).toMatchObject({
    status: 422,
    body: { errors: ['per_page must be between 1 and 1000'] },
  })
  expect((await api('GET /v4/tags?per_page=5000&after=', key(account))).body.pagination.per_page).toBe(1000)
})

test('a tag is read and deleted by its id, also with an API key [contract 21]', async () => {
  const account = await testAccount()
  const { tag } = (await api('POST /v4/tags', key(account), { name: 'Beta' })).body
  await subscribeTo(account.account_id, ['tag.deleted'])
  expect((await api(`GET /v4/tags/${tag.id}`, key(account))).body).toEqual({
    tag: { ...tag, color: null, topic: null },
  })
  expect((await api(`DELETE /v4/tags/${tag.id}`, key(account))).status).toBe(204)
  expect(await takeEvents(account.account_id)).toEqual([{ type: 'tag.deleted', data: { tag } }])
  for (const method of ['GET', 'DELETE']) {
    expect((await api(`${method} /v4/tags/${tag.id}`, key(account))).status).toBe(404)
  }
})

test('a program colors a tag, offers it as a topic and takes it back [contract 22.1]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const { tag } = (await ask('POST /v4/tags', { name: 'news' })).body
  const path = `/v4/tags/${tag.id}`
  expect((await ask(`PUT ${path}/color`, { color: 'pink' })).body.errors).toEqual([
    'color: Choose one of: petrol, green, yellow, orange, red, blue',
  ])
  expect((await ask(`PUT ${path}/color`, { color: 'green' })).body.tag).toEqual({ ...tag, color: 'green', topic: null })
  expect((await ask(`PUT ${path}/topic`, { name: ' ' })).body.errors).toEqual(["Public name can't be blank"])
  const topic = { name: 'Product news', description: null }
  expect((await ask(`PUT ${path}/topic`, { name: 'Product news' })).body.tag).toMatchObject({ color: 'green', topic })
  expect((await ask('GET /v4/topics')).body.topics).toEqual([{ id: tag.id, tag_name: 'news', ...topic }])
  expect((await ask(`DELETE ${path}/topic`)).status).toBe(204)
  expect((await ask('GET /v4/topics')).body.topics).toEqual([])
})

test('topics are paged by cursor in both directions, and a cursor of another list is refused', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  for (const name of ['C', 'A', 'D', 'B']) {
    const { tag } = (await ask('POST /v4/tags', { name })).body
    await ask(`PUT /v4/tags/${tag.id}/topic`, { name })
  }
  const page = async (query: string) => {
    const { topics, pagination } = (await ask(`GET /v4/topics?${query}`)).body
    return { ...pagination, names: topics.map(({ name }: { name: string }) => name).join('') }
  }
  const first = await page('per_page=2&include_total_count=true')
  expect(first).toMatchObject({ names: 'AB', has_previous_page: false, has_next_page: true, total_count: 4 })
  const second = await page(`per_page=2&after=${first.end_cursor}`)
  expect(second).toMatchObject({ names: 'CD', has_previous_page: true, has_next_page: false })
  expect(await page(`per_page=1&before=${second.start_cursor}`)).toMatchObject({
    names: 'B',
    has_previous_page: true,
    has_next_page: true,
  })
  const { end_cursor } = (await ask('GET /v4/tags')).body.pagination
  for (const query of [`after=${end_cursor}`, 'before=x', `after=${first.end_cursor}&before=${first.end_cursor}`])
    expect((await ask(`GET /v4/topics?${query}`)).status).toBe(422)
})

test('a program restores a removed tag as of its time, for subscribers of the account [contract 22.1]', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const { tag } = (await ask('POST /v4/tags', { name: 'VIP' })).body
  const { id } = (await upsertSubscriber(account.ctx, { email_address: 'lin@example.net' })).value
  const foreign = (await upsertSubscriber(other.ctx, { email_address: 'lin@example.net' })).value
  const restore = (subscriber_id: number, body: unknown) =>
    ask(`POST /v4/tags/${tag.id}/subscribers/${subscriber_id}/restore`, body)
  expect((await restore(id, {})).body.errors).toEqual(['tagged_at is required'])
  expect((await restore(id, { tagged_at: '2199-01-01T00:00:00Z' })).body.errors).toEqual([
    'tagged_at must not be in the future',
  ])
  const tagged_at = '2026-03-01T10:00:00Z'
  expect((await restore(id, { tagged_at })).status).toBe(204)
  expect((await ask(`GET /v4/subscribers/${id}/tags`)).body.tags).toMatchObject([{ id: tag.id, tagged_at }])
  expect((await restore(foreign.id, { tagged_at })).status).toBe(404)
})
