import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { systemCtx } from '../../core/context.ts'
import { rootLogger } from '../../core/log.ts'
import { closeDatabase, database, openDatabase } from '../../db/client.ts'
import { type Jobs, startJobs } from '../../jobs/start.ts'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { makeDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { addSubscribers } from '../../testing/modules/sending.ts'
import { makeSequence } from '../../testing/modules/sequences.ts'
import { PATIENCE } from '../../testing/patience.ts'
import { changeState } from '../subscribers/state/state.ts'
import { sequenceJobs } from './jobs.ts'
import { requeueStalledSequences } from './sending/requeue-stalled.ts'
import { findDueSequences } from './sending/sending.ts'

// The engine processes everything in the outbox, so it needs a database that no other test writes to.
let own: TestDatabase
let jobs: Jobs
beforeAll(async () => {
  own = await makeDatabase(inject('server_url'))
  openDatabase(own.url, { max: 12 })
  const { pool } = database()
  jobs = await startJobs({
    pool,
    definitions: sequenceJobs,
    systemCtx,
    settings: {},
    work: true,
    log: rootLogger(),
    tuning: { poll_ms: 50 },
  })
})
afterAll(async () => {
  await jobs.stop(1_000)
  await closeDatabase()
  await own.drop()
})

/** Returns whether no event waits and no run is open. */
async function isIdle(): Promise<boolean> {
  const { rows } = await database().pool.query(
    'select 1 from jobs.run where ended_at is null union all select 1 from outbox limit 1',
  )
  return rows.length === 0
}

async function joining(count: number) {
  const account = await testAccount()
  const sequence = await makeSequence(account)
  const ids = await addSubscribers(account, count)
  const subjects = async () =>
    (await dashboard(account).mail.list({})).rows.map(({ subject, to }) => `${subject} to ${to}`)
  const join = (id: number) => api(`POST /v4/sequences/${sequence.id}/subscribers/${id}`, key(account))
  return { account, ids, subjects, join, ...sequence }
}

test('an immediate email is sent as soon as a subscriber joins', async () => {
  const { ids, subjects, join, email } = await joining(1)
  await email({ delay_value: 0, subject: 'Hello' })
  expect((await join(ids[0] ?? 0)).status).toBe(201)
  await vi.waitUntil(async () => (await subjects()).length === 1, PATIENCE)
  expect(await subjects()).toEqual(['Hello to subscriber1@example.net'])
})

test('publishing the email at position 0 sends it to everyone who waits for it [S]', async () => {
  const { ids, subjects, join, email, call } = await joining(2)
  const first = await email({ delay_value: 0, published: false })
  for (const id of ids) await join(id)
  await call(`PUT /emails/${first}`, { published: true })
  await vi.waitUntil(async () => (await subjects()).length === 2, PATIENCE)
})

test('the cron finds due subscribers and stalled work, but nothing of a paused or deleted sequence', async () => {
  const { account, id, ids, subjects, join, email, call } = await joining(1)
  await email()
  await join(ids[0] ?? 0)
  const due = async () => (await findDueSequences({ now: new Date() })).some((found) => found.id === id)
  expect(await due()).toBe(false)
  await call('PUT', { active: false })
  // A run of the changes above could otherwise enqueue the email before the pass below does.
  await vi.waitUntil(isIdle, PATIENCE)
  await account.ctx.sql.run(`update enrollment set next_at = now() - interval '1 minute' where account_id = $1`)
  expect(await due()).toBe(false)
  await account.ctx.sql.run('update sequence set active = true where account_id = $1')
  expect(await due()).toBe(true)
  await requeueStalledSequences({ now: new Date() })
  await vi.waitUntil(async () => (await subjects()).length === 1, PATIENCE)
  await vi.waitUntil(async () => !(await due()), PATIENCE)
  await call('DELETE')
  await vi.waitUntil(async () => (await account.ctx.db.enrollment.count()) === 0, PATIENCE)
})

test('a subscriber who becomes active again continues the sequence automatically', async () => {
  const { account, ids, subjects, join, email } = await joining(1)
  await email({ delay_value: 0 })
  await account.ctx.db.subscriber.updateMany({ where: {}, data: { state: 'inactive' } })
  await join(ids[0] ?? 0)
  await vi.waitUntil(
    async () => (await account.ctx.db.enrollment.count({ where: { state: 'stopped' } })) === 1,
    PATIENCE,
  )
  expect(await subjects()).toEqual([])
  await changeState(account.ctx, { ids, transition: 'confirm', cause: 'confirmation' })
  await vi.waitUntil(async () => (await subjects()).length === 1, PATIENCE)
})
