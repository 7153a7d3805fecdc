import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { makeSequence } from '../../../testing/modules/sequences.ts'
import { upsertSubscriber } from '../service.ts'

const NAMES = ['a', 'b', 'c', 'd']
/** The same filter for each list, where ADDED is the list's own name for the time of adding. */
const QUERIES = [
  '',
  'status=all',
  'status=bounced&slim=1',
  'created_after=2026-01-05&created_before=2026-01-05',
  'status=all&ADDED_before=2026-02-01',
  'ADDED_after=2026-02-02',
  'per_page=2&include_total_count=true',
  'ADDED_after=yesterday',
  'status=gone',
  'after=nonsense',
]

test('the subscribers of a tag, a form and a sequence are filtered and paged by the same rules', async () => {
  const account = await testAccount()
  const { account_id, ctx } = account
  const ids: number[] = []
  for (const name of NAMES) {
    const { value } = await upsertSubscriber(ctx, { email_address: `${name}@example.net`, fields: { city: 'Oslo' } })
    ids.push(value.id)
  }
  const tag = await ctx.db.tag.create({ data: { account_id, name: 'Beta', name_folded: 'beta' } })
  const form = await unscoped().form.create({ data: { account_id, name: 'Footer', uid: `members-${account_id}` } })
  const sequence = await makeSequence(account)
  await api(`PUT /v4/sequences/${sequence.id}`, key(account), { active: true })
  const lists = {
    [`/v4/tags/${tag.id}/subscribers`]: 'tagged',
    [`/v4/forms/${form.id}/subscribers`]: 'added',
    [`/v4/sequences/${sequence.id}/subscribers`]: 'added',
  }
  for (const path of Object.keys(lists))
    for (const id of ids) expect((await api(`POST ${path}/${id}`, key(account))).status).toBe(201)
  const [a, b, , d] = ids
  await ctx.db.subscriber.updateMany({ where: { id: a }, data: { created_at: new Date('2026-01-05T12:00:00Z') } })
  await ctx.db.subscriber.updateMany({ where: { id: d }, data: { state: 'bounced' } })
  const early = new Date('2026-02-01T23:59:59Z')
  await ctx.db.tagging.updateMany({ where: { subscriber_id: b }, data: { tagged_at: early } })
  await ctx.db.formSubscription.updateMany({ where: { subscriber_id: b }, data: { added_at: early } })
  await ctx.db.enrollment.updateMany({ where: { subscriber_id: b }, data: { added_at: early } })

  for (const query of QUERIES) {
    const [first, ...others] = await Promise.all(
      Object.entries(lists).map(async ([path, added]) => {
        const { status, body } = await api(`GET ${path}?${query.replace('ADDED', added)}`, key(account))
        const { start_cursor, end_cursor, ...pagination } = body.pagination ?? {}
        const rows = body.subscribers?.map(({ id, fields }: { id: number; fields?: object }) => [
          ids.indexOf(id),
          fields,
        ])
        const errors = body.errors?.map((text: string) => text.replace(added, 'ADDED'))
        return { status, pagination, rows, errors, has_cursors: Boolean(start_cursor && end_cursor) }
      }),
    )
    expect(first?.status, query).toBe(first?.errors ? 422 : 200)
    for (const other of others) expect(other, query).toEqual(first)
  }
})
