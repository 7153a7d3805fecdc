import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { systemCtx } from '../../core/context.ts'
import { rootLogger } from '../../core/log.ts'
import { closeDatabase, database, openDatabase } from '../../db/client.ts'
import { makeDatabase } from '../../testing/database/database.ts'
import { PATIENCE } from '../../testing/patience.ts'
import { type JobDefinition, job } from '../job.ts'
import { startJobs } from '../start.ts'
import { KEEPING, resendKeptEvents } from './kept-events.ts'

test('a job whose events are kept must accept every event', () => {
  const data = z.object({ account_id: z.int() })
  const kept = { id: 'a', on: 'a', data, picked_up_by: { keeping: KEEPING } } as const
  const singleton = { mode: 'skip', unfinished: async () => false } as const
  const message = 'those that a singleton drops would be kept too'
  expect(() => job({ ...kept, singleton }, async () => undefined)).toThrow(message)
})

const rows = async (text: string) => (await database().pool.query(text)).rows

async function start(definitions: JobDefinition[]) {
  const own_database = await makeDatabase(inject('server_url'))
  openDatabase(own_database.url, { max: 12 })
  const jobs = await startJobs({
    pool: database().pool,
    definitions,
    systemCtx,
    settings: {},
    work: true,
    log: rootLogger(),
    tuning: { poll_ms: 50 },
  })
  onTestFinished(async () => {
    await jobs.stop(1_000)
    await closeDatabase()
    await own_database.drop()
  })
  return jobs
}

const hoursLater = (hours: number) => new Date(Date.now() + hours * 3_600_000)
const resend = (now: Date) => resendKeptEvents({ pool: database().pool, now, log: rootLogger() })

test('a kept event is sent again when its job has failed, and deleted when the job is done', async () => {
  const received_data: unknown[] = []
  const data = z.object({ account_id: z.int(), n: z.int() })
  const options = { on: 'number.added', data, retries: 0, picked_up_by: { keeping: KEEPING } } as const
  await start([
    job({ id: 'numbers/add', ...options }, async (_ctx, { n }) => {
      received_data.push(n)
      if (received_data.length === 1) throw new Error('down')
    }),
  ])
  await database().pool.query(`insert into outbox (type, account_id, data) values ('number.added', 7, '{"n": 4}')`)
  const endedRuns = (state: string) => rows(`select from jobs.run where state = '${state}'`)
  await vi.waitUntil(async () => (await endedRuns('failed')).length === 1, PATIENCE)
  expect(await resend(hoursLater(5))).toBe(0)
  expect(await rows('select job, account_id, data from kept_event')).toEqual([
    { job: 'numbers/add', account_id: 7, data: { n: 4 } },
  ])
  expect(await resend(hoursLater(7))).toBe(1)
  await vi.waitUntil(async () => (await endedRuns('completed')).length === 1, PATIENCE)
  expect(received_data).toEqual([4, 4])
  expect(await rows('select from kept_event')).toEqual([])
  expect(await resend(hoursLater(24))).toBe(0)
})

test('an event whose job is never done is deleted after a week', async () => {
  const data = z.object({ account_id: z.int() })
  await start([
    job({ id: 'hopeless', on: 'hopeless', data, retries: 0, picked_up_by: { keeping: KEEPING } }, async () => {
      throw new Error('down')
    }),
  ])
  await database().pool.query(`insert into outbox (type, account_id, data) values ('hopeless', 7, '{}')`)
  await vi.waitUntil(async () => (await rows(`select from jobs.run where state = 'failed'`)).length === 1, PATIENCE)
  expect(await resend(hoursLater(7 * 24 + 1))).toBe(0)
  expect(await rows('select from kept_event')).toEqual([])
})
