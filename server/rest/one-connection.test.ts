import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { configureOutbound } from '../core/outbound.ts'
import { closeDatabase, database, openDatabase } from '../db/client.ts'
import { api, bearer } from '../testing/api.ts'
import { accountWithEverything, pathWith } from '../testing/hostile/everything.ts'
import { TEST_POOL } from '../testing/patience.ts'
import { runs } from '../testing/runner/deep.ts'
import { EXAMPLE_BODIES } from './docs/example-bodies.ts'
import { routes } from './registry.ts'

// With a pool of one connection, code that needs a second one waits forever.
beforeAll(async () => {
  await closeDatabase()
  openDatabase(inject('database_url'), { max: 1 })
})
afterAll(async () => {
  await configureOutbound()
  await closeDatabase()
  openDatabase(inject('database_url'), TEST_POOL)
})

/** Each request has an account with everything, which takes longer to make than the request. */
const EVERY = runs(1, 4)

const writes = routes
  .filter(({ method }) => method !== 'get')
  .filter((_, index) => index % EVERY === 0)
  .map((route) => ({ route, name: `${route.method.toUpperCase()} ${route.path}` }))

describe.each(writes)('$name', ({ route, name }) => {
  test('a keyed request needs one connection, and its replay gives the same answer', async () => {
    const own = await accountWithEverything()
    const path = `${route.method.toUpperCase()} ${pathWith(route.path, (segment) => own.ids[segment])}`
    const ask = () => api(path, bearer(own), EXAMPLE_BODIES[name], { 'Idempotency-Key': 'once' })
    const first = await ask()
    expect(first.status).toBeLessThan(500)
    const again = await ask()
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })
})

test('a keyed request uses no connection while it resolves a host name', async () => {
  const own = await accountWithEverything()
  let answer = (_addresses: { address: string; family: number }[]) => {}
  let asked = () => {}
  const lookup = new Promise<void>((resolve) => (asked = resolve))
  await configureOutbound({
    resolve: () => {
      asked()
      return new Promise((resolve) => (answer = resolve))
    },
  })
  const input = { url: 'https://slow.example/in', events: ['tag.created'] }
  const creating = api('POST /v4/webhook_endpoints', bearer(own), input, { 'Idempotency-Key': 'slow' })
  await lookup
  expect((await database().pool.query('select 1')).rowCount).toBe(1)
  answer([{ address: '93.184.216.34', family: 4 }])
  expect((await creating).status).toBe(201)
})
