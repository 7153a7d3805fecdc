import { expect, onTestFinished, test } from 'vitest'
import { configureLog } from '../core/log.ts'
import { database } from '../db/client.ts'
import { testAccount } from './account.ts'
import { api, key } from './api.ts'
import { runInOwnDatabase } from './database/own-database.ts'
import { LoggedErrors } from './logged-errors.ts'

runInOwnDatabase()

test('a failing test can print the cause of a 500', async () => {
  const errors = new LoggedErrors()
  configureLog('error', errors)
  onTestFinished(() => void configureLog('silent'))
  const account = await testAccount()
  expect(errors.describe()).toBeUndefined()
  await database().pool.query('alter table snippet rename column name to renamed')
  expect((await api('GET /v4/snippets', key(account))).status).toBe(500)
  const printed = errors.describe()?.split('\n') ?? []
  expect(printed[1]).toMatch(/^request failed .*"route":"get \/v4\/snippets"/)
  expect(printed[1]).toContain('column t.name does not exist')
  expect(printed.some((line) => line.includes('server/core/page/page.ts'))).toBe(true)
  errors.clear()
  expect(errors.describe()).toBeUndefined()
})
