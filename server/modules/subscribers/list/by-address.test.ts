import { expect, test } from 'vitest'
import type { Ctx } from '../../../core/context.ts'
import type { PageQuery } from '../../../core/page/page.ts'
import { database } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { tagByAddress, untagByAddress } from '../../tags/one-statement.ts'
import { createTag } from '../../tags/service.ts'
import type { SubscriberFilter } from '../schema.ts'
import { changeOne, createOne } from '../write/one-statement.ts'
import { upsertSubscribers } from '../write/upsert.ts'
import { eachByAddress, findByAddress, missingAddresses, requireByAddress } from './by-address.ts'
import { listSubscribers } from './list.ts'

const origin = {
  cause: 'import' as const,
  attribution: { source_type: 'manual', source_mechanism: 'import' },
  consent: { source: 'import' as const },
}

/** So long that the index of addresses is taller than the others, which makes it look more expensive. */
const LONG = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}`
const addresses = (count: number) => Array.from({ length: count }, (_, i) => `${LONG}.p${i}.example`)
const itemsOf = (count: number) => addresses(count).map((email_address) => ({ email_address }))

const LIST: SubscriberFilter & PageQuery = {
  status: 'all',
  include: [],
  sort_field: 'id',
  sort_order: 'desc',
  slim: false,
  per_page: 500,
  include_total_count: true,
}

/** Returns a context that explains each statement before it runs, and the plans. */
function explained(ctx: Ctx): { ctx: Ctx; plans: string[] } {
  const plans: string[] = []
  const explain = async (text: string, values: readonly unknown[] = []) => {
    const lines = await ctx.sql.rows<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)
    plans.push(...lines.map((line) => line['QUERY PLAN'].trim()))
  }
  const sql: Ctx['sql'] = {
    ...ctx.sql,
    rows: (text, values) => explain(text, values).then(() => ctx.sql.rows(text, values)),
    one: (text, values) => explain(text, values).then(() => ctx.sql.one(text, values)),
  }
  return { ctx: { ...ctx, sql }, plans }
}

test('every lookup of an address uses its index in an account that has grown since its statistics were gathered', async () => {
  await upsertSubscribers((await testAccount()).ctx, { items: itemsOf(2_000), origin })
  await database().pool.query('analyze subscriber')
  const account = await testAccount()
  await upsertSubscribers(account.ctx, { items: itemsOf(1_000), origin })
  const tag_id = (await createTag(account.ctx, { name: 'Beta' })).value.id
  const { ctx, plans } = explained(account.ctx)
  const [email_address = ''] = addresses(1)
  const lookups: Record<string, () => Promise<unknown>> = {
    one: () => findByAddress(ctx, { email_address }),
    'one, locked': () => findByAddress(ctx, { email_address, lock: 'for no key update' }),
    'one, locked against deletion': () => findByAddress(ctx, { email_address, lock: 'for key share' }),
    'one, as a request names it': () => requireByAddress(ctx, { email_address, purpose: 'add subscriber to form' }),
    'a change': () => changeOne(ctx, { address: email_address }, { first_name: 'Ann' }),
    'a change of values': () => changeOne(ctx, { address: email_address }, { fields: { none: 'x' } }),
    'a creation': () => createOne(ctx, { email_address, origin }),
    'a tagging': () => tagByAddress(ctx, { tag_id, email_address }),
    'an untagging': () => untagByAddress(ctx, { tag_id, email_address }),
    'a list': () => listSubscribers(ctx, { ...LIST, email_address: [email_address] }),
    'a list by date': () => listSubscribers(ctx, { ...LIST, sort_field: 'created_at', email_address: [email_address] }),
    many: () => ctx.sql.rows(eachByAddress('s.id', { addresses: '$2' }), [addresses(1_500)]),
    'many, locked': () =>
      ctx.sql.rows(eachByAddress('s.id', { addresses: '$2', lock: 'for no key update' }), [addresses(1_500)]),
    'many that are new': () => ctx.sql.rows(`select from ${missingAddresses('$2')} n`, [addresses(1_500)]),
  }
  for (const [name, lookup] of Object.entries(lookups)) {
    plans.length = 0
    await lookup()
    const conditions = plans.filter((line) =>
      /^(Index Cond|Filter|Join Filter|Hash Cond):.*email_address\)? =/.test(line),
    )
    expect([name, conditions]).not.toEqual([name, []])
    for (const line of conditions) expect([name, line]).toEqual([name, expect.stringMatching(/^Index Cond:/)])
  }
})
