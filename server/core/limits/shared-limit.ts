import type { Taken } from '../../lib/concurrency/rolling-limit.ts'

/** Requests of a key in a second of the clock, of all processes. */
export interface Count {
  key: string
  second: number
  count: number
}

/**
 * Adds counts to the totals of all processes. Returns every count of these keys since the second `since`, with the added ones. A
 * second has one count per key.
 */
export type Exchange = (added: readonly Count[], since: number) => Promise<Count[]>

export interface SharedLimitOptions {
  exchange: Exchange
  window_ms?: number
  /** The time between two exchanges that no request waits for. */
  every_ms?: number
  /** A request that waits for longer is decided by what this process knows. */
  patience_ms?: number
}

interface Waiting {
  now: number
  limit: number
  decide: (taken: Taken) => void
  /** Decided alone, because the answer took too long. */
  is_decided?: boolean
}

interface Key {
  /** Times of the requests that this process accepted, oldest first. */
  own: number[]
  /** By second: what this process has added to the shared counts, and what others have. */
  reported: Map<number, number>
  others: Map<number, number>
  /** By second: what is to be added. Below zero for a request that was counted in advance and refused. */
  due: Map<number, number>
  /** Accepted and not yet known to be added. */
  unreported: number
  waiting: Waiting[]
}

/** Keys in memory. The least recently used is dropped first, so a flood of new keys cannot fill the memory. */
const MAX_KEYS = 10_000
/**
 * A process accepts this fraction of a limit before it must exchange. Four processes accept at most three fractions too many.
 * Below this limit, every process counts each request.
 */
const LEASES = 60
/** When so little of a limit is left, each request is counted by all before it is accepted. */
const EXACT_PART = 0.1
/** After a failed exchange, a process decides alone for this time. */
const DOWN_MS = 1_000

/**
 * Counts requests per key in a rolling window over all processes. Each accepts a small part of the limit on its own, a lease, and adds
 * it to the shared counts in the background. A request beyond the lease waits for that, once for all that wait. Alone, a process
 * decides exactly as a window in its memory: its own times are exact, and others have no counts.
 */
export class SharedLimit {
  readonly #options: Required<SharedLimitOptions>
  readonly #keys = new Map<string, Key>()
  readonly #dirty = new Set<string>()
  #exchanging: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #down_until = Number.NEGATIVE_INFINITY

  constructor({ exchange, window_ms = 60_000, every_ms = 100, patience_ms = 1_000 }: SharedLimitOptions) {
    this.#options = { exchange, window_ms, every_ms, patience_ms }
  }

  /** Counts one request. `now` is in milliseconds. A refused request does not count. */
  take(name: string, now: number, limit: number): Taken | Promise<Taken> {
    const key = this.#keyOf(name)
    this.#forgetOld(key, now)
    const used = this.#used(key)
    if (used >= limit) return this.#refusal(key, now, limit)
    const lease = Math.floor(limit / LEASES)
    const isLeased = key.waiting.length === 0 && key.unreported < lease && limit - used > limit * EXACT_PART
    if (isLeased || performance.now() < this.#down_until) {
      this.#soon(name)
      const decision = this.#decideAlone(key, { now, limit })
      // The next request finds the lease renewed, if it does not follow sooner than the database answers.
      if (key.unreported >= lease && performance.now() >= this.#down_until) this.#now()
      return decision
    }
    return new Promise((resolve) => {
      this.#wait(key, { now, limit, decide: resolve })
      this.#soon(name)
      this.#now()
    })
  }

  #keyOf(name: string): Key {
    const known = this.#keys.get(name)
    const key = known ?? {
      own: [],
      reported: new Map(),
      others: new Map(),
      due: new Map(),
      unreported: 0,
      waiting: [],
    }
    this.#keys.delete(name)
    this.#keys.set(name, key)
    if (this.#keys.size > MAX_KEYS) this.#keys.delete(this.#keys.keys().next().value as string)
    return key
  }

  /** Times ahead of now were taken before the clock was set back. */
  #forgetOld({ own, others, reported }: Key, now: number): void {
    const { window_ms } = this.#options
    while (own[0] !== undefined && (own[0] + window_ms <= now || own[0] > now)) own.shift()
    for (const counts of [others, reported])
      for (const second of counts.keys())
        if (endOf(second) + window_ms <= now || second > secondOf(now) + 1) counts.delete(second)
  }

