import { expect, inject, test } from 'vitest'
import { POOLERS, startPooler } from '../../testing/poolers/pooler.ts'
import { isSessionShared } from './shared-session.ts'

const cases = POOLERS.flatMap((name) => [1, 2, 3, 30].map((most) => [name, most] as const))

test.each(cases)('%s in transaction mode with %i sessions is recognized, and nothing waits', async (name, most) => {
  const { url } = await startPooler(name, inject('database_url'), { mode: 'transaction', most })
  expect(await isSessionShared({ connectionString: url })).toBe(true)
})

test('a direct connection is not shared', async () => {
  expect(await isSessionShared({ connectionString: inject('database_url') })).toBe(false)
})

test.each(POOLERS)('a start that waits for a connection of %s says so', async (name) => {
  const pooler = await startPooler(name, inject('database_url'), { mode: 'session', most: 2 })
  const { promise: reported, resolve: report } = Promise.withResolvers<string>()
  const asked = isSessionShared({ connectionString: pooler.url }, { report }).catch((error: Error) => error)
  expect(await reported).toContain('raise its pool (default_pool_size of PgBouncer)')
  await pooler.close()
  expect(await asked).toBeInstanceOf(Error)
})
