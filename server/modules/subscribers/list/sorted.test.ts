import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { logStatements } from '../../../testing/database/statement-log.ts'
import { daysAgo, deliver, sentMail } from '../../../testing/modules/ledger.ts'
import { deleteCustomField } from '../../custom-fields/service.ts'
import { createTypedField } from '../../custom-fields/typed.ts'
import { tagSubscriber } from '../../tags/one-statement.ts'
import { createTag } from '../../tags/service.ts'
import { MAX_SORTED } from '../values-schema.ts'
import { upsertSubscribers } from '../write/upsert.ts'
import { writeSearchTexts } from './search.ts'

const log = logStatements()

/** In the order of the ids. Some are equal, some are empty, and some do not have the form of their type. */
const VALUES = {
  age: ['9', ' 10.50 ', '', '-3', 'about ten', '10.5', null, '100'],
  birthday: ['2026-01-31', '1999-12-01', null, '2026-01-31', 'soon', '2025-06-01', '', ' 2026-02-01'],
  size: ['Large', 'Small', 'Medium', '', 'Small', 'Huge', null, 'Large'],
  city: ['oslo', 'Bergen', '', 'OSLO', 'Ålesund', 'bergen', null, ' '],
}
const SORTED = {
  age: { asc: [4, 1, 2, 6, 8, 5, 3, 7], desc: [8, 6, 2, 1, 4, 5, 7, 3] },
  birthday: { asc: [2, 6, 1, 4, 8, 5, 3, 7], desc: [8, 4, 1, 6, 2, 5, 7, 3] },
  size: { asc: [2, 5, 3, 1, 8, 6, 4, 7], desc: [8, 1, 3, 5, 2, 6, 7, 4] },
  city: { asc: [2, 6, 1, 4, 5, 3, 7, 8], desc: [5, 4, 1, 6, 2, 8, 7, 3] },
}
type Field = keyof typeof VALUES

async function accountWithFields() {
  const account = await testAccount()
  const { ctx } = account
  const formats = {
    age: { type: 'number', choices: [] },
    birthday: { type: 'date', choices: [] },
    size: { type: 'choice', choices: ['Small', 'Medium', 'Large'] },
    city: { type: 'text', choices: [] },
  } as const
  const field_ids = {} as Record<Field, number>
  for (const label of Object.keys(formats) as Field[])
    field_ids[label] = (
      await createTypedField(ctx, { label, ...formats[label], choices: [...formats[label].choices] })
    ).value.id
  const saved = await upsertSubscribers(ctx, {
    items: VALUES.age.map((_, n) => ({
      email_address: `sorted${n + 1}@example.net`,
      fields: Object.fromEntries(Object.entries(VALUES).map(([key, values]) => [key, values[n] ?? null])),
    })),
    origin: { cause: 'api', attribution: { source_type: 'api_subscription' }, consent: { source: 'api' } },
  })
  return { account, ctx, field_ids, ids: saved.map(({ id }) => id ?? 0), calls: dashboard(account).subscribers }
}

test('a list is sorted by a field of each type, values that do not fit and empty ones last, page by page in both directions', async () => {
  const { ids, field_ids, calls } = await accountWithFields()
  for (const field of Object.keys(VALUES) as Field[])
    for (const sort_order of ['asc', 'desc'] as const) {
      const query = { status: 'all', sort: `field_${field_ids[field]}`, sort_order, per_page: 3 } as const
      const numbers = (page: { rows: { id: number }[] }) => page.rows.map(({ id }) => ids.indexOf(id) + 1)
      const first = await calls.list(query)
      const second = await calls.list({ ...query, after: first.pagination.end_cursor ?? '' })
      const third = await calls.list({ ...query, after: second.pagination.end_cursor ?? '' })
      const back = await calls.list({ ...query, before: third.pagination.start_cursor ?? '' })
      expect([first, second, third].flatMap(numbers), `${field} ${sort_order}`).toEqual(SORTED[field][sort_order])
      expect(back.rows, field).toEqual(second.rows)
      expect(third.pagination).toMatchObject({ has_next_page: false, has_previous_page: true })
      expect(first.unsorted).toBeUndefined()
    }
})

