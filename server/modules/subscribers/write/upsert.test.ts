import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { checkSubscriberLimit, countStates } from '../state/counts.ts'
import { lockRows } from './change.ts'
import { type Origin, type SubscriberItem, upsertSubscribers } from './upsert.ts'

const origin: Origin = {
  cause: 'import',
  attribution: { source_type: 'manual', source_mechanism: 'import' },
  consent: { source: 'import', text: 'Signed up at the fair' },
}

test('upserting a set returns for each item, in order, whether it was created, updated, unchanged, a duplicate or invalid', async () => {
  const { ctx } = await testAccount()
  await createCustomField(ctx, { label: 'City' })
  const known = { email_address: 'known@example.net', first_name: 'Known', fields: { city: 'Oslo' } }
  await upsertSubscribers(ctx, { items: [known, { email_address: 'same@example.net' }], origin })
  const items: SubscriberItem[] = [
    { email_address: 'new@example.net', fields: { city: 'Bergen', hat: 'x' } },
    { email_address: 'nonsense' },
    { ...known, email_address: 'KNOWN@example.net', fields: { city: 'Bodø' } },
    { email_address: 'same@example.net' },
    { email_address: 'new@example.net', first_name: 'New' },
  ]
  const results = await upsertSubscribers(ctx, { items, origin })
  expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'invalid', 'updated', 'unchanged', 'duplicate'])
  expect(results[1]).toEqual({ outcome: 'invalid', id: null, errors: ['Email address is invalid'] })
  expect(results[0]).toMatchObject({ unknown_keys: ['hat'] })
  expect(results[4]?.id).toBe(results[0]?.id)
  const rows = await ctx.db.subscriber.findMany({ orderBy: { id: 'asc' } })
  expect(rows.map(({ email_address, first_name, fields }) => ({ email_address, first_name, fields }))).toEqual([
    { email_address: 'known@example.net', first_name: 'Known', fields: { city: 'Bodø' } },
    { email_address: 'same@example.net', first_name: null, fields: {} },
    { email_address: 'new@example.net', first_name: 'New', fields: { city: 'Bergen' } },
  ])
})

test('upserting a thousand subscribers takes a few statements, and IDs follow their order', async () => {
  const { ctx } = await testAccount()
  const items = Array.from({ length: 1000 }, (_, i) => ({ email_address: `p${1000 - i}@example.net` }))
  const results = await upsertSubscribers(ctx, { items, origin })
  const ids = results.map(({ id }) => id ?? 0)
  expect(ids).toEqual([...ids].sort((a, b) => a - b))
  expect(await ctx.db.stateChange.count({ where: { cause: 'import' } })).toBe(1000)
  expect(await ctx.db.consent.count({ where: { source: 'import', text: 'Signed up at the fair' } })).toBe(1000)
  expect(await countStates(ctx)).toMatchObject({ active: 1000, cancelled: 0 })
})

test('concurrent overlapping sets in different orders create each subscriber once', async () => {
  const { ctx } = await testAccount()
  const items = Array.from({ length: 1_000 }, (_, i) => ({ email_address: `p${i}@example.net` }))
  const sets = [items, [...items].reverse(), items.slice(500), items.slice(0, 750).reverse()]
  const results = await Promise.all(sets.map((items) => upsertSubscribers(ctx, { items, origin })))
  expect(results.flat().filter(({ outcome }) => outcome === 'created')).toHaveLength(1_000)
  expect(await ctx.db.subscriber.count()).toBe(1_000)
})

test('a set locks existing and inserts new subscribers in one order: while it waits for an address it has locked none after it', async () => {
  const { ctx } = await testAccount()
  await upsertSubscribers(ctx, { items: [{ email_address: 'z@example.net' }], origin })
  const items = [{ email_address: 'z@example.net', first_name: 'Z' }, { email_address: 'a@example.net' }]
  const raced = await duringTransaction(
    ctx,
    (tx) => upsertSubscribers(tx, { items: [{ email_address: 'a@example.net' }], origin }),
    () => upsertSubscribers(ctx, { items, origin }),
    (tx) => upsertSubscribers(tx, { items: [{ email_address: 'z@example.net', first_name: 'Y' }], origin }),
  )
  expect(raced).toMatchObject({ status: 'fulfilled', value: [{ outcome: 'updated' }, { outcome: 'unchanged' }] })
  expect(await ctx.db.subscriber.findMany({ select: { first_name: true }, orderBy: { id: 'asc' } })).toEqual([
    { first_name: 'Z' },
    { first_name: null },
  ])
})

test('in an account with a limit, a set has locked no subscriber while it waits for other additions', async () => {
  const { ctx } = await testAccount({ subscriber_limit: 3 })
  await upsertSubscribers(ctx, { items: [{ email_address: 'known@example.net' }], origin })
  const items = ['known', 'new', 'newer'].map((name) => ({ email_address: `${name}@example.net`, first_name: name }))
  const raced = await duringTransaction(
    ctx,
    (tx) => checkSubscriberLimit(tx, { adding: 1 }),
    () => upsertSubscribers(ctx, { items, origin }),
    async (tx) => {
      await lockRows(tx, 'email_address', ['known@example.net'])
      await upsertSubscribers(tx, { items: [{ email_address: 'new@example.net' }], origin })
    },
  )
  expect(raced).toMatchObject({ status: 'fulfilled' })
  expect(await countStates(ctx)).toMatchObject({ active: 3 })
})

test('a set above the limit changes nothing', async () => {
  const { ctx } = await testAccount({ subscriber_limit: 5 })
  const items = Array.from({ length: 6 }, (_, i) => ({ email_address: `p${i}@example.net` }))
  await expect(upsertSubscribers(ctx, { items, origin })).rejects.toThrow('would exceed your subscriber limit')
  expect(await ctx.db.subscriber.count()).toBe(0)
})

test('counts follow inserts, state changes and deletions, and many pieces are merged', async () => {
  const { ctx } = await testAccount()
  const one = (i: number) => upsertSubscribers(ctx, { items: [{ email_address: `p${i}@example.net` }], origin })
  for (let at = 0; at < 210; at += 10) await Promise.all(Array.from({ length: 10 }, (_, i) => one(at + i)))
  await ctx.db.subscriber.updateMany({
    where: { email_address: { in: ['p0@example.net'] } },
    data: { state: 'bounced' },
  })
  await ctx.db.subscriber.deleteMany({ where: { email_address: { in: ['p1@example.net', 'p2@example.net'] } } })
  const expected = { active: 207, inactive: 0, bounced: 1, complained: 0, cancelled: 0 }
  expect(await countStates(ctx)).toEqual(expected)
  expect(await ctx.db.subscriberCount.count()).toBe(2)
  expect(await countStates(ctx)).toEqual(expected)
})
