import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { clock } from '../../../core/clock.ts'
import type { Logger } from '../../../core/log.ts'
import { onEventsWritten } from '../../../core/outbox.ts'
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
  /** After so long without a sign of life others take over what this process held. */
  lease_ms?: number
  /** Looks at least so often. */
  poll_ms?: number
  /** Who keeps silent for so long while requests wait for an answer counts as failing until there is one. */
  silence_ms?: number
  limits?: RequestLimits
}

/** Deliveries that a queue holds in memory beyond those on their way: many when there are few queues, since a round costs the same. */
const PREFETCH = { least: 24, most: 160, all: 3_200 } as const
/** Bytes of bodies that a queue reads at a time, and that all together do. */
const PREFETCH_BYTES = { most: 4 * 2 ** 20, all: 128 * 2 ** 20 } as const
/** How often a process that has no room for more asks whether its own queues have changed. */
const CHANGE_CHECK_MS = 500
/** How often it looks for queues of the dead. */
const RECOVER_MS = 5_000

interface EndpointQueue extends EndpointKey {
  waiting: DueDelivery[]
  /** Loaded and not yet recorded. */
  loaded: Set<number>
  in_flight: number
  answered_at: number
  has_succeeded: boolean
  health: Health
  /** Something failed since it was claimed: a delivery that was loaded before that does not know. */
  failed: boolean
  /** There may be more in the database than is loaded. */
  may_have_more: boolean
}

/**
 * Makes the first attempt of each delivery, for all accounts; retries belong to the job `webhooks/retry`. Each hook has a queue of its
 * own, held by one process at a time; a queue that hangs takes up its own few places only. Everything is done in sets:
 * recording, cutting, claiming and loading are one statement each, however many queues there are.
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
   * For a connection that lives as long as this process. Without one, others who run at the same time take it for dead; on a new
   * one it finds out what they have taken.
   */
  async acquireLease(client: pg.Client): Promise<void> {
    await acquireLeaseLock(client, this.#lease_id)
    this.#renewed_at = Number.NEGATIVE_INFINITY
  }

  /** Ends that proof while the connection goes on. */
  async releaseLease(client: pg.Client): Promise<void> {
    await releaseLeaseLock(client, this.#lease_id)
  }

  /** Requests that are on their way get `grace_ms`; what they leave open is sent again by whoever takes over. */
  async stop(grace_ms: number): Promise<void> {
    this.#stopped = true
    onEventsWritten(undefined)
    this.wake()
    await this.#loop
    const end = performance.now() + grace_ms
    while (this.#limits.in_flight > 0 && performance.now() < end)
      await this.#signal.wait(Math.max(1, end - performance.now()))
    await this.#record()
    await releaseQueues(this.#lease_id, [...this.#queues.values()].map(releaseOf), clock.now())
    this.#queues.clear()
  }

  /** Works until nothing is due and nothing on its way. */
  async settle(): Promise<void> {
    for (;;) {
      if (await this.#step()) continue
      if (this.#limits.in_flight === 0 && this.#queues.size === 0) return
      await this.#signal.wait(100)
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        if (await this.#step()) continue
        const next = this.#limits.in_flight > 0 ? null : await nextDue()
        const pause = next ? next.getTime() - clock.now().getTime() : this.#options.poll_ms
        await this.#signal.wait(Math.min(Math.max(pause, 5), this.#options.poll_ms))
      } catch (error) {
        this.#options.log.warn({ err: error }, 'webhook deliveries could not be looked after and will be tried again')
        await this.#signal.wait(this.#options.poll_ms)
      }
    }
  }

  /** One round. Gives whether another makes sense at once. */
  async #step(): Promise<boolean> {
    // While one is written the next is read. Neither is left running when the other fails.
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
    // Where there is no room it looks only after own queues, which costs as much as there are due queues of all.
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
    const wanted = [...this.#queues.values()]
      .filter((queue) => queue.may_have_more && !hasFailed(queue) && queue.waiting.length <= ahead / 2)
      .map((queue) => ({
        queue,
        room: MAX_PER_ENDPOINT[queue.health] - queue.in_flight + { new: 1, proven: ahead, failing: 0 }[queue.health],
      }))
      .filter(({ queue, room }) => room > queue.waiting.length)
    if (wanted.length === 0) return 0
    const asked = wanted.map(({ queue, room }) => ({
      ...endpointKey(queue),
      room: room - queue.waiting.length,
      busy: [...queue.loaded],
    }))
    const most_bytes = Math.min(Math.floor(PREFETCH_BYTES.all / this.#queues.size), PREFETCH_BYTES.most)
    const found = await loadFirstAttempts(asked, { most_bytes })
    for (const { queue } of wanted) queue.may_have_more = false
    for (const due of found) {
      const queue = this.#queues.get(keyOf(due))
      if (!queue) continue
      queue.waiting.push(due)
      queue.loaded.add(due.id)
      // As long as something is found there may be more.
      queue.may_have_more = true
    }
    return found.length
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

  /** What cannot be written now is written with the next round; until then it stays out of reach of loading. */
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

  /** What others have taken meanwhile is theirs to send. */
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

/** What is not on its way is read again before it is sent. */
function unload(queue: EndpointQueue): void {
  for (const { id } of queue.waiting.splice(0)) queue.loaded.delete(id)
}

/** One failure is enough: then it is the turn of others that fail. What it has in memory is read again at its own next turn. */
const hasFailed = ({ health, failed }: EndpointQueue): boolean => failed && health === 'failing'

const releaseOf = (queue: EndpointQueue): QueueRelease => ({ ...endpointKey(queue), health: queue.health })
const endpointKey = ({ account_id, legacy, hook_id }: EndpointKey): EndpointKey => ({ account_id, legacy, hook_id })
