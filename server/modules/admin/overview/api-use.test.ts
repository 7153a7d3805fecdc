import { expect, test } from 'vitest'
import { systemPool } from '../../../core/context.ts'
import { countApiUse, writeApiUse } from '../../../core/instance/api-use.ts'
import { countFigure, writeFigures } from '../../../core/instance/figures.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { readAccountApiUse, readApiUse } from './api-use.ts'

// Traffic is counted over the whole instance, so this file has its own database.
runInOwnDatabase()

const LONG_AGO = new Date('2020-01-01T00:00:00Z')
/** Moves this process's earlier counts out of the range, because they belong to other tests. */
const forgetEarlier = () => Promise.all([writeFigures(LONG_AGO), writeApiUse(LONG_AGO)])

test('requests with a credential are counted by day, account and key, with their errors', async () => {
  await forgetEarlier()
  const [account, other] = [await testAccount(), await testAccount()]
  await api('GET /v4/account', key(account))
  await api('GET /v4/subscribers/4711', key(account))
  await api('GET /v4/account', key(other))
  expect((await api('GET /v4/account', { api_key: 'wrong' })).status).toBe(401)
  const now = new Date()
  await writeApiUse(now)
  await api('GET /v4/account', key(account))
  await writeApiUse(now)

  const administrator = await testAccount()
  const { accounts } = dashboard(administrator, administrator.ctx, { is_admin: true }).admin
  const { api_keys } = await accounts.get(account)
  const use = (at: Date) => readAccountApiUse({ ...account.ctx, now: () => at })
  const api_use = await use(now)
  const date = now.toISOString().slice(0, 10)
  expect(api_use.days).toHaveLength(30)
  expect(api_use.days.at(-1)).toEqual({ date, requests: 3, refused: 1, faults: 0 })
  expect(api_use.by).toEqual([{ kind: 'api_key', id: api_keys[0]?.id, requests: 3, refused: 1, faults: 0 }])
  const tomorrow = new Date(+now + 86_400_000)
  expect((await use(tomorrow)).days.slice(-2)).toMatchObject([{ requests: 3 }, { requests: 0 }])
})

test('the traffic page shows all requests over time, and the accounts with most requests or errors', async () => {
  await systemPool().query('delete from api_day')
  const now = new Date('2026-06-01T12:34:00Z')
  await forgetEarlier()
  const [busy, failing] = [await testAccount(), await testAccount()]
  const uses = (account: TestAccount, statuses: number[]) => {
    const actor = { kind: 'oauth' as const, app_id: 7, token_id: 8, scopes: [] }
    for (const status of statuses) countApiUse({ account_id: account.account_id, actor }, status)
  }
  uses(busy, [200, 200, 200, 404])
  uses(failing, [500, 429])
  countFigure('api_requests', 9)
  countFigure('api_refused', 2)
  countFigure('api_faults', 1)
  await Promise.all([writeFigures(now), writeApiUse(now)])
  // More than a day ago, but on a counted day.
  countFigure('api_requests', 5)
  await writeFigures(new Date('2026-05-31T01:00:00Z'))

  const ctx = { ...busy.ctx, now: () => now }
  const names = async (sort: 'requests' | 'errors') =>
    (await readApiUse(ctx, { range: 'month', sort })).accounts.map(({ id }) => id)
  expect(await names('requests')).toEqual([busy.account_id, failing.account_id])
  expect(await names('errors')).toEqual([failing.account_id, busy.account_id])
  const day = await readApiUse(ctx, { range: 'day', sort: 'requests' })
  expect(day).toMatchObject({
    total: { requests: 9, refused: 2, faults: 1 },
    counted: { since: '2026-05-31', of_accounts: 6, requests: 14 },
    accounts: [
      { id: busy.account_id, requests: 4, refused: 1, faults: 0 },
      { id: failing.account_id, requests: 2, refused: 1, faults: 1 },
    ],
  })
  expect(day.points).toHaveLength(24)
  expect(day.points.at(-1)).toEqual({ at: '2026-06-01T12:00:00Z', requests: 9, refused: 2, faults: 1 })
  expect((await readApiUse(ctx, { range: 'week', sort: 'requests' })).points.at(-1)).toMatchObject({
    at: '2026-06-01T00:00:00Z',
    requests: 9,
  })
})

test('counts of a deleted account are dropped, and others are written', async () => {
  await forgetEarlier()
  const account = await testAccount()
  const actor = { kind: 'api_key' as const, api_key_id: 1, scopes: [] }
  countApiUse({ account_id: 2_000_000_000, actor }, 200)
  countApiUse({ account_id: account.account_id, actor }, 200)
  await writeApiUse(new Date())
  const { rows } = await systemPool().query('select requests from api_day where account_id = any ($1)', [
    [2_000_000_000, account.account_id],
  ])
  expect(rows).toEqual([{ requests: 1 }])
})
