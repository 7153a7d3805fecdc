import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { z } from 'zod'
import { systemCtx } from '../core/context.ts'
import { rootLogger } from '../core/log.ts'
import { closeDatabase, database, openDatabase } from '../db/client.ts'
import { makeDatabase, type TestDatabase } from '../testing/database/database.ts'
import { PATIENCE } from '../testing/patience.ts'
import { FORMER_IDS } from './former-ids.ts'
import { type JobDefinition, job } from './job.ts'
import { KEEPING } from './outbox/kept-events.ts'
import { jobs as registry } from './registry.ts'
import { listRecentRuns } from './runs/recent-runs.ts'
import { type Jobs, startJobs } from './start.ts'

// The engine takes every event in the outbox, so this needs a database that no other test writes to.
let own_database: TestDatabase
let jobs: Jobs | undefined
beforeEach(async () => {
  own_database = await makeDatabase(inject('server_url'))
  openDatabase(own_database.url, { max: 12 })
})
afterEach(async () => {
  await jobs?.stop(1_000)
  await closeDatabase()
  await own_database.drop()
})

async function start(...definitions: JobDefinition[]): Promise<void> {
  const tuning = { poll_ms: 50 }
  const { pool } = database()
  jobs = await startJobs({ pool, definitions, systemCtx, settings: {}, work: true, log: rootLogger(), tuning })
}

const count = async (from: string) =>
  (await database().pool.query<{ n: number }>(`select count(*)::int as n from ${from}`)).rows[0]?.n

const FORMER = 'webhooks/welcome-app'
const PRESENT = 'webhooks/register-app-endpoints'

test('every former id maps to an existing job, and is not the id of another', () => {
  const ids = new Set(registry.map(({ id }) => id))
  for (const [former, present] of Object.entries(FORMER_IDS))
    expect([former, ids.has(former), ids.has(present)]).toEqual([former, false, true])
})

test('a run that began under the former id of its job continues after the update, and repeats no finished step', async () => {
  const done_steps: string[] = []
  const version = (id: string, body: () => Promise<unknown>) =>
    job(
      {
        id,
        on: 'app.installed',
        data: z.object({ account_id: z.int() }),
        retries: 0,
        singleton: { mode: 'skip', key: 'event.data.account_id', unfinished: async () => false },
        onFailure: async () => void done_steps.push('failure'),
      },
      async (_ctx, _data, step) => {
        await step.run('first', () => done_steps.push(`first of ${id}`))
        await step.waitForEvent('update', { event: 'updated', timeout: '1h' })
        await step.run('last', body)
      },
    )
  await start(version(FORMER, async () => done_steps.push(`last of ${FORMER}`)))
  const sent_event = { name: 'app.installed', data: { account_id: 1 } }
  await jobs?.send([sent_event])
  await vi.waitFor(async () => expect(await count(`jobs.step where state = 'waiting'`)).toBe(1), PATIENCE)
  await jobs?.stop(1_000)

  await start(
    version(PRESENT, async () => {
      done_steps.push(`last of ${PRESENT}`)
      throw new Error('broken')
    }),
  )
  // It has the same singleton.
  await jobs?.send([sent_event])
  expect(await count('jobs.run')).toBe(1)
  await jobs?.send([{ name: 'updated', data: {} }])
  await vi.waitFor(() => expect(done_steps.at(-1)).toBe('failure'), PATIENCE)
  expect(done_steps).toEqual([`first of ${FORMER}`, `last of ${PRESENT}`, 'failure'])
  const { runs } = await listRecentRuns({ job: PRESENT, per_page: 10 })
  expect(runs).toMatchObject([{ job: PRESENT, state: 'failed', error: { message: 'broken' } }])
})

test("an event kept under a job's former id is deleted once the job is done", async () => {
  const row = [crypto.randomUUID(), FORMER, 'app.installed', '{}', KEEPING.resend_minutes]
  await database().pool.query(
    `insert into kept_event (event_id, job, account_id, type, data, resend_at, resend_minutes, until)
     values ($1, $2, 1, $3, $4, now() + interval '1 hour', $5, now() + interval '1 day')`,
    row,
  )
  let runs = 0
  const data = z.object({ account_id: z.int() })
  await start(job({ id: PRESENT, on: 'app.installed', data, picked_up_by: { keeping: KEEPING } }, async () => ++runs))
  // The cron sends it again under the stored id.
  await database().pool.query('insert into outbox (event_id, account_id, type, data) values ($1, 1, $2, $3)', [
    row[0],
    row[2],
    '{}',
  ])
  await vi.waitFor(async () => expect([runs, await count('kept_event')]).toEqual([1, 0]), PATIENCE)
})
