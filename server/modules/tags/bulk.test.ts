import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { api, bearer } from '../../testing/api.ts'
import { subscribeTo, takeEvents } from '../../testing/events.ts'
import { runBulk, storedBulk } from '../../testing/modules/bulk.ts'
import { upsertSubscriber } from '../subscribers/service.ts'
import { createTag } from './service.ts'

async function accountWith(...names: string[]) {
  const account = await testAccount()
  const ids: number[] = []
  for (const name of names)
    ids.push((await upsertSubscriber(account.ctx, { email_address: `${name}@example.net` })).value.id)
  const send = (operation: string, body: unknown) => api(operation, bearer(account), body)
  return { account, ids, send }
}

test('creating many tags finds existing names, rejects blank ones, and creates a repeated name once [contract 8.5.9, 17.14]', async () => {
  const { account, send } = await accountWith()
  const known_tag = (await createTag(account.ctx, { name: 'Beta' })).value
  await subscribeTo(account.account_id, ['tag.created', 'tag.deleted'])
  const tags = [{ name: 'beta' }, { name: '' }, { name: ' VIP ' }, {}, { name: 7 }, { name: 'vip' }]
  const { status, body } = await send('POST /v4/bulk/tags', { tags })
  expect(status).toBe(200)
  expect(body.tags).toEqual([known_tag, { id: expect.any(Number), name: 'VIP', created_at: expect.any(String) }])
  const blank = { errors: ["Name can't be blank"] }
  expect(body.failures).toEqual([
    { tag: { name: '', created_at: null }, ...blank },
    { tag: { name: null, created_at: null }, ...blank },
    { tag: { name: null, created_at: null }, errors: ['name must be a string'] },
  ])
  expect(await takeEvents(account.account_id)).toEqual([{ type: 'tag.created', data: { tag: body.tags[1] } }])

  const gone = await send('DELETE /v4/bulk/tags', {
    tags: [
      { id: known_tag.id },
      { id: 2_000_000_000 },
      { id: 'x' },
      { id: 9_000_000_000 },
      { id: String(body.tags[1].id) },
    ],
  })
  const missing = (id: number | null) => ({ errors: ['Tag does not exist'], tag: { id } })
  expect(gone).toMatchObject({
    status: 200,
    body: { failures: [missing(2_000_000_000), missing(null), missing(9_000_000_000)] },
  })
  expect(Object.keys(gone.body)).toEqual(['failures'])
  expect((await takeEvents(account.account_id)).map(({ type, data }) => [type, data.tag.id])).toEqual(
    [known_tag.id, body.tags[1].id].sort((a, b) => a - b).map((id) => ['tag.deleted', id]),
  )
})

test('tagging many subscribers returns a row for each pair, and an unknown ID is null in failures [contract 8.5.11, 17.15, 20.14]', async () => {
  const { account, ids, send } = await accountWith('lin', 'ada')
  const { ids: foreign } = await accountWith('eve')
  const [lin = 0, ada = 0] = ids
  const first_tag = (await createTag(account.ctx, { name: 'One' })).value.id
  const two = (await createTag(account.ctx, { name: 'Two' })).value.id
  await subscribeTo(account.account_id, ['subscriber.tag_added', 'subscriber.tag_removed'])
  const taggings = [
    { tag_id: first_tag, subscriber_id: lin },
    { tag_id: String(two), subscriber_id: String(lin) },
    { tag_id: first_tag, subscriber_id: ada },
    { tag_id: first_tag, subscriber_id: foreign[0] },
    { tag_id: 2_147_483_648, subscriber_id: ada },
    { tag_id: null, subscriber_id: 'x' },
  ]
  const { status, body } = await send('POST /v4/bulk/tags/subscribers', { taggings })
  expect(status).toBe(200)
  expect(body.subscribers.map(({ id }: { id: number }) => id)).toEqual([lin, lin, ada])
  expect(Object.keys(body.subscribers[0])).toEqual(['id', 'first_name', 'email_address', 'created_at', 'tagged_at'])
  const failures = [
    { tagging: { tag_id: first_tag, subscriber_id: null }, errors: ['Subscriber does not exist'] },
    { tagging: { tag_id: null, subscriber_id: ada }, errors: ['Tag does not exist'] },
    { tagging: { tag_id: null, subscriber_id: null }, errors: ['Tag does not exist', 'Subscriber does not exist'] },
  ]
  expect(body.failures).toEqual(failures)
  expect(await takeEvents(account.account_id)).toHaveLength(3)

  const again = await send('POST /v4/bulk/tags/subscribers', { taggings: taggings.slice(0, 2) })
  expect(again.body.subscribers).toEqual(body.subscribers.slice(0, 2))
  const off = await send('DELETE /v4/bulk/tags/subscribers', {
    taggings: [...taggings, { tag_id: two, subscriber_id: ada }],
  })
  expect(off).toMatchObject({ status: 200, body: { failures } })
  expect((await takeEvents(account.account_id)).map(({ type }) => type)).toEqual(
    Array(3).fill('subscriber.tag_removed'),
  )
  expect(await account.ctx.db.tagging.count()).toBe(0)
})

test('concurrent requests that add and remove tags in opposite orders cannot deadlock', async () => {
  const { account, ids } = await accountWith(...Array.from({ length: 20 }, (_, i) => `p${i}`))
  const tags = await Promise.all(['a', 'b', 'c'].map((name) => createTag(account.ctx, { name })))
  const taggings = tags.flatMap(({ value: { id: tag_id } }) => ids.map((subscriber_id) => ({ tag_id, subscriber_id })))
  const orders = [taggings, [...taggings].reverse()]
  const requests = await Promise.all(
    ['POST', 'DELETE'].flatMap((method) =>
      orders.map((list) =>
        storedBulk(account.account_id, `${method} /v4/bulk/tags/subscribers`, { taggings: list }, { most_items: 20 }),
      ),
    ),
  )
  await Promise.all(
    requests.map(async ({ ctx, id }) => {
      while (await runBulk(ctx, { id }));
    }),
  )
  const states = await account.ctx.sql.rows(
    'select distinct state, failure_count from bulk_request where account_id = $1',
  )
  expect(states).toEqual([{ state: 'completed', failure_count: 0 }])
})
