import { randomUUID } from 'node:crypto'
import { type JobInsert, PgBoss } from 'pg-boss'
import { clock } from '../../../core/clock.ts'
import type { Logger } from '../../../core/log.ts'
import type { Database, Sql, Transaction } from '../storage/database.ts'

/** A job of the queue. Jobs are hints that name rows; the rows are the truth. */
export type JobData =
  | { kind: 'run'; run_id: string; function_id: string }
  | { kind: 'step'; run_id: string; function_id: string; step_id: string }
  /** A sleep is over, or a wait has timed out. */
  | { kind: 'timer'; run_id: string; function_id: string; step_id: string }
  | { kind: 'cron'; function_id: string; cron: string; at: string }
  | { kind: 'hold'; function_id: string; key: string }
  /** Announces the end of a run. `events` is JSON text, because PostgreSQL's jsonb rejects some user data. */
  | { kind: 'announce'; events: string }
  | { kind: 'retention'; at: string }

export interface EventInput {
  id?: string
  name: string
  data?: Record<string, unknown>
  ts?: number
}

/** An event as functions receive it, and its JSON text. */
export interface Event {
  id: string
  name: string
  value: Required<EventInput>
  json: string
}

export interface NewJob {
  id?: string
  data: JobData
  delay_ms?: number
  at?: Date
}

/** A job delivered to a worker. `tries` counts earlier deliveries. */
export interface Delivery {
  id: string
  data: JobData
  tries: number
  worker: number
}

/**
 * The `tries` of a claimed step, which stays with the worker that planned it: it has a lease but no job in the queue. The job is inserted
 * when the step must continue elsewhere.
 */
export const CLAIMED = -1

export const newJobId = (): string => randomUUID()

/** Called after every committed insert, with the shortest delay of the new jobs. */
export type InsertListener = (delay_ms: number) => void

const NAME = 'jobs'

/** SQL for a `with`: removes the jobs named by `of.job` from the queue, like `remove` does in a separate statement. */
export const removing = (of: string): string =>
  `delete from pgboss.job j using ${of} where j.name = '${NAME}' and j.id = ${of}.job`

const YEARS = 365 * 86_400

/** Wraps the queue library. Its calls take part in the caller's transaction. */
export class Queue {
  readonly #boss: PgBoss
  readonly #db: Database
  readonly #onInsert: InsertListener
  /** Processes without workers send a NOTIFY to the others. */
  readonly #notify: boolean

  constructor(db: Database, log: Logger, options: { notify: boolean; onInsert: InsertListener }) {
    this.#db = db
    this.#onInsert = options.onInsert
    this.#notify = options.notify
    // Leases distinguish dead workers from slow ones, so pg-boss must not expire jobs by time: supervise is off.
    this.#boss = new PgBoss({ db, schema: 'pgboss', supervise: false, schedule: false, bamIntervalSeconds: 3_600 })
    this.#boss.on('error', (error) => log.warn({ err: error }, 'the job queue reports an error'))
  }

  async start(): Promise<void> {
    await this.#boss.start()
    await this.#boss.createQueue(NAME, { retryLimit: 1_000_000, retryDelay: 0, retentionSeconds: 10 * YEARS })
    // pg-boss looks up the queue on first use, which would need a second connection inside one of our transactions.
    await this.#boss.resume(NAME, newJobId())
  }

  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: false, close: false })
  }

  /** Leaves a job unchanged if its id is already in the queue. */
  async insert(tx: Transaction, jobs: NewJob[]): Promise<void> {
    if (jobs.length === 0) return
    await this.#boss.insert(NAME, jobs.map(toInsert), { db: tx })
    const delay = Math.min(...jobs.map(delayOf))
    if (this.#notify && delay <= 0) await tx.rows(`select pg_notify('jobs', '')`)
    tx.afterCommit(() => this.#onInsert(delay))
  }

  async fetch(tx: Sql, limit: number): Promise<Omit<Delivery, 'worker'>[]> {
    const jobs = await this.#boss.fetch<JobData>(NAME, { batchSize: limit, db: tx })
    return jobs.map(({ id, data, retryCount }) => ({ id, data, tries: retryCount }))
  }

  /** Returns the milliseconds until the next job is due; undefined if none waits. */
  async nextDue(): Promise<number | undefined> {
    const [next] = await this.#db.rows<{ ms: number | null }>(
      `select extract(epoch from min(start_after) - pgboss.job_now())::float8 * 1000 as ms
       from pgboss.job where name = $1 and state < 'active'`,
      [NAME],
    )
    return next?.ms ?? undefined
  }

  async remove(tx: Sql, ids: string[]): Promise<void> {
    if (ids.length > 0) await this.#boss.deleteJob(NAME, ids, { db: tx })
  }

  /** Returns which of these jobs are in the queue. */
  async present(tx: Pick<Sql, 'rows'>, ids: readonly string[]): Promise<Set<string>> {
    // Uses the whole primary key, because the id alone would scan the whole queue.
    const rows = await tx.rows<{ id: string }>('select id from pgboss.job where name = $1 and id = any ($2::uuid[])', [
      NAME,
      ids,
    ])
    return new Set(rows.map(({ id }) => id))
  }

  /** Returns fetched jobs to the queue, at their old position. */
  async giveBack(tx: Transaction, ids: string[]): Promise<void> {
    if (ids.length === 0) return
    await this.#boss.fail(NAME, ids, null, { db: tx })
    tx.afterCommit(() => this.#onInsert(0))
  }

  /** Delays a job that was returned to the queue. */
  async delay(tx: Sql, id: string, ms: number): Promise<void> {
    await tx.rows(
      `update pgboss.job set start_after = pgboss.job_now() + $3 * interval '1 millisecond' where name = $1 and id = $2`,
      [NAME, id, ms],
    )
  }

  /** Shortens the delays of all jobs, except ticks, which run on a schedule. */
  async shortenDelays(tx: Transaction, ms: number): Promise<void> {
    await tx.rows(
      `update pgboss.job set start_after = start_after - $2 * interval '1 millisecond'
       where name = $1 and state < 'active' and start_after > pgboss.job_now() and data ->> 'kind' <> 'cron'`,
      [NAME, ms],
    )
    tx.afterCommit(() => this.#onInsert(0))
  }

  /** Returns the seconds that the oldest due job has waited; null when none waits. */
  async oldestWaitSeconds(): Promise<number | null> {
    const [row] = await this.#db.rows<{ seconds: number | null }>(
      `select extract(epoch from now() - min(start_after))::float8 as seconds
       from pgboss.job where name = $1 and state < 'active' and start_after <= now()`,
      [NAME],
    )
    return row?.seconds ?? null
  }

  /** Returns the number of due jobs that wait for a worker. */
  async countDue(): Promise<number> {
    const [row] = await this.#db.rows<{ count: number }>(
      `select count(*)::int as count from pgboss.job where name = $1 and state < 'active' and start_after <= now()`,
      [NAME],
    )
    return row?.count ?? 0
  }
}

const delayOf = ({ at, delay_ms = 0 }: NewJob) => (at ? at.getTime() - +clock.now() : delay_ms)

function toInsert({ id, data, at, delay_ms = 0 }: NewJob): JobInsert {
  // A number counts from the database's clock, so workers with different clocks agree.
  return { id: id ?? newJobId(), data, startAfter: at ? at.toISOString() : delay_ms / 1_000 }
}
