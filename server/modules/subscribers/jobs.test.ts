import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { clock } from '../../core/clock.ts'
import { systemCtx, systemPool } from '../../core/context.ts'
import { rootLogger } from '../../core/log.ts'
import { closeDatabase, openDatabase } from '../../db/client.ts'
import { type Jobs, startJobs } from '../../jobs/start.ts'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { makeDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { TEST_POOL } from '../../testing/patience.ts'
import { createCustomField } from '../custom-fields/service.ts'
import { subscriberJobs } from './jobs.ts'

// The relay takes every event of its database, so these tests have their own.
let own: TestDatabase
let jobs: Jobs
beforeAll(async () => {
  own = await makeDatabase(inject('server_url'))
  await closeDatabase()
  openDatabase(own.url, { max: 20 })
  const settings = {}
  const log = rootLogger()
  jobs = await startJobs({
    pool: systemPool(),
    definitions: subscriberJobs,
    systemCtx,
    settings,
    work: true,
    log,
    now: clock.now,
  })
})
afterAll(async () => {
  await jobs.stop(1_000)
  await closeDatabase()
  await own.drop()
  openDatabase(inject('database_url'), TEST_POOL)
})

test('jobs write queued values and erase the values of a deleted field', async () => {
  const account = await testAccount()
  for (let i = 1; i <= 11; i++) await createCustomField(account.ctx, { label: `F${i}` })
  const fields = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`f${i + 1}`, `v${i}`]))
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      api('POST /v4/subscribers', key(account), { email_address: `${name}@example.net`, fields }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
  const within = { interval: 100 }
  const stored = async () => (await account.ctx.db.subscriber.findMany()).map((row) => [row.fields, row.queued_fields])
  await expect.poll(stored, within).toEqual([
    [fields, null],
    [fields, null],
    [fields, null],
  ])
  const field = await account.ctx.db.customField.findFirstOrThrow({ where: { key: 'f1' } })
  await api(`DELETE /v4/custom_fields/${field.id}`, key(account))
  const { f1: _, ...rest } = fields
  await expect.poll(() => account.ctx.db.retiredSlot.count(), within).toBe(0)
  expect(await stored()).toEqual([
    [rest, null],
    [rest, null],
    [rest, null],
  ])
})
