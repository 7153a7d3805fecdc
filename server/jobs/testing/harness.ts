import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Inngest, type InngestFunction } from 'inngest'
import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { makeDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { PATIENCE } from '../../testing/patience.ts'
import { Engine, type EngineOptions } from '../engine/engine.ts'
import type { EventInput } from '../engine/queue/queue.ts'
import { interceptFetch } from '../engine/run/intercept.ts'

export const silent = pino({ level: 'silent' })

export interface TestEngine {
  engine: Engine
  inngest: Inngest.Any
  send: (...events: EventInput[]) => Promise<string[]>
}

export interface RunRow {
  id: string
  function_id: string
  state: string
  output: unknown
  error: { name: string; message: string } | null
  attempt: number
}

type Tuning = Partial<Omit<EngineOptions, 'pool' | 'client' | 'functions'>>

const WORKER = path.join(import.meta.dirname, 'worker.ts')

/**
 * Creates a database for the tests of one file, emptied after each, and engines and worker processes on it. Functions are named without the
 * `client` prefix that the SDK adds to their ids.
 */
export function testEngines({ client = 'test' } = {}) {
  const engines: Engine[] = []
  const workers = new Set<ChildProcess>()
  let database: TestDatabase
  let pool: pg.Pool

  beforeAll(async () => {
    database = await makeDatabase(inject('server_url'))
    pool = new pg.Pool({ connectionString: database.url, max: 20 })
    pool.on('error', () => undefined)
  })
  afterEach(async () => {
    await Promise.all([...workers].map(kill))
    await Promise.all(engines.splice(0).map((engine) => engine.stop(1_000)))
    await emptyEngine(pool)
  })

  /** Kills with -9: no handler runs, and no connection is closed properly. */
  async function kill(worker: ChildProcess): Promise<void> {
    workers.delete(worker)
    if (worker.exitCode !== null || worker.signalCode !== null) return
    const gone = once(worker, 'exit')
    worker.kill('SIGKILL')
    await gone
  }
  afterAll(async () => {
    await pool.end()
    await database.drop()
  })

  return {
    pool: () => pool,
    url: () => database.url,
    /** Starts a worker with these functions. Retries come after 20 ms unless `tuning` overrides it. */
    async start(
      build: (inngest: Inngest<{ id: 'test' }>) => InngestFunction.Any[],
      tuning: Tuning = {},
    ): Promise<TestEngine> {
      const intercepted = interceptFetch({
        send: (events) => engine.send(events),
        checkpoint: (body) => engine.checkpoint(body),
      })
      const quiet = { debug() {}, info() {}, warn() {}, error() {} }
      const inngest = new Inngest({
        id: 'test',
        isDev: true,
        baseUrl: 'http://embedded.invalid',
        fetch: intercepted,
        logger: quiet,
        aiMetadata: false,
      })
      const engine: Engine = await Engine.start({
        pool,
        client: inngest,
        functions: build(inngest),
        work: true,
        log: silent,
        backoff: () => 20,
        ...tuning,
      })
      engines.push(engine)
      return { engine, inngest, send: (...events) => engine.send(events) }
    },
    kill,
    /** Starts a worker process and waits until it works. It is killed after the test at the latest. */
    async startWorker(): Promise<ChildProcess> {
      const worker = spawn(process.execPath, [WORKER, database.url], { stdio: ['ignore', 'pipe', 'inherit'] })
      workers.add(worker)
      await once(worker.stdout, 'data')
      return worker
    },
    /** Counts rows of a table, or of any SQL after `from`. */
    async count(from: string): Promise<number> {
      const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${from}`)
      return rows[0]?.count ?? 0
    },
    /** Returns the runs of a function, or all runs without one, oldest first. */
    async runs(function_id?: string): Promise<RunRow[]> {
      const { rows } = await pool.query(
        `select ${RUN} from jobs.run where $1::text is null or function_id = $1 order by id`,
        [function_id ? `${client}-${function_id}` : null],
      )
      return rows.map(toRun)
    },
    /** Waits until the function has `count` ended runs and returns them, in the order of their ends. */
    async ended(function_id: string, count = 1): Promise<RunRow[]> {
      return until(async () => {
        const { rows } = await pool.query(
          `select ${RUN} from jobs.run where function_id = $1 and ended_at is not null order by ended_at, id`,
          [`${client}-${function_id}`],
        )
        return rows.length >= count ? rows.map(toRun) : undefined
      }, `${count} ended runs of ${function_id}`)
    },
  }
}

/** Deletes all runs and events. No engine may run on the database. */
export async function emptyEngine(pool: pg.Pool): Promise<void> {
  // PostgreSQL finishes the statement of a killed client, which would deadlock with the truncation.
  await until(async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend' and state <> 'idle'`,
    )
    return rowCount === 0
  }, 'statements of stopped engines to end')
  const { rows } = await pool.query<{ tables: string }>(
    `select string_agg(format('%I.%I', schemaname, tablename), ', ') as tables from pg_tables
     where schemaname = 'jobs' and tablename <> 'migration' or schemaname = 'pgboss' and tablename = 'job'
        or tablename = 'outbox'`,
  )
  if (rows[0]?.tables) await pool.query(`truncate ${rows[0].tables}`)
}

const RUN = 'id, function_id, state, output, error, attempt'
const toRun = (row: RunRow & { output: string | null; error: string | null }): RunRow => ({
  ...row,
  output: row.output && JSON.parse(row.output),
  error: row.error && JSON.parse(row.error),
})

/** Polls until `probe` returns something. Fails with `what` if it never does. */
export async function until<T>(
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  what: string,
  limit_ms = PATIENCE.timeout,
): Promise<T> {
  const deadline = Date.now() + limit_ms
  for (let pause = 5; ; pause = Math.min(pause * 1.2, 50)) {
    const found = await probe()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`Waited ${limit_ms} ms in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Lets a test block functions, at most `limit_ms`, and counts the maximum number of concurrent ones. */
export function gate(limit_ms?: number) {
  const inside = new Map<string, number>()
  const max_inside = new Map<string, number>()
  let isOpen = false
  return {
    most: max_inside,
    total: () => [...inside.values()].reduce((sum, n) => sum + n, 0),
    open: () => {
      isOpen = true
    },
    pass: async (key: string) => {
      const now = (inside.get(key) ?? 0) + 1
      inside.set(key, now)
      max_inside.set(key, Math.max(max_inside.get(key) ?? 0, now))
      await until(() => isOpen, 'the gate to open', limit_ms)
      inside.set(key, (inside.get(key) ?? 1) - 1)
    },
  }
}
