import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { clock } from '../../../core/clock.ts'
import type { Logger } from '../../../core/log.ts'
import { onEventsWritten } from '../../../core/outbox.ts'
import { Signal } from '../../../lib/concurrency/signal.ts'
import { ConcurrencyLimits, LIMITS, type Limits, OF_ONE } from './concurrency-limits.ts'
import { createDeliveries } from './create-deliveries.ts'
import { type Due, type HookKey, keyOf } from './due.ts'
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
  patience_ms?: number
  limits?: Limits
}

/** Deliveries that a lane holds in memory beyond those on their way: many when there are few lanes, since a round costs the same. */
const AHEAD = { least: 24, most: 160, all: 3_200 } as const
/** Bytes of bodies that a lane reads at a time, and that all together do. */
const AHEAD_BYTES = { most: 4 * 2 ** 20, all: 128 * 2 ** 20 } as const
/** How often a process that has no room for more asks whether its own lanes have changed. */
const FULL_MS = 500
/** How often it looks for lanes of the dead. */
const RECOVER_MS = 5_000

interface EndpointQueue extends HookKey {
  waiting: Due[]
  /** Loaded and not yet recorded. */
  busy: Set<number>
  sending: number
  heard_at: number
  is_sound: boolean
  standing: Health
  /** Something failed since it was claimed: a delivery that was loaded before that does not know. */
  failed: boolean
  /** There may be more in the database than is loaded. */
  hungry: boolean
}

/**
 * Makes the first attempt of each delivery, for all accounts; retries belong to the job `webhooks/retry`. Each hook has a lane of its
 * own, held by one process at a time; a lane that hangs takes up its own few places only. Everything is done in sets:
 * recording, cutting, claiming and loading are one statement each, however many lanes there are.
 */
export class Dispatcher {
  readonly #options: Required<DispatcherOptions>
  readonly #holder = randomUUID()
  readonly #signal = new Signal()
  readonly #lanes = new Map<string, EndpointQueue>()
  #outcomes: Outcome[] = []
  readonly #places: ConcurrencyLimits
  #renewed = performance.now()
  #looked = performance.now()
  #recovered = Number.NEGATIVE_INFINITY
  #loop: Promise<void> | undefined
  #stopped = false

