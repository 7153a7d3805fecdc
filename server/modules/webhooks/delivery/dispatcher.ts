import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { clock } from '../../../core/clock.ts'
import { onEventsWritten } from '../../../core/events/outbox.ts'
import type { Logger } from '../../../core/log.ts'
import { recordOutside } from '../../../core/write/record-outside.ts'
import { Signal } from '../../../lib/concurrency/signal.ts'
import { ConcurrencyLimits, LIMITS, MAX_PER_ENDPOINT, type RequestLimits } from './concurrency-limits.ts'
import { createDeliveries } from './create-deliveries.ts'
import { type DueDelivery, type EndpointKey, keyOf } from './due.ts'
import {
  claimQueues,
  ENDPOINT_HEALTHS,
  type Health,
  loadFirstAttempts,
  nextDue,
  type QueueRelease,
  releaseQueues,
} from './endpoint-queue.ts'
import { isSuccess, type Outcome } from './outcome.ts'
import { attemptDelivery } from './post.ts'
import { acquireLeaseLock, releaseAbandonedQueues, releaseLeaseLock, renewLeases } from './queue-lease.ts'
import { recordOutcomes } from './record.ts'

export interface DispatcherOptions {
  log: Logger
  /** Time after which other processes take over queues whose lease was not renewed. */
  lease_ms?: number
  /** Maximum pause between two rounds. */
  poll_ms?: number
  /** Time without any response after which an endpoint counts as failing until it responds. */
  silence_ms?: number
  limits?: RequestLimits
}

/** Deliveries per queue read ahead into memory, more with fewer queues, because a round costs the same. */
const PREFETCH = { least: 24, most: 160, all: 3_200 } as const
/** Maximum bytes of bodies read at a time: per queue, and in total. */
const PREFETCH_BYTES = { most: 4 * 2 ** 20, all: 128 * 2 ** 20 } as const
/** Interval at which a process that cannot claim more queues checks its own for changes. */
const CHANGE_CHECK_MS = 500
/**
 * After this many polls without work it polls four times less often. Notifications wake it, so polls only find work whose notification was
 * lost.
 */
const IDLE_POLLS = 10
/** Interval of the search for abandoned queues. */
const RECOVER_MS = 5_000
/** Time limit of the last writes of a stopping process, in case the database is unavailable. */
const RECORD_MS = 10_000

interface EndpointQueue extends EndpointKey {
  waiting: DueDelivery[]
  /** Deliveries in memory whose outcome is not recorded yet. */
  loaded: Set<number>
  in_flight: number
  answered_at: number
  has_succeeded: boolean
  health: Health
  /** An attempt failed since the claim. Deliveries loaded earlier do not reflect it. */
  failed: boolean
  /** The database may have deliveries that are not in memory. */
  may_have_more: boolean
}

/**
 * Makes the first attempt of each delivery for all accounts; the job `webhooks/retry` makes retries. Each endpoint has a queue, leased by
 * one process at a time. An unresponsive endpoint uses up only its own limit. Creating, claiming, loading and recording take one statement
 * each, for any number of queues.
 */
export class Dispatcher {
  readonly #options: Required<DispatcherOptions>
  readonly #lease_id = randomUUID()
  readonly #signal = new Signal()
  readonly #queues = new Map<string, EndpointQueue>()
  #outcomes: Outcome[] = []
  readonly #limits: ConcurrencyLimits
  #renewed_at = performance.now()
  #claimed_at = performance.now()
  #recovered_at = Number.NEGATIVE_INFINITY
  #loop: Promise<void> | undefined
  #stopped = false

  constructor({ log, lease_ms = 30_000, poll_ms = 1_000, silence_ms = 1_000, limits = LIMITS }: DispatcherOptions) {
    this.#options = { log, lease_ms, poll_ms, silence_ms, limits }
    this.#limits = new ConcurrencyLimits(limits.requests)
  }

  start(): void {
    onEventsWritten(() => this.wake())
    this.#loop = this.#run()
  }

  wake(): void {
    this.#signal.wake()
  }