test('with a search, tag or filter, and with any state, a list is sorted by fields, emails and when they joined', async () => {
  const { ctx, ids, field_ids, calls } = await accountWithFields()
  const [a = 0, b = 0, c = 0] = ids
  const { id: tag_id } = (await createTag(ctx, { name: 'T' })).value
  for (const id of [a, b, c]) await tagSubscriber(ctx, { tag_id, id })
  const { mail_id } = await sentMail(ctx, {})
  for (const id of [b, c])
    await deliver(ctx, {
      mail_id,
      subscriber_id: id,
      sent_at: daysAgo(ctx, 2),
      opens: id === b ? [daysAgo(ctx, 2)] : [],
    })
  await ctx.sql.run(
    `update subscriber set created_at = created_at - interval '1 day' where account_id = $1 and id = $2`,
    [b],
  )
  const order = async (given: object) => {
    const { rows, unsorted } = await calls.list({ status: 'all', ...given })
    expect(unsorted).toBeUndefined()
    return rows.map(({ id }) => ids.indexOf(id) + 1)
  }
  const sent = { all: [{ type: 'sent' as const, count_greater_than_or_equal: 1 }] }
  expect(await order({ sort: 'opens', tag_id })).toEqual([2, 3, 1])
  expect(await order({ sort: 'sent', filter: sent, sort_order: 'asc' })).toEqual([2, 3])
  expect(await order({ sort: 'joined', tag_id, sort_order: 'asc' })).toEqual([2, 1, 3])
  expect(await order({ sort: `field_${field_ids.age}`, tag_id, filter: sent })).toEqual([2, 3])
  expect(await order({ sort: 'clicks', status: 'bounced' })).toEqual([])
  // Before and after their search texts are written.
  for (const _ of ['due', 'written']) {
    expect(await order({ sort: `field_${field_ids.city}`, search: 'sorted', tag_id })).toEqual([1, 2, 3])
    expect(await order({ sort: 'opens', search: 'sorted2' })).toEqual([2])
    await writeSearchTexts()
  }
})

test('a list is sorted by state, source, location and the last open, empty ones last, page by page in both directions', async () => {
  const { ctx, ids, calls } = await accountWithFields()
  const places = ['Oslo', null, 'Bergen', null, 'oslo', '', 'Ås', 'Bergen']
  const states = ['active', 'bounced', 'cancelled', 'inactive', 'active', 'complained', 'bounced', 'active']
  const sources = ['Shop', null, 'blog', null, 'shop', null, 'Blog', null]
  await ctx.sql.run(
    `update subscriber s set city = u.city, country = null, state = u.state::subscriber_state, source_name = u.source,
       canceled_at = case when u.state = 'cancelled' then now() end,
       source_mechanism = null, source_type = null
     from unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) u (id, city, state, source) where s.account_id = $1 and s.id = u.id`,
    [ids, places, states, sources],
  )
  const { mail_id } = await sentMail(ctx, {})
  for (const [n, days] of [
    [1, 5],
    [4, 2],
    [6, 9],
  ] as const)
    await deliver(ctx, {
      mail_id,
      subscriber_id: ids[n - 1] ?? 0,
      sent_at: daysAgo(ctx, 10),
      opens: [daysAgo(ctx, 9.5), daysAgo(ctx, days)],
    })
  const expected = {
    last_opened: { asc: [6, 1, 4, 2, 3, 5, 7, 8], desc: [4, 1, 6, 8, 7, 5, 3, 2] },
    location: { asc: [3, 8, 1, 5, 7, 2, 4, 6], desc: [7, 5, 1, 8, 3, 6, 4, 2] },
    source: { asc: [3, 7, 1, 5, 2, 4, 6, 8], desc: [5, 1, 7, 3, 8, 6, 4, 2] },
    state: { asc: [1, 5, 8, 4, 2, 7, 6, 3], desc: [3, 6, 7, 2, 4, 8, 5, 1] },
  }
  for (const sort of Object.keys(expected) as (keyof typeof expected)[])
    for (const sort_order of ['asc', 'desc'] as const) {
      const found: number[] = []
      for (let after: string | undefined; ; ) {
        const page = await calls.list({ status: 'all', sort, sort_order, per_page: 3, after })
        expect(page.unsorted).toBeUndefined()
        found.push(...page.rows.map(({ id }) => ids.indexOf(id) + 1))
        after = page.pagination.end_cursor ?? undefined
        if (!page.pagination.has_next_page) break
      }
      expect(found, `${sort} ${sort_order}`).toEqual(expected[sort][sort_order])
    }
  expect((await calls.list({ status: 'all', sort: 'state', search: 'sorted' })).unsorted).toBeUndefined()
  expect((await calls.list({ status: 'bounced', sort: 'location' })).rows.map(({ id }) => ids.indexOf(id) + 1)).toEqual(
    [7, 2],
  )
})

