import type { Inngest } from 'inngest'
import pLimit from 'p-limit'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest'
import { systemCtx } from '../../core/context.ts'
import { makeLog } from '../../core/log.ts'
import { database } from '../../db/client.ts'
import { jobs } from '../registry.ts'

const MAX_BYTES = 64 * 1_024
/** Limits of each step: rows written, rows read into the process, and statements. 30 seconds allow 6 ms for each statement. */
export const LIMITS = { written: 10_500, read: 6_000, statements: 5_000 }

type Amounts = typeof LIMITS

interface Done extends Amounts {
  bytes: number
}

export interface RunInput {
  account_id: number
  /** The data of its event, and of further events of a batch. */
  given?: Record<string, unknown> & { more?: Record<string, unknown>[] }
  /** Simulated milliseconds of each statement. Without it, the time is over whenever a slice checks, so each does one batch. */
  statement_ms?: number
  /** Resolves when work that continues after a step has ended. That work counts as part of the step. */
  settled?: () => Promise<unknown>
  /** Ends the run after this many steps, because later steps do the same. */
  most_steps?: number
}

/** Runs jobs of the registry and measures each step. `count` prepares the database and returns a function that counts written rows. */
export function measureJobs(count: () => Promise<() => Promise<number>>) {
  let writes: () => Promise<number>
  const reads = countReads()
  beforeAll(async () => {
    writes = await count()
  })

  const measure = async (output: unknown): Promise<Done> => {
    const { read, statements } = reads
    const written = await writes()
    Object.assign(reads, { read: 0, statements: 0 })
    return { read, statements, written, bytes: Buffer.byteLength(JSON.stringify(output) ?? '') }
  }

  /** Work outside of steps counts as a separate step. */
  return async function run(id: string, input: RunInput): Promise<{ steps: Done[]; outside: Done }> {
    const { account_id, given: { more = [], ...given } = {}, statement_ms, settled, most_steps = 1_000 } = input
    const began = performance.now()
    let asked = 0
    const passed = () => (statement_ms ? reads.ever * statement_ms : 60_000 * ++asked)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => began + passed())
    onTestFinished(() => clock.mockRestore())
    const steps: Done[] = []
    const outside: Done = { written: 0, read: 0, statements: 0, bytes: 0 }
    const leave = async (output: unknown) => {
      const done = await measure(output)
      for (const name of ['written', 'read', 'statements', 'bytes'] as const) outside[name] += done[name]
    }
    const inTurn = pLimit(1)
    const runStep = (_name: string, work: () => Promise<unknown>) =>
      inTurn(async () => {
        await leave(undefined)
        if (steps.length === most_steps) throw ENOUGH
        const output = await work()
        await settled?.()
        steps.push(await measure(output))
        return output
      })
    const step = {
      run: runStep,
      // A pause ends the measured work. The rest of the run is later work.
      sleep: async () => undefined,
      sleepUntil: async () => undefined,
      waitForEvent: async () => null,
    }
    const events = [given, ...more].map((data) => ({ data: { account_id, ...data } }))
    await measure(undefined)
    const output = await performer(id)({ event: events[0], events, step }).catch((error: unknown) => {
      if (error !== ENOUGH) throw error
    })
    await leave(output)
    clock.mockRestore()
    return { steps, outside }
  }
}

const ENOUGH = new Error('The run has done enough steps')

export function expectWithin({ bytes, ...amounts }: Done, limits: Amounts): void {
  expect(bytes).toBeLessThan(MAX_BYTES)
  for (const name of ['written', 'read', 'statements'] as const) expect(amounts[name], name).toBeLessThan(limits[name])
}

/** Counts statements and the rows that they return to this process, from now on: a connection keeps the method with which it was opened. */
function countReads() {
  const reads = { read: 0, statements: 0, ever: 0 }
  const client = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown }
  const result = pg.Result.prototype as unknown as { addRow: (row: unknown) => void }
  const { query } = client
  const { addRow } = result
  client.query = function (...given) {
    reads.statements++
    reads.ever++
    return query.apply(this, given)
  }
  result.addRow = function (row) {
    reads.read++
    addRow.call(this, row)
  }
  // Test files share a process.
  afterAll(() => {
    client.query = query
    result.addRow = addRow
  })
  return reads
}

type Perform = (given: { event: unknown; events: unknown[]; step: unknown }) => Promise<unknown>

/** Returns a function that runs the job as the SDK does. */
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
