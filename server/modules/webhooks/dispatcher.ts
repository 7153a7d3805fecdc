import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { clock } from '../../core/clock.ts'
import type { Logger } from '../../core/log.ts'
import { onEventsWritten } from '../../core/outbox.ts'
import { Signal } from '../../lib/signal.ts'
import { cutDeliveries } from './cut.ts'
import { freeLanes, proveAlive, renewLanes } from './holder.ts'
import { claimLanes, type Due, keyOf, type LaneKey, loadDue, nextDue, releaseLanes } from './lane.ts'
import { isSuccess, type Outcome } from './outcome.ts'
import { post } from './post.ts'
import { recordOutcomes } from './record.ts'

export interface DispatcherOptions {
  log: Logger
  /** After so long without a sign of life others take over what this process held. */
  lease_ms?: number
  /** Looks at least so often. */
  poll_ms?: number
}

/** Requests at once to one endpoint: until it has taken one, while it takes them, and while it fails. */
const PLACES = { new: 2, proven: 8, failing: 1 } as const
/** Requests at once of the whole process. Failing endpoints have places of their own, so that they cannot take all. */
const MOST = { sound: 800, failing: 200 } as const
/** Deliveries that a lane holds in memory beyond those on their way: many when there are few lanes, since a round costs the same. */
const AHEAD = { least: 24, most: 160, all: 3_200 } as const
/** Bytes of bodies that a lane reads at a time, and that all together do. */
const AHEAD_BYTES = { most: 4 * 2 ** 20, all: 128 * 2 ** 20 } as const
const LANES = 1_000
/** How often a process that holds so many asks whether its own have changed. */
const FULL_MS = 500
/** How often it looks for lanes of the dead. */
const RECOVER_MS = 5_000

interface Lane extends LaneKey {
  waiting: Due[]
  /** Loaded and not yet recorded. */
  busy: Set<number>
  sending: number
  state: keyof typeof PLACES
  /** Something failed since it was claimed: a delivery that was loaded before that does not know. */
  failed: boolean
  /** There may be more in the database than is loaded. */
  hungry: boolean
}

/**
 * Sends the deliveries of all accounts. Each hook has a lane of its own, held by one process at a time; a lane that hangs keeps
 * its few places and nobody else's. Everything is done in sets: recording, cutting, claiming and loading are one statement
 * each, however many lanes there are.
 */
export class Dispatcher {
  readonly #options: Required<DispatcherOptions>
  readonly #holder = randomUUID()
  readonly #signal = new Signal()
  readonly #lanes = new Map<string, Lane>()
  /** Endpoints that took their last delivery: they start with more places. Forgotten when there are too many. */
  readonly #proven = new Set<string>()
  #outcomes: Outcome[] = []
  #sending = { sound: 0, failing: 0 }
  #renewed = performance.now()
  #claimed = performance.now()
  #recovered = Number.NEGATIVE_INFINITY
  #loop: Promise<void> | undefined
  #stopped = false

