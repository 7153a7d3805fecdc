import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Inngest } from 'inngest'
import pg from 'pg'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { systemCtx } from '../core/context.ts'
import { makeLog } from '../core/log.ts'
import { database } from '../db/client.ts'
import { testAccount } from '../testing/account.ts'
import { loosen } from '../testing/many-rows.ts'
import { runInOwnDatabase } from '../testing/own-database.ts'
import { jobs } from './registry.ts'
import { CONSTANT, GROWING, ROUNDS, type Work } from './testing/large-data.ts'

runInOwnDatabase()

const MAX_BYTES = 64 * 1_024
/** Of each step: rows that it writes, rows that it reads into the process, and statements. 30 s are 6 ms for each statement. */
const LIMITS = { written: 10_500, read: 6_000, statements: 5_000 }
/** Of the whole job. */
const CONSTANT_LIMITS = { written: 100, read: 300, statements: 300 }

/** Jobs that need real emails, files or requests: the test that runs them on many, in slices. */
const ELSEWHERE: Record<string, string> = {
  'broadcasts/send': 'delivery/send.test.ts',
  'exports/make': 'exports/making.test.ts',
  'imports/preview': 'imports/preview.test.ts',
  'imports/undo': 'imports/undo.test.ts',
  'plugins/notify-download': 'plugins/media.test.ts',
  'rest/apply-bulk': '../rest/bulk-kill.test.ts',
  'rest/leave-bulk': '../rest/bulk-kill.test.ts',
  'sequences/work': 'sequences/sending.test.ts',
  'webhooks/retry': 'webhooks/retry-limits.test.ts',
}

type Amounts = typeof LIMITS
const read = { read: 0, statements: 0 }

test('every job is run on large data', () => {
  const run = [GROWING, ROUNDS, CONSTANT, ELSEWHERE].flatMap((some) => Object.keys(some))
  expect(run.toSorted()).toEqual(jobs.map(({ id }) => id).toSorted())
  const modules = path.join(import.meta.dirname, '../modules')
  for (const file of Object.values(ELSEWHERE)) expect(existsSync(path.join(modules, file)), file).toBe(true)
})

let writes: () => Promise<number>
beforeAll(async () => {
  writes = await loosen()
  countReads()
})

test.each(Object.keys(GROWING))('%s does a few thousand rows a step, however many there are', async (id) => {
  const { steps, outside } = await run(id, GROWING[id])
  expect(steps.length).toBeGreaterThan(1)
  expect(outside.written).toBeLessThan(10)
  for (const step of steps) expectWithin(step, LIMITS)
  const touched = steps.reduce((sum, step) => sum + step.written + step.read, 0)
  expect(touched).toBeGreaterThanOrEqual(60)
})

test.each(Object.keys(ROUNDS))('%s does a few thousand rows a round, however many there are', async (id) => {
  const { steps, outside } = await run(id, ROUNDS[id])
  for (const step of [...steps, outside]) expectWithin(step, LIMITS)
  expect(outside.written + outside.read).toBeGreaterThan(0)
})

test.each(Object.keys(CONSTANT))('%s touches a few rows, however large the account is', async (id) => {
  const { steps, outside } = await run(id, CONSTANT[id])
  for (const step of [...steps, outside]) expectWithin(step, CONSTANT_LIMITS)
})

interface Done extends Amounts {
  bytes: number
}

function expectWithin({ bytes, ...amounts }: Done, limits: Amounts): void {
  expect(bytes).toBeLessThan(MAX_BYTES)
  for (const name of ['written', 'read', 'statements'] as const) expect(amounts[name], name).toBeLessThan(limits[name])
}

/** Runs the job. What it does outside of steps counts as a step of its own. */
async function run(id: string, work: Work | undefined): Promise<{ steps: Done[]; outside: Done }> {
  const { account_id } = await testAccount()
  const { more = [], ...given } = (await work?.(account_id)) ?? {}
  // Time is over whenever a slice asks: each does one batch.
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 60_000))
  onTestFinished(() => clock.mockRestore())
  const steps: Done[] = []
  const measure = async (output: unknown): Promise<Done> => {
    const counted = { ...read }
    const written = await writes()
    Object.assign(read, { read: 0, statements: 0 })
    return { ...counted, written, bytes: Buffer.byteLength(JSON.stringify(output) ?? '') }
  }
  const outside: Done = await measure(undefined).then(() => ({ written: 0, read: 0, statements: 0, bytes: 0 }))
  const add = ({ written, read, statements, bytes }: Done) => {
    outside.written += written
    outside.read += read
    outside.statements += statements
    outside.bytes += bytes
  }
  const step = {
    run: async (_name: string, work: () => Promise<unknown>) => {
      add(await measure(undefined))
      const output = await work()
      steps.push(await measure(output))
      return output
    },
    // What comes after a pause is a run's later work.
    sleep: async () => undefined,
    sleepUntil: async () => undefined,
    waitForEvent: async () => null,
  }
  const events = [given, ...more].map((data) => ({ data: { account_id, ...data } }))
  add(await measure(await performer(id)({ event: events[0], events, step })))
  return { steps, outside }
}

/** Counts statements and the rows that they return to this process. */
function countReads(): void {
  const { query } = pg.Client.prototype
  const { addRow } = pg.Result.prototype as unknown as { addRow: (row: unknown) => void }
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...given: unknown[]) {
      read.statements++
      return (query as (...all: unknown[]) => unknown).apply(this, given)
    },
  })
  Object.assign(pg.Result.prototype, {
    addRow(this: unknown, row: unknown) {
      read.read++
      addRow.call(this, row)
    },
  })
}

type Perform = (given: { event: unknown; events: unknown[]; step: unknown }) => Promise<unknown>

/** What the SDK would call. */
function performer(id: string): Perform {
  const performs: Perform[] = []
  const client = { id: 'envoi', createFunction: (_: unknown, perform: Perform) => performs.push(perform) }
  const services = {
    pool: database().pool,
    now: () => new Date(),
    log: makeLog('silent'),
    systemCtx,
    singleton_kept_ms: 0,
  }
  jobs.find((job) => job.id === id)?.create(client as unknown as Inngest.Any, services)
  const [perform] = performs
  if (!perform) throw new Error(`There is no job ${id}`)
  return perform
}
