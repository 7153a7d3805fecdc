import { setTimeout as sleep } from 'node:timers/promises'
import type { Signal } from '../../../lib/concurrency/signal.ts'
import { driveRun, type RunJob } from '../run/drive.ts'
import { findFunction, isOfOtherVersion, otherVersionPause, type Runtime } from '../runtime.ts'
import { runRetention } from '../storage/retention.ts'
import { releaseBatch } from '../triggers/batching.ts'
import { fireTick } from '../triggers/cron.ts'
import { dispatchEvents } from '../triggers/events.ts'
import type { Claim } from './claims.ts'
import { finishJob, LostLease } from './fence.ts'
import { leaseAndBegin, returnJobs } from './leases.ts'
import type { Delivery } from './queue.ts'

export interface PumpOptions {
  /** Maximum number of jobs that run at the same time. */
  concurrency: number
  poll_ms: number
  /** A claimed step that cannot start within this time goes to the queue, where other workers find it. */
  claim_ms: number
  retention_days: number
  /** This worker's number; undefined while it has none, which stops fetching. */
  worker: () => number | undefined
}

/** A fetch costs the same for one job or many. While most slots are taken, it waits this long for more slots. */
const GATHER_MS = 3

/** Maximum number of claimed steps for each concurrent job: about the steps of a few runs. */
const CLAIMS_PER_JOB = 5

/** After this many empty polls, a worker waits until the next job is due, but at most `MAX_IDLE_POLLS` polls. */
const IDLE_POLLS = 10
const MAX_IDLE_POLLS = 4

/** Fetches jobs while there are free slots and hands each to its handler. */
export class Pump {
  readonly #rt: Runtime
  readonly #signal: Signal
  readonly #options: PumpOptions
  readonly #running = new Map<Delivery, Promise<void>>()
  /** Slots that the current fetch may fill. */
  #fetching = 0
  /** Empty polls in a row. */
  #idle_polls = 0
  #overdue: NodeJS.Timeout | undefined
  #loop: Promise<void> | undefined
  #stopped = false

  constructor(rt: Runtime, signal: Signal, options: PumpOptions) {
    this.#rt = rt
    this.#signal = signal
    this.#options = options
  }

  start(): void {
    this.#rt.claims.open(this.#options.concurrency * CLAIMS_PER_JOB, () => this.#beginClaims())
    this.#loop = this.#run()
  }

