import { expect, test } from 'vitest'
import { testAccount, withRole } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { daysAgo, deliver, sentMail } from '../../../testing/modules/ledger.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { createCustomField, deleteCustomField } from '../../custom-fields/service.ts'
import { tagSubscriber } from '../../tags/one-statement.ts'
import { createTag } from '../../tags/service.ts'
import { updateSubscriber } from '../service.ts'

/** Three subscribers: the second was sent two emails and opened one, the third was sent one. */
async function threeSubscribers() {
  const account = await testAccount()
  const { ctx } = account
  const ids = await addSubscribers(account, 3)
  const [, b = 0, c = 0] = ids
  const at = daysAgo(ctx, 2)
  for (const [nth, to] of [[b, c], [b]].entries()) {
    const { mail_id } = await sentMail(ctx, {})
    for (const subscriber_id of to)
      await deliver(ctx, { mail_id, subscriber_id, sent_at: at, opens: nth === 1 ? [at] : [] })
  }
  return { account, ctx, ids, calls: dashboard(account).subscribers }
}

test('a member chooses columns for one account, and the list has their values', async () => {
  const { account, ctx, ids, calls } = await threeSubscribers()
  const [a = 0] = ids
  const { id: field_id } = (await createCustomField(ctx, { label: 'City' })).value
  const { id: other } = (await createCustomField(ctx, { label: 'Gone' })).value
  await updateSubscriber(ctx, { id: a, fields: { city: 'Oslo' } })
  expect(await calls.list({ status: 'all' })).toMatchObject({ columns: ['state', 'tags', 'joined'], fields: [] })
  const columns = ['engagement', 'last_opened', 'source', 'location'] as const
  await calls.saveColumns({ columns: [...columns], field_ids: [field_id, other, 999_999] })
  await deleteCustomField(ctx, { id: other })
  const found = await calls.list({ status: 'all', sort_order: 'asc' })
  expect(found).toMatchObject({ columns, fields: [{ id: field_id, label: 'City' }] })
  expect(found.rows).toMatchObject([
    {
      engagement: { sent: 0, opens: 0, clicks: 0 },
      last_opened: null,
      location: null,
      field_values: { [field_id]: 'Oslo' },
    },
    {
      engagement: { sent: 2, opens: 1, clicks: 0 },
      last_opened: expect.any(String),
      field_values: { [field_id]: null },
    },
    { engagement: { sent: 1, opens: 0, clicks: 0 }, last_opened: null },
  ])
  expect(found.rows[0]).not.toHaveProperty('tags')
  const viewer = dashboard(account, withRole(account, 'viewer')).subscribers
  await viewer.saveColumns({ columns: ['joined'], field_ids: [] })
  expect(await calls.list({})).toMatchObject({ columns: ['joined'] })
  const foreign = dashboard(await testAccount()).subscribers
  await foreign.saveColumns({ columns: [], field_ids: [field_id] })
  expect(await foreign.list({})).toMatchObject({ columns: [], fields: [] })
  for (const given of [
    { columns: ['password'], field_ids: [] },
    { columns: [], field_ids: [1, 2, 3, 4, 5, 6, 7] },
    { columns: [], field_ids: ['x'] },
  ])
    await expect(calls.saveColumns(given as never)).rejects.toThrow()
})

test('a whole list is sorted by what an index has', async () => {
  const { ctx, ids, calls } = await threeSubscribers()
  const [a = 0, b = 0, c = 0] = ids
  const order = async (given: object) => (await calls.list({ status: 'all', ...given })).rows.map(({ id }) => id)
  expect(await order({ sort: 'sent' })).toEqual([b, c, a])
  expect(await order({ sort: 'sent', sort_order: 'asc', status: 'active' })).toEqual([a, c, b])
  expect(await order({ sort: 'opens' })).toEqual([b, c, a])
  await ctx.sql.run(
    `update subscriber set created_at = created_at - interval '1 day' where account_id = $1 and id = $2`,
    [c],
  )
  expect(await order({ sort: 'joined' })).toEqual([b, a, c])
  const first = await calls.list({ status: 'all', sort: 'sent', per_page: 1 })
  expect(await order({ sort: 'sent', after: first.pagination.end_cursor })).toEqual([c, a])
  await expect(order({ sort: 'fields' })).rejects.toThrow('sort must be one of')
})

test('a filter narrows the list and its counts together with search, state and tag', async () => {
  const { ctx, ids, calls } = await threeSubscribers()
  const [a = 0, b = 0] = ids
  const { id: tag_id } = (await createTag(ctx, { name: 'T' })).value
  for (const id of [a, b]) await tagSubscriber(ctx, { tag_id, id })
  const filter = { all: [{ type: 'sent' as const, count_greater_than_or_equal: 1 }] }
  const found = async (given: object) =>
    (await calls.list({ status: 'all', filter, ...given })).rows.map(({ id }) => id)
  expect(await found({})).toEqual(ids.slice(1).toReversed())
  expect(await found({ tag_id })).toEqual([b])
  expect(await found({ search: 'subscriber3' })).toEqual([ids[2]])
  expect(await found({ status: 'bounced' })).toEqual([])
  expect(await calls.counts({ filter })).toMatchObject({ active: 2, bounced: 0 })
  expect(await calls.counts({ filter, tag_id })).toMatchObject({ active: 1 })
  expect(await calls.counts({ filter, search: 'subscriber3' })).toMatchObject({ active: 1 })
  await expect(calls.list({ filter: { all: '{' } as never })).rejects.toThrow()
})
