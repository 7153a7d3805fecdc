import { expect, test } from 'vitest'
import { clock } from '../core/clock.ts'
import { serviceCtx } from '../core/context.ts'
import { listAllAccounts } from '../modules/admin/accounts/list.ts'
import { AccountsQuery } from '../modules/admin/accounts-schema.ts'
import { readOverview } from '../modules/admin/overview/overview.ts'
import { runInOwnDatabase } from '../testing/database/own-database.ts'
import { seedInstance } from './instance.ts'

runInOwnDatabase()

const list = async (query: object) =>
  (await listAllAccounts(serviceCtx(), AccountsQuery.parse({ per_page: 100, ...query }))).rows()

test('a seeded instance has accounts of every plan and state, that the lists of administrators find', async () => {
  const made = await seedInstance({ accounts: 60, random_seed: 7, now: clock.now() })
  expect(made.accounts).toBe(60)
  expect(made.users).toBe(60 + 20 + 6)
  const everyone = await list({})
  expect(everyone).toHaveLength(60)
  expect(new Set(everyone.map(({ name }) => name)).size).toBeGreaterThan(40)
  for (const query of [
    { plan_type: 'free' },
    { plan_type: 'creator' },
    { plan_type: 'creator_pro' },
    { state: 'trial' },
    { state: 'suspended' },
    { reputation: 'warned' },
    { search: 'The Slow Web' },
  ]) {
    const found = await list(query)
    expect([query, found.length > 0 && found.length < 60]).toEqual([query, true])
  }
  const { sampled_at, figures } = await readOverview(serviceCtx())
  expect(sampled_at).not.toBeNull()
  expect(Object.entries(figures).filter(([, { per_hour }]) => !per_hour.some((value) => value !== null))).toEqual([])
  expect(figures.messages_sent.day).toBeGreaterThan(1_000)
  const [largest] = await list({ sort: 'subscribers' })
  expect(largest?.active_subscribers).toBe(Math.max(...everyone.map(({ active_subscribers }) => active_subscribers)))
})
