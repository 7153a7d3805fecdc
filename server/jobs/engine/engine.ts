// The embedded engine runs Inngest functions on PostgreSQL (decision 0002). How a run lives:
//
//  1. Event. `triggers/events.ts` stores new events in one transaction, with everything they cause: waits that match end, and each
//     function that they trigger gets a run. A batch collects events first; a singleton with an open run drops them. A cron is a
//     row with its next tick (`triggers/cron.ts`).
//  2. Run. `storage/runs.ts` inserts a row in state `queued` and a job that names it. Rows are the truth; jobs of the queue
//     (`queue/queue.ts`, on pg-boss) are hints, and one that finds nothing to do is dropped.
//  3. Claim. A worker's pump (`queue/pump.ts`) fetches jobs while it has free slots and writes a lease for each. An advisory lock proves
//     that a worker lives. Leases without that lock go back to the queue (`queue/leases.ts`).
//  4. Limits. A function with concurrency limits takes a slot for each, or its job is parked until a slot is free
//     (`queue/concurrency.ts`).
//     The jobs of a paused function's queued runs are set aside until it is resumed (`queue/pausing.ts`).
//  5. Call. `run/drive.ts` gives event and finished steps to the SDK (`run/calls.ts`), which runs the function from its beginning and
//     skips what is finished. The state becomes `active`.
//  6. Steps. A step in sequence runs inside the call and is stored before the function continues. Parallel steps are planned, and each
//     gets a job; this worker keeps as many as it can run soon (`queue/claims.ts`). A sleep or a wait is a job with a start time
//     (`run/plan.ts`).
//  7. Driver. `run.driver` names the one job that may call the function again. It is null while steps are open. The job that finishes the
//     last open step becomes the driver in the same transaction, and the run is at 5 again.
//  8. Failure. A failed attempt goes back to the queue after a growing delay, as often as `retries` says (`run/outcome.ts`). The death of
//     a process is no failed attempt, but a run that kills its process ten times in a row is failed (`queue/deaths.ts`).
//  9. End. `run/ending.ts` sets `completed`, `failed` or `cancelled`, removes the run's timers, and sends inngest/function.* events if a
//     function or a wait follows them. Runs without followers end several at a time (`storage/completions.ts`). An administrator can
//     retry a failed run: finished steps stay finished (`run/retry.ts`).
// 10. Retention. Runs, steps and events are deleted 14 days after their end (`storage/retention.ts`).
//
// Every write of a worker checks its own lease in the same transaction (`queue/fence.ts`), so a worker that another one believed dead
// stores nothing. Locks are taken in one order: event names, leases, steps, runs, concurrency keys. Time is the database's.

import type { Inngest, InngestFunction } from 'inngest'
import type pg from 'pg'
import type { Logger } from '../../core/log.ts'
import { PersistentSession } from '../../db/connections/persistent-session.ts'
import { Signal } from '../../lib/concurrency/signal.ts'
import { readFunctions } from './functions/functions.ts'
import { Claims } from './queue/claims.ts'
import { databaseNow, readClock, shortenDelays } from './queue/clock.ts'
import { releaseParked } from './queue/concurrency.ts'
import { SuspectSlot } from './queue/deaths.ts'
import { registerWorker, releaseWorkerLock, requeueLostSteps, requeueOrphans } from './queue/leases.ts'
import { PAUSE_CHANNEL, PausedFunctions, releaseResumed } from './queue/pausing.ts'
import { Pump } from './queue/pump.ts'
import { type EventInput, Queue } from './queue/queue.ts'
import { Calls } from './run/calls.ts'
import { SdkHandler } from './run/sdk.ts'
import { defaultBackoff, type Runtime } from './runtime.ts'
import { Batch } from './storage/batch.ts'
import { Completions } from './storage/completions.ts'
import { jobConcurrency, openEngineDatabase, type Transaction } from './storage/database.ts'
import { ClaimedPlans } from './storage/plans.ts'
import { scheduleRetention } from './storage/retention.ts'
import { findRuns } from './storage/runs.ts'
import { exclusively, migrateEngine } from './storage/schema.ts'
import { StepResults } from './storage/step-results.ts'
import { keepTicks } from './triggers/cron.ts'
import { dispatchEvents } from './triggers/events.ts'
import { findFollowedEnds } from './triggers/followed-ends.ts'

