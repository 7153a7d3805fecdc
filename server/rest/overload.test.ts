import { expect, test } from 'vitest'
import { database } from '../db/client.ts'
import { testAccount } from '../testing/account.ts'
import { api, bearer } from '../testing/api.ts'
import { runInOwnDatabase } from '../testing/database/own-database.ts'
import { PATIENCE } from '../testing/patience.ts'

const CONNECTIONS = 2
runInOwnDatabase({ max: CONNECTIONS, api_wait_ms: 1 })

test('while requests wait too long for the database, the API refuses further ones, and answers those that wait', async () => {
  const account = await testAccount()
  const read = () => api('GET /v4/tags', bearer(account))
  expect((await read()).status).toBe(200)
  const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => database().pool.connect()))
  const waiting = database().pool.query('select 1 as answer')
  // Accepted requests wait, so only a refused one is answered.
  const accepted: Promise<{ status: number }>[] = []
  const refused = await expect
    .poll(async () => {
      const asked = read()
      const first = await Promise.race([asked, new Promise<undefined>((resolve) => setTimeout(resolve, 50))])
      if (!first) accepted.push(asked)
      return first
    }, PATIENCE)
    .toMatchObject({ status: 503, body: { errors: ['The service is busy. Try again in a moment'] } })
    .then(read)
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  for (const client of held) client.release()
  expect((await waiting).rows).toEqual([{ answer: 1 }])
  expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual(accepted.map(() => 200))
  await expect.poll(async () => (await read()).status, PATIENCE).toBe(200)
})
