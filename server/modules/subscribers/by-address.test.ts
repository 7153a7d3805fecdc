import { expect, test } from 'vitest'
import { database } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { eachByAddress } from './by-address.ts'
import { upsertSubscribers } from './upsert.ts'

const origin = {
  cause: 'import' as const,
  attribution: { source_type: 'manual', source_mechanism: 'import' },
  consent: { source: 'import' as const },
}

/** So long that the index of addresses is higher than the others, which makes it look more expensive. */
const LONG = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}`
const addresses = (count: number) => Array.from({ length: count }, (_, i) => `${LONG}.p${i}.example`)
const itemsOf = (count: number) => addresses(count).map((email_address) => ({ email_address }))

test.each(['for no key update', 'limit 1'] as const)(
  'addresses are looked up by key in an account that has grown since its statistics were gathered (%s)',
  async (lock) => {
    await upsertSubscribers((await testAccount()).ctx, { items: itemsOf(2_000), origin })
    await database().pool.query('analyze subscriber')
    const { ctx } = await testAccount()
    await upsertSubscribers(ctx, { items: itemsOf(1_000), origin })
    const lookup = eachByAddress('s.id', { addresses: '$2', lock })
    const plan = await ctx.sql.rows<{ 'QUERY PLAN': string }>(`explain (costs off) ${lookup}`, [addresses(1_500)])
    const conditions = plan.map((line) => line['QUERY PLAN']).filter((line) => line.includes('Index Cond'))
    expect(conditions).toEqual([expect.stringContaining('email_address = ')])
    expect(await ctx.sql.rows(lookup, [addresses(1_500)])).toHaveLength(1_000)
  },
)
