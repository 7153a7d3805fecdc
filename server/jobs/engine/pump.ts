import { setTimeout as sleep } from 'node:timers/promises'
import type { Signal } from '../../lib/signal.ts'
import { fireTick } from './cron.ts'
import { driveRun, type RunJob } from './drive.ts'
import { cancelWhenLate } from './ending.ts'
import { dispatchEvents } from './events.ts'
import { finishJob, LostLease } from './fence.ts'
import { releaseHold } from './hold.ts'
import { lease, returnJobs } from './liveness.ts'
import type { Delivery } from './queue.ts'
import { runRetention } from './retention.ts'
import { beginRuns, type Run } from './runs.ts'
import { functionOf, type Runtime } from './runtime.ts'

export interface PumpOptions {
  /** How many jobs are worked on at the same time. */
  places: number
  poll_ms: number
  retention_days: number
  /** This worker's number; undefined while it has none, and then nothing is fetched. */
  worker: () => number | undefined
}

/** A fetch costs as much for one job as for many: with most places taken it waits so long for more to become free. */
const GATHER_MS = 3

type Fetched = Delivery & { begun?: Run }

/** Fetches jobs while there are free places and hands each to its handler. */
export class Pump {
  readonly #rt: Runtime
  readonly #signal: Signal
  readonly #options: PumpOptions
  readonly #running = new Map<Delivery, Promise<void>>()
  #loop: Promise<void> | undefined
  #stopped = false

  constructor(rt: Runtime, signal: Signal, options: PumpOptions) {
    this.#rt = rt
    this.#signal = signal
    this.#options = options
  }

  start(): void {
    this.#loop = this.#run()
  }

  /** The jobs that are being worked on. */
  jobs(): string[] {
    return [...this.#running.keys()].map(({ id }) => id)
  }

  /** Stops fetching and waits for the running calls, at most `grace_ms`. What is left goes back to the queue. */
  async stop(grace_ms: number): Promise<void> {
    this.#stopped = true
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
      if (busy > 0 && busy > this.#options.places / 2) await sleep(GATHER_MS)
      const free = this.#options.places - this.#running.size
      const fetched = await this.#fetch(free)
      for (const delivery of fetched) this.#begin(delivery)
      if (!this.#stopped && (fetched.length < free || free === 0)) await this.#signal.wait(this.#options.poll_ms)
    }
  }

  #begin(delivery: Fetched): void {
    const handling = this.#handle(delivery).finally(() => {
      this.#running.delete(delivery)
      this.#signal.wake()
    })
    this.#running.set(delivery, handling)
  }

  async #fetch(limit: number): Promise<Fetched[]> {
    const worker = this.#options.worker()
    if (limit <= 0 || worker === undefined) return []
    const { db, queue } = this.#rt
    try {
      return await db.transaction(async (tx) => {
        const deliveries = (await queue.fetch(tx, limit)).map((job) => ({ ...job, worker }))
        if (deliveries.length === 0) return []
        await lease(tx, deliveries)
        const begun = await beginRuns(
          tx,
          deliveries.flatMap((delivery) => this.#startsAtOnce(delivery)),
        )
        // A run that is tried again has finished steps, which are not loaded here.
        const byId = new Map(begun.filter(({ seq }) => seq === 0).map((run) => [run.id, run]))
        return deliveries.map((job) => ({
          ...job,
          begun: 'run_id' in job.data ? byId.get(job.data.run_id) : undefined,
        }))
      })
    } catch (error) {
      this.#rt.log.warn({ err: error }, 'jobs could not be fetched')
      return []
    }
  }

  /** Runs without limits or deadlines begin in the transaction that fetches them. */
  #startsAtOnce({ data }: Delivery): string[] {
    if (data.kind !== 'run') return []
    const { concurrency, timeouts } = functionOf(this.#rt, data.function_id)
    return concurrency.length === 0 && timeouts.finish === undefined ? [data.run_id] : []
  }

  async #handle(delivery: Fetched): Promise<void> {
    try {
      // Fetched while the process was told to stop.
      if (this.#stopped) return await this.#returnUntilDone(delivery)
      await this.#perform(delivery)
    } catch (error) {
      if (!(error instanceof LostLease)) {
        const { kind } = delivery.data
        // Not all of the job: what it announces are events, with whatever is in them.
        const run_id = 'run_id' in delivery.data ? delivery.data.run_id : undefined
        this.#rt.log.warn({ kind, run_id, err: error }, 'a job was interrupted and goes back to the queue')
      }
      await this.#returnUntilDone(delivery)
    }
  }

  async #perform(delivery: Fetched): Promise<void> {
    const { data } = delivery
    const rt = this.#rt
    switch (data.kind) {
      case 'run':
      case 'step':
      case 'timer':
        return driveRun(rt, delivery as Delivery & { data: RunJob }, delivery.begun)
      case 'cron':
        return fireTick(rt, delivery, data)
      case 'hold':
        return releaseHold(rt, delivery, functionOf(rt, data.function_id), data.key)
      case 'retention':
        return runRetention(rt, delivery, this.#options.retention_days)
      case 'announce':
        return rt.db.transaction(async (tx) => {
          await dispatchEvents(rt, tx, JSON.parse(data.events))
          await finishJob(rt, tx, delivery)
        })
      case 'deadline':
        return rt.db.transaction(async (tx) => {
          await cancelWhenLate(rt, tx, functionOf(rt, data.function_id), data)
          await finishJob(rt, tx, delivery)
        })
    }
  }

  /** The cause lies outside of the job, for example a lost connection: later tries wait longer. */
  async #returnUntilDone(delivery: Delivery): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      if (!this.#stopped) await sleep(Math.min(30_000, 20 * 2 ** Math.min(attempt + delivery.tries, 11)))
      try {
        return await this.#rt.db.transaction((tx) => returnJobs(tx, this.#rt.queue, [delivery]))
      } catch (error) {
        this.#rt.log.warn({ err: error }, 'a job could not be given back to the queue')
        if (this.#stopped) return
      }
    }
  }
}
