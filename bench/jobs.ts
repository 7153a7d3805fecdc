// Measures the embedded job engine against its bare queue library on the same database: node bench/jobs.ts [postgres address]
// Without an address it creates a throwaway PostgreSQL. Numbers of two machines, or of a busy one, are not comparable, so compare the ratios:
// each round measures the bare queue before and after the engine, and its ratio uses the mean of both.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Inngest } from 'inngest'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import pino from 'pino'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { Engine } from '../server/jobs/engine/engine.ts'
import { interceptFetch } from '../server/jobs/engine/run/intercept.ts'

const CONCURRENCY = 20
const RUNS = 2_000
const STEP_RUNS = 300
const STEPS = 5
const ROUNDS = 5

const dir = mkdtempSync(path.join(os.tmpdir(), 'envoi-bench-'))
const server = process.argv[2] ? undefined : await openEmbedded({ dir, throwaway: true })
const url = process.argv[2] ?? server?.url
const pool = new pg.Pool({ connectionString: url, max: CONCURRENCY + 4 })
pool.on('error', () => undefined)
try {
  const rates = { bare: [] as number[], plain: [] as number[], sequence: [] as number[], parallel: [] as number[] }
  const ratios = { plain: [] as number[], sequence: [] as number[], parallel: [] as number[] }
  const latencies: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const earlier_rates = await bareQueue()
    await withEngine(async (engine) => {
      const rates_of_engine = {
        plain: await rate(RUNS, () => sendAndDrain(engine, 'plain', RUNS)),
        sequence: await rate(STEP_RUNS * STEPS, () => sendAndDrain(engine, 'sequence', STEP_RUNS)),
        parallel: await rate(STEP_RUNS * STEPS, () => sendAndDrain(engine, 'parallel', STEP_RUNS)),
      }
      const latency = await latencyOf(engine)
      const after = await bareQueue()
      // The first round is for warming up.
      if (round === 0) return
      rates.bare.push(earlier_rates, after)
      latencies.push(latency)
      for (const name of ['plain', 'sequence', 'parallel'] as const) {
        rates[name].push(rates_of_engine[name])
        ratios[name].push((rates_of_engine[name] * 2) / (earlier_rates + after))
      }
    })
  }
  report(`pg-boss alone: fetch and delete, ${CONCURRENCY} at a time`, `${range(rates.bare)} jobs/s`)
  report('runs without steps', `${range(rates.plain)} runs/s, ${range(ratios.plain, 2)} of pg-boss alone`)
  report(`steps, ${STEPS} in a row`, `${range(rates.sequence)} steps/s, ${range(ratios.sequence, 2)}`)
  report(`steps, ${STEPS} in parallel`, `${range(rates.parallel)} steps/s, ${range(ratios.parallel, 2)}`)
  report('one event on an idle engine, until its run has ended', `${range(latencies, 1)} ms`)
} finally {
  await pool.end()
  await server?.close()
  rmSync(dir, { recursive: true, force: true })
}

async function bareQueue(): Promise<number> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'bare',
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.createQueue('bare')
  await boss.insert(
    'bare',
    Array.from({ length: RUNS }, (_, n) => ({ data: { n } })),
  )
  const result = await rate(RUNS, async () => {
    const loops = Array.from({ length: CONCURRENCY }, async () => {
      for (;;) {
        const [job] = await boss.fetch('bare')
        if (!job) return
        await boss.deleteJob('bare', job.id)
      }
    })
    await Promise.all(loops)
  })
  await boss.stop({ graceful: false, close: false })
  return result
}

async function withEngine(work: (engine: Engine) => Promise<void>): Promise<void> {
  const quiet = { debug() {}, info() {}, warn() {}, error() {} }
  const inngest = new Inngest({
    id: 'bench',
    isDev: true,
    baseUrl: 'http://embedded.invalid',
    aiMetadata: false,
    logger: quiet,
    fetch: interceptFetch({ send: (events) => engine.send(events), checkpoint: (body) => engine.checkpoint(body) }),
  })
  const names = Array.from({ length: STEPS }, (_, n) => `step ${n}`)
  const functions = [
    inngest.createFunction({ id: 'plain', triggers: [{ event: 'plain' }] }, ({ event }) => event.data.n),
    inngest.createFunction({ id: 'sequence', triggers: [{ event: 'sequence' }] }, async ({ step }) => {
      for (const name of names) await step.run(name, () => name)
    }),
    inngest.createFunction({ id: 'parallel', triggers: [{ event: 'parallel' }] }, async ({ step }) => {
      await Promise.all(names.map((name) => step.run(name, () => name)))
    }),
  ]
  const log = pino({ level: 'warn' })
  const engine: Engine = await Engine.start({
    pool,
    client: inngest,
    functions,
    work: true,
    log,
    concurrency: CONCURRENCY,
  })
  try {
    await work(engine)
  } finally {
    await engine.stop(1_000)
  }
}

async function sendAndDrain(engine: Engine, name: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 500) {
    await engine.send(Array.from({ length: Math.min(500, count - sent) }, (_, n) => ({ name, data: { n } })))
  }
  for (;;) {
    const { rowCount } = await pool.query('select from jobs.run where ended_at is null limit 1')
    if (!rowCount) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Returns the number per second. */
async function rate(count: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (count * 1_000) / (performance.now() - began)
}

/** Returns the median of 30, in milliseconds. */
async function latencyOf(engine: Engine): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 30; n++) {
    const { rows } = await pool.query<{ newest: string }>(`select coalesce(max(id), '') as newest from jobs.run`)
    const began = performance.now()
    await engine.send([{ name: 'plain', data: { n } }])
    for (;;) {
      const { rowCount } = await pool.query('select from jobs.run where id > $1 and ended_at is not null', [
        rows[0]?.newest,
      ])
      if (rowCount) break
    }
    times.push(performance.now() - began)
  }
  return median(times)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function range(values: number[], digits = 0): string {
  return `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}-${Math.max(...values).toFixed(digits)})`
}

function report(what: string, result: string): void {
  process.stdout.write(`${what.padEnd(56)} ${result}\n`)
}
