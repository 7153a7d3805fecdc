import type { Inngest } from 'inngest'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { z } from 'zod'
import { systemCtx } from '../core/context.ts'
import { rootLogger } from '../core/log.ts'
import { closeDatabase, database, openDatabase } from '../db/client.ts'
import { testAccount } from '../testing/account.ts'
import { api, key } from '../testing/api.ts'
import { dashboard } from '../testing/dashboard.ts'
import { makeDatabase, type TestDatabase } from '../testing/database/database.ts'
import { addSubscribers } from '../testing/modules/sending.ts'
import { makeSequence } from '../testing/modules/sequences.ts'
import { PATIENCE } from '../testing/patience.ts'
import { HANDED_ON, type JobDefinition, job } from './job.ts'
import { jobs as registry } from './registry.ts'
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

async function start(definitions: JobDefinition[]): Promise<void> {
  const { pool } = database()
  const tuning = { poll_ms: 50 }
  jobs = await startJobs({ pool, definitions, systemCtx, settings: {}, work: true, log: rootLogger(), tuning })
}

const LOCK = 733_021

/** Blocks the next run of the job that ends, after its final check for rows and before its end is stored. */
async function holdEnd(job_id: string) {
  const holder = new pg.Client({ connectionString: own_database.url })
  await holder.connect()
  await holder.query(`select pg_advisory_lock(${LOCK});
    create function jobs.hold_end() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(${LOCK}); return new;
    end $$;
    create trigger hold_end before update on jobs.run for each row
      when (new.function_id = 'envoi-${job_id.replaceAll('/', '-')}' and new.ended_at is not null) execute function jobs.hold_end()`)
  const waiting = `select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${LOCK} and not granted
    and database = (select oid from pg_database where datname = current_database())`
  return {
    isHeld: async () => ((await holder.query(waiting)).rowCount ?? 0) > 0,
    // Closing the connection releases its lock.
    release: () => holder.end(),
  }
}

const isRelayed = async () => (await database().pool.query('select from outbox')).rowCount === 0

test('a subscriber who is added to a sequence while its worker ends gets the email without waiting for a cron', async () => {
  // Without the crons, which would find them within a minute.
  await start(registry.filter(({ id }) => id === 'sequences/work'))
  const account = await testAccount()
  const sequence = await makeSequence(account)
  await sequence.email({ delay_value: 0, subject: 'Hello' })
  const ids = await addSubscribers(account, 2)
  const add = (id = 0) => api(`POST /v4/sequences/${sequence.id}/subscribers/${id}`, key(account))
  const messages = async () => (await dashboard(account).mail.list({})).rows.length
  const end = await holdEnd('sequences/work')
  await add(ids[0])
  await vi.waitUntil(async () => (await end.isHeld()) && (await messages()) === 1, PATIENCE)
  await add(ids[1])
  await vi.waitUntil(isRelayed, PATIENCE)
  await end.release()
  await vi.waitUntil(async () => (await messages()) === 2, PATIENCE)
})

test('an event whose work is never finished is sent again three times, then left to the cron', async () => {
  const data = z.object({ account_id: z.int() })
  let runs = 0
  const unfinished = async () => true
  await start([
    job({ id: 'endless', on: 'endless.asked', data, singleton: { mode: 'skip', unfinished } }, async () => ++runs),
  ])
  await jobs?.send([{ name: 'endless.asked', data: { account_id: 1 } }])
  await vi.waitUntil(() => runs === 4, PATIENCE)
  const open = async () => (await database().pool.query('select from jobs.run where ended_at is null')).rowCount
  const jobs_left = async () => (await database().pool.query(`select from pgboss.job where data ? 'events'`)).rowCount
  await vi.waitUntil(async () => (await open()) === 0 && (await jobs_left()) === 0, PATIENCE)
  expect(runs).toBe(4)
})

test('work that continues over many runs is not left to the cron', async () => {
  const data = z.object({ account_id: z.int() })
  let runs = 0
  const unfinished = async () => runs < 8
  await start([
    job({ id: 'long', on: 'long.asked', data, singleton: { mode: 'skip', unfinished } }, async () => {
      runs++
      return HANDED_ON
    }),
  ])
  await jobs?.send([{ name: 'long.asked', data: { account_id: 1 } }])
  await vi.waitUntil(() => runs === 8, PATIENCE)
})

test.each(['broadcasts/send', 'sequences/work', 'webhooks/retry'])('%s returns HANDED_ON', async (id) => {
  const performs: ((given: unknown) => Promise<unknown>)[] = []
  const client = { createFunction: (_: unknown, perform: (typeof performs)[number]) => performs.push(perform) }
  const services = { pool: database().pool, now: () => new Date(), log: rootLogger(), systemCtx }
  registry.find((one) => one.id === id)?.create(client as unknown as Inngest.Any, services)
  const step = { run: async () => ({ state: 'more', pause_ms: 1_000 }), waitForEvent: async () => null }
  const data = { account_id: 1, broadcast_id: 1, sequence_id: 1, legacy: false, hook_id: 1, hook: 'one' }
  expect(await performs[0]?.({ event: { data }, step })).toEqual({ handed_on: true })
})

test('the event of a failed job is not sent again', async () => {
  const data = z.object({ account_id: z.int() })
  let runs = 0
  const unfinished = async () => true
  await start([
    job({ id: 'broken', on: 'broken.asked', data, retries: 0, singleton: { mode: 'skip', unfinished } }, async () => {
      runs++
      throw new Error('down')
    }),
  ])
  await jobs?.send([{ name: 'broken.asked', data: { account_id: 1 } }])
  const ended = async (id: string) =>
    (await database().pool.query('select from jobs.run where function_id = $1 and ended_at is not null', [id])).rowCount
  await vi.waitUntil(async () => (await ended('envoi-broken-again')) === 1, PATIENCE)
  expect([runs, await ended('envoi-broken')]).toEqual([1, 1])
})