export interface EngineOptions {
  pool: pg.Pool
  /** This process's persistent connection. Without it, the engine opens its own. */
  session?: PersistentSession | undefined
  client: Inngest.Any
  functions: InngestFunction.Any[]
  /** Maps former ids of functions to their current ones: open runs continue under the current ones. */
  former_ids?: ReadonlyMap<string, string>
  /** False in processes that only send. */
  /** Fetches no jobs before `begin`. */
  is_held?: boolean
  work: boolean
  log: Logger
  backoff?: (attempt: number) => number
  /** Maximum number of jobs that run at the same time in this process: by default 10, or half of a smaller pool. */
  concurrency?: number | undefined
  poll_ms?: number
  claim_ms?: number
  recovery_ms?: number
  call_timeout_ms?: number
  retention_days?: number
  /** Additional channels to LISTEN on, over the engine's own connection. */
  listen?: { channels: string[]; onNotification: (channel: string) => void }
}

/** Every recovery looks for jobs of dead workers. Every third also looks for a clock that was set back and for lost ticks. */
const RECOVERIES_PER_CLOCK = 3

/** One engine per process: a worker, or only a sender with `work: false`. */
export class Engine {
  readonly rt: Runtime
  readonly #options: EngineOptions
  readonly #signal = new Signal()
  readonly #session: PersistentSession
  #leaveSession: (() => Promise<void>) | undefined
  #pump: Pump | undefined
  #worker: number | undefined
  #recoveryTimer: NodeJS.Timeout | undefined
  #recovery: Promise<void> | undefined
  #recoveries = 0
  #stopping = false

