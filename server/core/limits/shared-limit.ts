import type { Taken } from '../../lib/concurrency/rolling-limit.ts'

/** Requests of a key within a second of the clock, in all processes. */
export interface Count {
  key: string
  second: number
  count: number
}

/**
 * Adds counts to the totals of all processes. Returns all counts of these keys since the second `since`, including the added ones, with one
 * count per key and second.
 */
export type Exchange = (added: readonly Count[], since: number) => Promise<Count[]>

export interface SharedLimitOptions {
  exchange: Exchange
  window_ms?: number
  /** Interval of exchanges while no request waits for one. */
  every_ms?: number
  /** After this wait, a request is decided by this process's data. */
  patience_ms?: number
}

interface Waiting {
  now: number
  limit: number
  decide: (taken: Taken) => void
  /** Decided by this process alone, because the exchange took too long. */
  is_decided?: boolean
}

interface Key {
  /** Times of requests accepted by this process, oldest first. */
  own: number[]
  /** By second: counts added by this process, and by others. */
  reported: Map<number, number>
  others: Map<number, number>
  /** By second: counts to add. Negative for a request that was counted in advance and refused. */
  due: Map<number, number>
  /** Accepted requests not yet known to be added. */
  unreported: number
  waiting: Waiting[]
}

/** Maximum keys in memory. Drops the least recently used, so a flood of new keys cannot fill the memory. */
const MAX_KEYS = 10_000
/**
 * A process accepts this fraction of a limit before it must exchange, so four processes accept at most three fractions too many. Below this
 * limit, every process counts each request.
 */
const LEASES = 60
/** When less than this part of a limit is left, all processes count each request before it is accepted. */
const EXACT_PART = 0.1
/** After a failed exchange, a process decides alone for this time. */
const DOWN_MS = 1_000

/**
 * Counts requests per key in a rolling window across all processes. Each process accepts a small part of the limit alone, a lease, and
 * reports it in the background. Requests beyond the lease wait for one shared report. A single process decides exactly like a window in
 * memory: its own times are exact, and there are no others.
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

  /** Counts a request. `now` is in milliseconds. Refused requests do not count. */
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
      // The lease is renewed before the next request, unless that comes before the database responds.
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

  /** Times after `now` were taken before the clock was set back. */
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

  /** Returns when the oldest counted request leaves the window. Other processes' requests are known only to the second. */
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

  /** Decides by this process's data, and adds the count later. */
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
      // Requests log an outage. Until it ends, each process counts alone and reports later.
      this.#down_until = performance.now() + DOWN_MS
      for (const { name, key, due, asked } of batch) {
        for (const { now } of asked) add(due, secondOf(now), -1)
        for (const [second, count] of due) add(key.due, second, count)
        this.#dirty.add(name)
        for (const waiting of asked) if (!waiting.is_decided) waiting.decide(this.#decideAlone(key, waiting))
      }
    }
  }

  /** Takes a key's unreported counts, and its waiting requests, which are counted in advance. */
  #take(key: Key): { due: Map<number, number>; asked: Waiting[]; leased: number; since: number } {
    const { waiting: asked, due, unreported: leased } = key
    Object.assign(key, { waiting: [], due: new Map() })
    for (const { now } of asked) add(due, secondOf(now), 1)
    const newest = Math.max(...due.keys(), 0)
    return { due, asked, leased, since: newest - Math.ceil(this.#options.window_ms / 1000) }
  }

  /** Decides requests counted in advance, and subtracts refused ones. */
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