  jobs(): string[] {
    return [...[...this.#running.keys()].map(({ id }) => id), ...this.#rt.claims.jobs()]
  }

  /** Stops fetching and waits for the running calls, at most `grace_ms`. Returns the remaining jobs to the queue. */
  async stop(grace_ms: number): Promise<void> {
    this.#stopped = true
    this.#rt.claims.close()
    this.#queueOverdue(0)
    this.#signal.wake()
    await this.#loop
    const grace = new AbortController()
    await Promise.race([
      Promise.all(this.#running.values()),
      sleep(grace_ms, undefined, { signal: grace.signal }).catch(() => undefined),
    ])
    grace.abort()
    const left = [...this.#running.keys()]
    if (left.length > 0) await this.#rt.db.transaction((tx) => returnJobs(tx, this.#rt.queue, left))
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const busy = this.#running.size
      if (busy > 0 && busy > this.#options.concurrency / 2) await sleep(GATHER_MS)
      const free = Math.max(0, this.#options.concurrency - this.#running.size - this.#rt.claims.waiting)
      this.#fetching = free
      const fetched = await this.#fetch(free)
      this.#fetching = 0
      for (const claim of fetched) this.#begin(claim)
      this.#beginClaims()
      this.#idle_polls = fetched.length > 0 || this.#running.size > 0 ? 0 : this.#idle_polls + 1
      if (!this.#stopped && (fetched.length < free || free === 0)) await this.#waitForWork()
    }
  }

  /**
   * Workers are not notified of jobs that are added for later. An idle one asks when the next is due, and fetches only then or when woken.
   */
  async #waitForWork(): Promise<void> {
    const { poll_ms } = this.#options
    if (this.#idle_polls < IDLE_POLLS) return void (await this.#signal.wait(poll_ms))
    const longest = MAX_IDLE_POLLS * poll_ms
    while (!this.#stopped) {
      const next = await this.#rt.queue.nextDue().catch(() => 0)
      // A due job that was not fetched is being fetched by another worker.
      if (next !== undefined && next <= longest) return void (await this.#signal.wait(next > 0 ? next : poll_ms))
      if (await this.#signal.wait(longest)) return
    }
  }

  #begin(claim: Claim): void {
    this.#track(claim.delivery, this.#handle(claim))
  }

  #track(delivery: Delivery, handling: Promise<void>): void {
    const tracked = handling.finally(() => {
      this.#running.delete(delivery)
      this.#beginClaims()
      this.#signal.wake()
    })
    this.#running.set(delivery, tracked)
  }

  #beginClaims(): void {
    const { claims } = this.#rt
    const { claim_ms } = this.#options
    if (this.#stopped) {
      if (claims.waiting > 0) this.#queueOverdue(0)
      return
    }
    while (this.#running.size + this.#fetching < this.#options.concurrency) {
      const claim = claims.take()
      if (!claim) return
      this.#begin(claim)
    }
    if (claims.waiting > 0) this.#overdue ??= setTimeout(() => this.#queueOverdue(claim_ms / 2), claim_ms)
  }

  /** Queues claims that have waited this long, for other workers. */
  #queueOverdue(ms: number): void {
    clearTimeout(this.#overdue)
    this.#overdue = undefined
    for (const { delivery } of this.#rt.claims.takeOverdue(ms)) this.#track(delivery, this.#returnUntilDone(delivery))
    this.#beginClaims()
  }

  async #fetch(limit: number): Promise<Claim[]> {
    const worker = this.#options.worker()
    if (limit <= 0 || worker === undefined) return []
    const { db, queue } = this.#rt
    try {
      return await db.transaction(async (tx) => {
        const deliveries = (await queue.fetch(tx, limit)).map((job) => ({ ...job, worker }))
        if (deliveries.length === 0) return []
        const begun_runs = await leaseAndBegin(
          tx,
          deliveries,
          deliveries.flatMap((delivery) => this.#startsWithFetch(delivery)),
        )
        // A retried run has finished steps, which are not loaded here.
        const byId = new Map(begun_runs.filter(({ seq }) => seq === 0).map((run) => [run.id, run]))
        return deliveries.map((delivery) => {
          const run = 'run_id' in delivery.data ? byId.get(delivery.data.run_id) : undefined
          return { delivery, loaded: run && { run } }
        })
      })
    } catch (error) {
      this.#rt.log.warn({ err: error }, 'jobs could not be fetched')
      return []
    }
  }

  /** Runs without limits begin in the transaction that fetches them. */
  #startsWithFetch({ data }: Delivery): string[] {
    const fn = data.kind === 'run' && findFunction(this.#rt, data.function_id)
    return fn && fn.concurrency.length === 0 && !this.#rt.paused.has(fn.id) ? [data.run_id] : []
  }

  async #handle(claim: Claim): Promise<void> {
    const { delivery } = claim
    try {
      // Fetched after the process was told to stop.
      if (this.#stopped) return await this.#returnUntilDone(delivery)
      await this.#perform(claim)
    } catch (error) {
      if (!(error instanceof LostLease)) {
        const { kind } = delivery.data
        // Logs only the run's id, because events to announce contain user data.
        const run_id = 'run_id' in delivery.data ? delivery.data.run_id : undefined
        this.#rt.log.warn({ kind, run_id, err: error }, 'a job was interrupted and goes back to the queue')
      }
      await this.#returnUntilDone(delivery)
    }
  }

  async #perform({ delivery, loaded }: Claim): Promise<void> {
    const { data } = delivery
    const rt = this.#rt
    if (isOfOtherVersion(rt, delivery))
      return rt.db.transaction((tx) => returnJobs(tx, rt.queue, [delivery], otherVersionPause(delivery)))
    switch (data.kind) {
      case 'run':
      case 'step':
      case 'timer':
        return driveRun(rt, delivery as Delivery & { data: RunJob }, loaded)
      case 'cron':
        return fireTick(rt, delivery, data)
      case 'hold':
        return releaseBatch(rt, delivery, data)
      case 'retention':
        return runRetention(rt, delivery, this.#options.retention_days)
      case 'announce':
        return rt.db.transaction(async (tx) => {
          await dispatchEvents(rt, tx, JSON.parse(data.events))
          await finishJob(rt, tx, delivery)
        })
    }
  }

  /** Retries until the job is returned, waiting longer each time: the cause is outside of the job, such as a lost connection. */
  async #returnUntilDone(delivery: Delivery): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      if (!this.#stopped) await sleep(Math.min(30_000, 20 * 2 ** Math.min(attempt + delivery.tries, 11)))
      try {
        return await this.#rt.db.transaction((tx) => returnJobs(tx, this.#rt.queue, [delivery]))
      } catch (error) {
        this.#rt.log.warn({ err: error }, 'a job could not be returned to the queue')
        if (this.#stopped) return
      }
    }
  }
}