  private constructor(options: EngineOptions, rt: Omit<Runtime, 'queue' | 'stopping'>) {
    this.#options = options
    const queue = new Queue(rt.db, rt.log, { notify: !options.work, onInsert: (delay) => this.#signal.wakeIn(delay) })
    this.rt = { ...rt, queue, stopping: () => this.#stopping }
    this.#session = options.session ?? new PersistentSession({ config: options.pool.options, log: () => options.log })
  }

  /**
   * Migrates the engine's tables and, in a worker, starts working. Throws when a function has an option that the engine does not support.
   */
  static async start(options: EngineOptions): Promise<Engine> {
    const sdk = new SdkHandler(options.client, options.functions)
    const functions = readFunctions(await sdk.configs())
    const configs = [...functions.values()]
    const db = openEngineDatabase(options.pool)
    const loads = new Batch((wanted: { run_id: string; step_id?: string }[]) => findRuns(db, wanted))
    const engine: Engine = new Engine(options, {
      db,
      sdk,
      calls: new Calls(),
      completions: new Completions(() => engine.rt),
      step_results: new StepResults(() => engine.rt),
      claimed_plans: new ClaimedPlans(() => engine.rt),
      claims: new Claims(),
      load: (wanted) => loads.add(wanted),
      suspects: new SuspectSlot(),
      paused: new PausedFunctions(),
      functions,
      former_ids: options.former_ids ?? new Map(),
      isEndFollowed: findFollowedEnds(configs),
      backoff: options.backoff ?? defaultBackoff,
      call_timeout_ms: options.call_timeout_ms ?? 2 * 3_600_000,
      log: options.log,
    })
    await exclusively(options.pool, options.log, async () => {
      await migrateEngine(db)
      await engine.rt.queue.start()
    })
    if (options.work) await engine.#prepareWork()
    if (!options.is_held) engine.begin()
    return engine
  }

  /** Starts fetching jobs, in a worker. `start` calls it unless `is_held`. */
  begin(): void {
    if (!this.#stopping) this.#pump?.start()
  }

  async send(events: EventInput[]): Promise<string[]> {
    return this.rt.db.transaction((tx) => this.dispatch(tx, events))
  }

  /** Stores events and their effects in the caller's transaction. */
  async dispatch(tx: Transaction, events: EventInput[]): Promise<string[]> {
    return dispatchEvents(this.rt, tx, events)
  }

  checkpoint(body: string): Promise<number> {
    return this.rt.calls.checkpoint(this.rt, body)
  }

  wake(): void {
    this.#signal.wake()
  }

  /** Takes little longer than `grace_ms`. Jobs of calls that do not end in time return to the queue. */
  async stop(grace_ms: number): Promise<void> {
    this.#stopping = true
    clearInterval(this.#recoveryTimer)
    await this.#pump?.stop(grace_ms)
    // It may be in the middle of a transaction.
    await this.#recovery
    await this.#leaveSession?.()
    if (!this.#options.session) await this.#session.close()
    this.#signal.close()
    await this.rt.queue.stop()
  }

  async #prepareWork(): Promise<void> {
    const {
      pool,
      poll_ms = 500,
      claim_ms = 1_000,
      recovery_ms = 5_000,
      retention_days = 14,
      listen,
      log,
    } = this.#options
    const { concurrency = jobConcurrency(pool) } = this.#options
    this.#leaveSession = await this.#session.use({
      channels: ['jobs', PAUSE_CHANNEL, ...(listen?.channels ?? [])],
      onNotification: (channel) => {
        if (channel === 'jobs') this.wake()
        // The next recovery compensates for a failure.
        else if (channel === PAUSE_CHANNEL) void this.rt.paused.read(this.rt).catch(() => undefined)
        else listen?.onNotification(channel)
      },
      prepare: async (client) => {
        this.#worker = await registerWorker(client)
      },
      finish: (client) => releaseWorkerLock(client, this.#worker),
    })
    await this.#recover()
    const lost = await requeueLostSteps(this.rt)
    if (lost > 0) log.warn({ steps: lost }, 'steps lost by another version of the program were requeued')
    await this.rt.db.transaction(async (tx) => scheduleRetention(this.rt, tx, await databaseNow(tx)))
    const worker = () => (this.#session.connected ? this.#worker : undefined)
    this.#pump = new Pump(this.rt, this.#signal, { concurrency, poll_ms, claim_ms, retention_days, worker })
    this.#recoveryTimer = setInterval(() => {
      this.#recovery ??= this.#recover()
        .catch((error: unknown) => log.warn({ err: error }, 'jobs of dead workers could not be requeued'))
        .finally(() => {
          this.#recovery = undefined
        })
    }, recovery_ms)
    this.#recoveryTimer.unref()
  }

  async #recover(): Promise<void> {
    await this.#session.verify()
    await this.rt.paused.read(this.rt)
    const orphans = await requeueOrphans(this.rt, () => ({ worker: this.#worker, jobs: this.#pump?.jobs() ?? [] }))
    if (orphans > 0) this.#options.log.warn({ jobs: orphans }, 'jobs of a dead process continue here')
    await this.rt.db.transaction((tx) => releaseParked(tx, this.rt.queue))
    await releaseResumed(this.rt)
    if (this.#recoveries++ % RECOVERIES_PER_CLOCK > 0) return
    await this.rt.db.transaction((tx) => this.#keepTime(tx))
  }

  async #keepTime(tx: Transaction): Promise<void> {
    const clock = await readClock(tx)
    if (!clock) return
    if (clock.set_back_ms > 0) {
      const seconds = Math.round(clock.set_back_ms / 1_000)
      this.#options.log.warn({ seconds }, "the database's clock was set back: jobs are scheduled by the new time")
      await shortenDelays(tx, this.rt.queue, clock.set_back_ms)
    }
    await keepTicks(this.rt, tx, clock)
  }
}