test('a list of more than can be sorted is the one by when they were added, and says so, in three round trips, and on its later pages too', async () => {
  const { ctx, field_ids, calls } = await accountWithFields()
  const query = { status: 'all', sort: `field_${field_ids.city}`, sort_order: 'asc', per_page: 2 } as const
  const ask = () => calls.list({ ...query, filter: { all: [] } })
  for (const _ of [1, 2]) await ask()
  expect(await log.record(ask)).toHaveLength(2)
  await ctx.sql.run(
    `insert into subscriber (account_id, email_address) select $1, 'many' || n || '@example.net' from generate_series(1, $2::int) n`,
    [MAX_SORTED],
  )
  expect(await log.record(ask)).toHaveLength(3)
  const first = await calls.list(query)
  expect(first.unsorted).toEqual({ reason: 'too_many', label: 'city' })
  const addresses = (page: { rows: { email_address: string }[] }) => page.rows.map((row) => row.email_address)
  expect(addresses(first)).toEqual([`many${MAX_SORTED}@example.net`, `many${MAX_SORTED - 1}@example.net`])
  const second = await calls.list({ ...query, after: first.pagination.end_cursor ?? '' })
  expect(second.unsorted).toEqual({ reason: 'too_many', label: 'city' })
  expect(addresses(second)).toEqual([`many${MAX_SORTED - 2}@example.net`, `many${MAX_SORTED - 3}@example.net`])
  expect((await calls.list({ ...query, sort: 'state' })).unsorted).toMatchObject({ reason: 'too_many' })
  // A page of a list that had fewer becomes the first one.
  const sorted = { ...query, search: 'sorted' }
  const few = await calls.list(sorted)
  expect(few.unsorted).toBeUndefined()
  expect((await calls.list({ ...query, after: few.pagination.end_cursor ?? '' })).rows).toEqual(first.rows)
  await expect(calls.list({ ...query, after: 'made up' })).rejects.toThrow('not a valid cursor')
})

test('a field that no longer exists, or is of another account, sorts nothing', async () => {
  const { ctx, ids, field_ids, calls } = await accountWithFields()
  await deleteCustomField(ctx, { id: field_ids.city })
  const foreign = await accountWithFields()
  for (const id of [field_ids.city, foreign.field_ids.city]) {
    const { rows, unsorted } = await calls.list({ status: 'all', sort: `field_${id}` })
    expect(unsorted).toEqual({ reason: 'unknown_field' })
    expect(rows.map((row) => row.id)).toEqual(ids.toReversed())
  }
  for (const sort of ['field_', 'field_0', 'field_-1', 'field_1.5', 'field_9999999999', 'fields'])
    await expect(calls.list({ sort: sort as never })).rejects.toThrow('sort must be one of')
})