  constructor({ log, lease_ms = 30_000, poll_ms = 1_000 }: DispatcherOptions) {
    this.#options = { log, lease_ms, poll_ms }
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
    await proveAlive(client, this.#holder)
    this.#renewed = Number.NEGATIVE_INFINITY
  }

  /** Requests that are on their way get `grace_ms`; what they leave open is sent again by whoever takes over. */
  async stop(grace_ms: number): Promise<void> {
    this.#stopped = true
    onEventsWritten(undefined)
    this.wake()
    await this.#loop
    const end = performance.now() + grace_ms
    while (this.#places > 0 && performance.now() < end) await this.#signal.wait(Math.max(1, end - performance.now()))
    await this.#record()
    await releaseLanes(this.#holder, [...this.#lanes.values()].map(laneKey))
    this.#lanes.clear()
  }

  /** Works until nothing is due and nothing on its way. */
  async settle(): Promise<void> {
    for (;;) {
      if (await this.#step()) continue
      if (this.#places === 0 && this.#lanes.size === 0) return
      await this.#signal.wait(100)
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        if (await this.#step()) continue
        const next = this.#places > 0 ? null : await nextDue()
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
    const cut = await cutDeliveries(now)
    await this.#recover(now)
    await this.#renew()
    const claimed = await this.#claim(now)
    const loaded = await this.#load(now)
    this.#fill()
    return cut + claimed + loaded
  }

  async #claim(now: Date): Promise<number> {
    const limit = Math.max(LANES - this.#lanes.size, 0)
    // Whoever has no room looks only after own lanes, which costs as much as there are due lanes of all.
    if (limit === 0 && performance.now() - this.#claimed < FULL_MS) return 0
    this.#claimed = performance.now()
    const keys = await claimLanes(this.#holder, { now, limit, lease_ms: this.#options.lease_ms })
    for (const key of keys) {
      const lane = this.#lanes.get(keyOf(key))
      if (lane) {
        lane.hungry = true
        if (key.is_changed) putBack(lane)
      } else {
        const state = this.#proven.has(keyOf(key)) ? 'proven' : 'new'
        this.#lanes.set(keyOf(key), {
          ...laneKey(key),
          waiting: [],
          busy: new Set(),
          sending: 0,
          state,
          failed: false,
          hungry: true,
        })
      }
    }
    return keys.length
  }

  async #load(now: Date): Promise<number> {
    const ahead = Math.min(Math.max(Math.floor(AHEAD.all / this.#lanes.size), AHEAD.least), AHEAD.most)
    const wanted = [...this.#lanes.values()]
      .filter((lane) => lane.hungry && lane.waiting.length <= ahead / 2)
      .map((lane) => ({ lane, room: PLACES[lane.state] - lane.sending + (lane.state === 'proven' ? ahead : 1) }))
      .filter(({ lane, room }) => room > lane.waiting.length)
    if (wanted.length === 0) return 0
    const asked = wanted.map(({ lane, room }) => ({
      ...laneKey(lane),
      room: room - lane.waiting.length,
      busy: [...lane.busy],
    }))
    const most_bytes = Math.min(Math.floor(AHEAD_BYTES.all / this.#lanes.size), AHEAD_BYTES.most)
    const found = await loadDue(asked, { now, most_bytes })
    for (const { lane } of wanted) lane.hungry = false
    for (const due of found) {
      const lane = this.#lanes.get(keyOf(due))
      if (!lane) continue
      lane.waiting.push(due)
      lane.busy.add(due.id)
      // As long as something is found there may be more.
      lane.hungry = true
      if (due.failing) lane.state = 'failing'
    }
    return found.length
  }

  #fill(): void {
    for (const lane of this.#lanes.values()) this.#fillLane(lane)
  }

  #fillLane(lane: Lane): void {
    while (!this.#stopped && lane.waiting.length > 0 && lane.sending < PLACES[lane.state]) {
      const pool = lane.state === 'failing' ? 'failing' : 'sound'
      if (this.#sending[pool] >= MOST[pool]) return
      const due = lane.waiting.shift()
      if (due) void this.#send(lane, due, pool)
    }
  }

  async #send(lane: Lane, due: Due, pool: 'sound' | 'failing'): Promise<void> {
    lane.sending++
    this.#sending[pool]++
    const { url, events } = due
    // Events are kept longer than a delivery is tried, unless nobody has tried it for weeks.
    const attempt = url === null || events === '' ? undefined : await post({ ...due, url })
    lane.sending--
    this.#sending[pool]--
    const outcome = { due, attempt, ended_at: clock.now() }
    lane.state = isSuccess(outcome) ? 'proven' : 'failing'
    lane.failed ||= lane.state === 'failing'
    this.#outcomes.push({ ...outcome, due: { ...due, failing: due.failing || lane.failed } })
    this.#remember(lane)
    this.#fillLane(lane)
    this.wake()
  }

  #remember(lane: Lane): void {
    if (lane.state !== 'proven') this.#proven.delete(keyOf(lane))
    else if (this.#proven.size < 20_000) this.#proven.add(keyOf(lane))
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
    await freeLanes(this.#holder, now)
    this.#recovered = performance.now()
  }

  /** What others have taken meanwhile is theirs to send. */
  async #renew(): Promise<void> {
    if (performance.now() - this.#renewed < this.#options.lease_ms / 3) return
    const held = new Set((await renewLanes(this.#holder, this.#options.lease_ms)).map(keyOf))
    this.#renewed = performance.now()
    for (const [key, lane] of this.#lanes) {
      if (held.has(key)) continue
      lane.waiting = []
      this.#lanes.delete(key)
    }
  }

  async #release(): Promise<void> {
    const idle = [...this.#lanes.values()].filter((lane) => lane.busy.size === 0 && !lane.hungry)
    await releaseLanes(this.#holder, idle.map(laneKey))
    for (const lane of idle) this.#lanes.delete(keyOf(lane))
  }

  get #places(): number {
    return this.#sending.sound + this.#sending.failing
  }
}

/** What is not on its way is read again before it is sent. */
function putBack(lane: Lane): void {
  for (const { id } of lane.waiting.splice(0)) lane.busy.delete(id)
}

const laneKey = ({ account_id, legacy, hook_id }: LaneKey): LaneKey => ({ account_id, legacy, hook_id })