  #used({ own, others }: Key): number {
    let used = own.length
    for (const count of others.values()) used += count
    return used
  }

  /**
   * Returns the time when the oldest counted request leaves the window. For other processes' requests only the second is known.
   */
  #oldestLeaves({ own, others }: Key, now: number): number {
    const first = Math.min(own[0] ?? Number.POSITIVE_INFINITY, ...[...others.keys()].map(endOf))
    return (Number.isFinite(first) ? first : now) + this.#options.window_ms
  }

  #accept(key: Key, now: number, limit: number): Taken {
    key.own.push(now)
    const reset = Math.ceil((this.#oldestLeaves(key, now) - now) / 1000)
    return { limit, remaining: Math.max(0, limit - this.#used(key)), reset }
  }

  #refusal(key: Key, now: number, limit: number): Taken {
    const retry_after = Math.max(1, Math.ceil((this.#oldestLeaves(key, now) - now) / 1000))
    return { limit, remaining: 0, reset: retry_after, retry_after }
  }

  #wait(key: Key, waiting: Waiting): void {
    const { decide } = waiting
    const timer = setTimeout(() => {
      key.waiting = key.waiting.filter((one) => one !== waiting)
      waiting.decide(this.#decideAlone(key, waiting))
    }, this.#options.patience_ms)
    timer.unref()
    waiting.decide = (taken) => {
      waiting.is_decided = true
      clearTimeout(timer)
      decide(taken)
    }
    key.waiting.push(waiting)
  }

  /** Decides by what this process knows, and adds it later. */
  #decideAlone(key: Key, { now, limit }: Pick<Waiting, 'now' | 'limit'>): Taken {
    if (this.#used(key) >= limit) return this.#refusal(key, now, limit)
    key.unreported += 1
    add(key.due, secondOf(now), 1)
    return this.#accept(key, now, limit)
  }

  #soon(name: string): void {
    this.#dirty.add(name)
    if (this.#timer || this.#exchanging) return
    const pause_ms = performance.now() < this.#down_until ? DOWN_MS : this.#options.every_ms
    this.#timer = setTimeout(() => this.#now(), pause_ms)
    this.#timer.unref()
  }

  #now(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#exchanging || this.#dirty.size === 0) return
    this.#exchanging = this.#exchangeAll().finally(() => {
      this.#exchanging = undefined
      const isAwaited = [...this.#dirty].some((name) => this.#keys.get(name)?.waiting.length)
      if (isAwaited) this.#now()
      else for (const name of this.#dirty) this.#soon(name)
    })
  }

  async #exchangeAll(): Promise<void> {
    const batch = [...this.#dirty].flatMap((name) => {
      const key = this.#keys.get(name)
      return key ? [{ name, key, ...this.#take(key) }] : []
    })
    this.#dirty.clear()
    const added = batch.flatMap(({ name, due }) => [...due].map(([second, count]) => ({ key: name, second, count })))
    const since = Math.min(...batch.map(({ since }) => since))
    try {
      const counts = Map.groupBy(await this.#options.exchange(added, since), ({ key }) => key)
      for (const { name, key, due, asked, leased } of batch) {
        key.unreported -= leased
        for (const [second, count] of due) add(key.reported, second, count)
        for (const { second, count } of counts.get(name) ?? []) {
          const others = count - (key.reported.get(second) ?? 0)
          if (others > 0) key.others.set(second, others)
          else key.others.delete(second)
        }
        this.#answer(name, key, asked)
      }
    } catch {
      // An outage is logged where requests meet it. Until it ends each process counts for itself, and adds it then.
      this.#down_until = performance.now() + DOWN_MS
      for (const { name, key, due, asked } of batch) {
        for (const { now } of asked) add(due, secondOf(now), -1)
        for (const [second, count] of due) add(key.due, second, count)
        this.#dirty.add(name)
        for (const waiting of asked) if (!waiting.is_decided) waiting.decide(this.#decideAlone(key, waiting))
      }
    }
  }

  /** Takes the counts to report for a key, and its waiting requests, which are counted in advance. */
  #take(key: Key): { due: Map<number, number>; asked: Waiting[]; leased: number; since: number } {
    const { waiting: asked, due, unreported: leased } = key
    Object.assign(key, { waiting: [], due: new Map() })
    for (const { now } of asked) add(due, secondOf(now), 1)
    const newest = Math.max(...due.keys(), 0)
    return { due, asked, leased, since: newest - Math.ceil(this.#options.window_ms / 1000) }
  }

  /** Decides the requests that were counted in advance. Requests that do not fit are subtracted again. */
  #answer(name: string, key: Key, asked: readonly Waiting[]): void {
    for (const waiting of asked) {
      const { now, limit } = waiting
      this.#forgetOld(key, now)
      if (!waiting.is_decided && this.#used(key) < limit) waiting.decide(this.#accept(key, now, limit))
      else {
        add(key.due, secondOf(now), -1)
        this.#dirty.add(name)
        if (!waiting.is_decided) waiting.decide(this.#refusal(key, now, limit))
      }
    }
  }
}

const secondOf = (ms: number) => Math.floor(ms / 1000)
/** Counts of a second leave the window with its last millisecond. */
const endOf = (second: number) => second * 1000 + 999

function add(counts: Map<number, number>, second: number, count: number): void {
  counts.set(second, (counts.get(second) ?? 0) + count)
}