  constructor({ log, lease_ms = 30_000, poll_ms = 1_000, patience_ms = 1_000, limits = LIMITS }: DispatcherOptions) {
    this.#options = { log, lease_ms, poll_ms, patience_ms, limits }
    this.#places = new ConcurrencyLimits(limits.places)
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
  async proveAlive(client: pg.Client): Promise<void> {
    await acquireLeaseLock(client, this.#holder)
    this.#renewed = Number.NEGATIVE_INFINITY
  }

  /** Ends that proof while the connection goes on. */
  async resign(client: pg.Client): Promise<void> {
    await releaseLeaseLock(client, this.#holder)
  }

  /** Requests that are on their way get `grace_ms`; what they leave open is sent again by whoever takes over. */
  async stop(grace_ms: number): Promise<void> {
    this.#stopped = true
    onEventsWritten(undefined)
    this.wake()
    await this.#loop
    const end = performance.now() + grace_ms
    while (this.#places.taken > 0 && performance.now() < end)
      await this.#signal.wait(Math.max(1, end - performance.now()))
    await this.#record()
    await releaseQueues(this.#holder, [...this.#lanes.values()].map(releaseOf), clock.now())
    this.#lanes.clear()
  }

  /** Works until nothing is due and nothing on its way. */
  async settle(): Promise<void> {
    for (;;) {
      if (await this.#step()) continue
      if (this.#places.taken === 0 && this.#lanes.size === 0) return
      await this.#signal.wait(100)
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        if (await this.#step()) continue
        const next = this.#places.taken > 0 ? null : await nextDue()
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
    this.#places.suspect(this.#lanes.values(), this.#options.patience_ms)
    const claimed = await this.#claim(now)
    const loaded = await this.#load()
    this.#fill()
    return cut + claimed + loaded
  }

  async #claim(now: Date): Promise<number> {
    const free: Partial<Record<Health, number>> = { ...this.#options.limits.lanes }
    for (const { standing } of this.#lanes.values()) free[standing] = Math.max(0, (free[standing] ?? 0) - 1)
    // Where there is no room it looks only after own lanes, which costs as much as there are due lanes of all.
    if (performance.now() - this.#looked >= FULL_MS) this.#looked = performance.now()
    else for (const standing of ENDPOINT_HEALTHS) if (free[standing] === 0) delete free[standing]
    const keys = await claimQueues(this.#holder, { now, free, lease_ms: this.#options.lease_ms })
    for (const key of keys) {
      const lane = this.#lanes.get(keyOf(key))
      if (lane) {
        lane.hungry = true
        if (key.is_changed) putBack(lane)
      } else {
        this.#lanes.set(keyOf(key), {
          ...hookKey(key),
          waiting: [],
          busy: new Set(),
          sending: 0,
          heard_at: 0,
          is_sound: false,
          standing: key.standing,
          failed: false,
          hungry: true,
        })
      }
    }
    return keys.length
  }

  async #load(): Promise<number> {
    const ahead = Math.min(Math.max(Math.floor(AHEAD.all / this.#lanes.size), AHEAD.least), AHEAD.most)
    const wanted = [...this.#lanes.values()]
      .filter((lane) => lane.hungry && !isSpent(lane) && lane.waiting.length <= ahead / 2)
      .map((lane) => ({
        lane,
        room: OF_ONE[lane.standing] - lane.sending + { new: 1, proven: ahead, failing: 0 }[lane.standing],
      }))
      .filter(({ lane, room }) => room > lane.waiting.length)
    if (wanted.length === 0) return 0
    const asked = wanted.map(({ lane, room }) => ({
      ...hookKey(lane),
      room: room - lane.waiting.length,
      busy: [...lane.busy],
    }))
    const most_bytes = Math.min(Math.floor(AHEAD_BYTES.all / this.#lanes.size), AHEAD_BYTES.most)
    const found = await loadFirstAttempts(asked, { most_bytes })
    for (const { lane } of wanted) lane.hungry = false
    for (const due of found) {
      const lane = this.#lanes.get(keyOf(due))
      if (!lane) continue
      lane.waiting.push(due)
      lane.busy.add(due.id)
      // As long as something is found there may be more.
      lane.hungry = true
    }
    return found.length
  }

  #fill(): void {
    for (const lane of this.#lanes.values()) this.#fillLane(lane)
  }

  #fillLane(lane: EndpointQueue): void {
    while (!this.#stopped && lane.waiting.length > 0 && !isSpent(lane) && this.#places.isFreeFor(lane)) {
      const due = lane.waiting.shift()
      if (due) void this.#send(lane, due)
    }
  }

  async #send(lane: EndpointQueue, due: Due): Promise<void> {
    this.#places.take(lane)
    const outcome = await attemptDelivery(due)
    this.#places.leave(lane, isSuccess(outcome) ? 'proven' : 'failing')
    lane.failed ||= lane.standing === 'failing'
    this.#outcomes.push({ ...outcome, due: { ...due, failing: due.failing || lane.failed } })
    this.#fillLane(lane)
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
    for (const { due } of outcomes) this.#lanes.get(keyOf(due))?.busy.delete(due.id)
    return outcomes.length
  }

  async #recover(now: Date): Promise<void> {
    if (performance.now() - this.#recovered < RECOVER_MS) return
    await releaseAbandonedQueues(this.#holder, now)
    this.#recovered = performance.now()
  }

  /** What others have taken meanwhile is theirs to send. */
  async #renew(): Promise<void> {
    if (performance.now() - this.#renewed < this.#options.lease_ms / 3) return
    const held = new Set((await renewLeases(this.#holder, this.#options.lease_ms)).map(keyOf))
    this.#renewed = performance.now()
    for (const [key, lane] of this.#lanes) {
      if (held.has(key)) continue
      lane.waiting = []
      this.#lanes.delete(key)
    }
  }

  async #release(): Promise<void> {
    const idle = [...this.#lanes.values()].filter((lane) =>
      isSpent(lane) ? lane.busy.size === lane.waiting.length : lane.busy.size === 0 && !lane.hungry,
    )
    await releaseQueues(this.#holder, idle.map(releaseOf), clock.now())
    for (const lane of idle) this.#lanes.delete(keyOf(lane))
  }
}

/** What is not on its way is read again before it is sent. */
function putBack(lane: EndpointQueue): void {
  for (const { id } of lane.waiting.splice(0)) lane.busy.delete(id)
}

/** One failure is enough: then it is the turn of others that fail. What it has in memory is read again at its own next turn. */
const isSpent = ({ standing, failed }: EndpointQueue): boolean => failed && standing === 'failing'

const releaseOf = (lane: EndpointQueue): QueueRelease => ({ ...hookKey(lane), standing: lane.standing })
const hookKey = ({ account_id, legacy, hook_id }: HookKey): HookKey => ({ account_id, legacy, hook_id })