  /**
   * Locks the lease on a connection that stays open while this process runs; without the lock, other processes take over the queues. After
   * a reconnect, the next round drops queues that others have taken.
   */
  async acquireLease(client: pg.Client): Promise<void> {
    await acquireLeaseLock(client, this.#lease_id)
    this.#renewed_at = Number.NEGATIVE_INFINITY
  }

  /** Unlocks the lease. The connection stays open. */
  async releaseLease(client: pg.Client): Promise<void> {
    await releaseLeaseLock(client, this.#lease_id)
  }

  /** Waits up to `grace_ms` for requests in flight. Another process repeats requests without a response. */
  async stop(grace_ms: number): Promise<void> {
    this.#stopped = true
    onEventsWritten(undefined)
    this.wake()
    await this.#loop
    const end = performance.now() + grace_ms
    while (this.#limits.in_flight > 0 && performance.now() < end)
      await this.#signal.wait(Math.max(1, end - performance.now()))
    const recorded = recordOutside(() => this.#record())
    await Promise.race([recorded, sleep(RECORD_MS, undefined, { ref: false })])
    await releaseQueues(this.#lease_id, [...this.#queues.values()].map(releaseOf), clock.now())
    this.#queues.clear()
  }

  /** Works until nothing is due and no request is in flight. */
  async settle(): Promise<void> {
    for (;;) {
      if (await this.#step()) continue
      if (this.#limits.in_flight === 0 && this.#queues.size === 0) return
      await this.#signal.wait(100)
    }
  }

  async #run(): Promise<void> {
    let idle_polls = 0
    while (!this.#stopped) {
      try {
        if (await this.#step()) {
          idle_polls = 0
          continue
        }
        idle_polls = this.#queues.size > 0 ? 0 : idle_polls + 1
        const longest = idle_polls < IDLE_POLLS ? this.#options.poll_ms : 4 * this.#options.poll_ms
        const next = this.#limits.in_flight > 0 ? null : await nextDue()
        const pause = next ? next.getTime() - clock.now().getTime() : longest
        await this.#signal.wait(Math.min(Math.max(pause, 5), longest))
      } catch (error) {
        this.#options.log.warn({ err: error }, 'webhook deliveries could not be processed and will be tried again')
        await this.#signal.wait(this.#options.poll_ms)
      }
    }
  }

  /** Runs one round. Returns whether another should follow immediately. */
  async #step(): Promise<boolean> {
    // The next rows are read during the write. If one fails, the other is still awaited.
    const [recorded, taken] = await Promise.allSettled([this.#record(), this.#take(clock.now())])
    if (recorded.status === 'rejected') throw recorded.reason
    if (taken.status === 'rejected') throw taken.reason
    await this.#release()
    return recorded.value + taken.value > 0
  }

  async #take(now: Date): Promise<number> {
    const cut = await createDeliveries(now)
    await this.#recover(now)
    await this.#renew()
    this.#limits.markSilentAsFailing(this.#queues.values(), this.#options.silence_ms)
    const claimed = await this.#claim(now)
    const loaded = await this.#load()
    this.#startAll()
    return cut + claimed + loaded
  }

  async #claim(now: Date): Promise<number> {
    const free: Partial<Record<Health, number>> = { ...this.#options.limits.queues }
    for (const { health } of this.#queues.values()) free[health] = Math.max(0, (free[health] ?? 0) - 1)
    // Without room for more, only changes of its own queues matter. That check takes time for every due queue of the instance.
    if (performance.now() - this.#claimed_at >= CHANGE_CHECK_MS) this.#claimed_at = performance.now()
    else for (const health of ENDPOINT_HEALTHS) if (free[health] === 0) delete free[health]
    const keys = await claimQueues(this.#lease_id, { now, free, lease_ms: this.#options.lease_ms })
    for (const key of keys) {
      const queue = this.#queues.get(keyOf(key))
      if (queue) {
        queue.may_have_more = true
        if (key.is_changed) unload(queue)
      } else {
        this.#queues.set(keyOf(key), {
          ...endpointKey(key),
          waiting: [],
          loaded: new Set(),
          in_flight: 0,
          answered_at: 0,
          has_succeeded: false,
          health: key.health,
          failed: false,
          may_have_more: true,
        })
      }
    }
    return keys.length
  }

  async #load(): Promise<number> {
    const ahead = Math.min(Math.max(Math.floor(PREFETCH.all / this.#queues.size), PREFETCH.least), PREFETCH.most)
    const queues_with_room = [...this.#queues.values()]
      .filter((queue) => queue.may_have_more && !hasFailed(queue) && queue.waiting.length <= ahead / 2)
      .map((queue) => ({
        queue,
        room: MAX_PER_ENDPOINT[queue.health] - queue.in_flight + { new: 1, proven: ahead, failing: 0 }[queue.health],
      }))
      .filter(({ queue, room }) => room > queue.waiting.length)
    if (queues_with_room.length === 0) return 0
    const requests = queues_with_room.map(({ queue, room }) => ({
      ...endpointKey(queue),
      room: room - queue.waiting.length,
      busy: [...queue.loaded],
    }))
    const most_bytes = Math.min(Math.floor(PREFETCH_BYTES.all / this.#queues.size), PREFETCH_BYTES.most)
    const loaded_deliveries = await loadFirstAttempts(requests, { most_bytes })
    for (const { queue } of queues_with_room) queue.may_have_more = false
    for (const due of loaded_deliveries) {
      const queue = this.#queues.get(keyOf(due))
      if (!queue) continue
      queue.waiting.push(due)
      queue.loaded.add(due.id)
      // More may follow until a query finds none.
      queue.may_have_more = true
    }
    return loaded_deliveries.length
  }

  #startAll(): void {
    for (const queue of this.#queues.values()) this.#startRequests(queue)
  }

  #startRequests(queue: EndpointQueue): void {
    while (!this.#stopped && queue.waiting.length > 0 && !hasFailed(queue) && this.#limits.hasRoomFor(queue)) {
      const due = queue.waiting.shift()
      if (due) void this.#send(queue, due)
    }
  }

  async #send(queue: EndpointQueue, due: DueDelivery): Promise<void> {
    this.#limits.start(queue)
    const outcome = await attemptDelivery(due)
    this.#limits.end(queue, isSuccess(outcome) ? 'proven' : 'failing')
    queue.failed ||= queue.health === 'failing'
    this.#outcomes.push({ ...outcome, due: { ...due, failing: due.failing || queue.failed } })
    this.#startRequests(queue)
    this.wake()
  }

  /** Outcomes that cannot be written wait for the next round. Until then their deliveries are not loaded again. */
  async #record(): Promise<number> {
    const outcomes = this.#outcomes
    if (outcomes.length === 0) return 0
    this.#outcomes = []
    try {
      await recordOutcomes(outcomes)
    } catch (error) {
      this.#outcomes = [...outcomes, ...this.#outcomes]
      throw error
    }
    for (const { due } of outcomes) this.#queues.get(keyOf(due))?.loaded.delete(due.id)
    return outcomes.length
  }

  async #recover(now: Date): Promise<void> {
    if (performance.now() - this.#recovered_at < RECOVER_MS) return
    await releaseAbandonedQueues(this.#lease_id, now)
    this.#recovered_at = performance.now()
  }

  /** Renews leases and drops queues that other processes have taken. */
  async #renew(): Promise<void> {
    if (performance.now() - this.#renewed_at < this.#options.lease_ms / 3) return
    const held = new Set((await renewLeases(this.#lease_id, this.#options.lease_ms)).map(keyOf))
    this.#renewed_at = performance.now()
    for (const [key, queue] of this.#queues) {
      if (held.has(key)) continue
      queue.waiting = []
      this.#queues.delete(key)
    }
  }

  async #release(): Promise<void> {
    const idle = [...this.#queues.values()].filter((queue) =>
      hasFailed(queue) ? queue.loaded.size === queue.waiting.length : queue.loaded.size === 0 && !queue.may_have_more,
    )
    await releaseQueues(this.#lease_id, idle.map(releaseOf), clock.now())
    for (const queue of idle) this.#queues.delete(keyOf(queue))
  }
}

/** Drops deliveries that are not in flight. They are read again before they are sent. */
function unload(queue: EndpointQueue): void {
  for (const { id } of queue.waiting.splice(0)) queue.loaded.delete(id)
}

/** One failure releases the queue for other failing endpoints. After the next claim its deliveries are read again. */
const hasFailed = ({ health, failed }: EndpointQueue): boolean => failed && health === 'failing'

const releaseOf = (queue: EndpointQueue): QueueRelease => ({ ...endpointKey(queue), health: queue.health })
const endpointKey = ({ account_id, legacy, hook_id }: EndpointKey): EndpointKey => ({ account_id, legacy, hook_id })
