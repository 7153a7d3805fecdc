import { REAL_TIMING, type Timing } from './slot-queue.ts'

interface Options {
  /** Amount per second for each key. */
  per_second: number
  /** Amount that a key may use without waiting after a pause. */
  burst: number
  /** Maximum wait; a key that would wait longer is refused. */
  max_wait_ms: number
}

/** Above this number of keys in memory, idle keys are dropped. */
const MAX_IDLE_KEYS = 1_000

/** Limits the amount that each key uses per second, first come first served. Keys do not wait for each other. */
export class Pace {
  readonly #options: Options
  readonly #timing: Timing
  /** Time at which a key's used amount is worked off. */
  readonly #worked_off_at = new Map<string, number>()

  constructor(options: Options, timing: Timing = REAL_TIMING) {
    this.#options = options
    this.#timing = timing
  }

  /** Counts an amount without waiting. Later calls of `enter` wait for it. */
  count(key: string, amount: number): void {
    const now = this.#timing.now()
    const from = Math.max(this.#worked_off_at.get(key) ?? now, now)
    this.#worked_off_at.set(key, from + (amount / this.#options.per_second) * 1000)
    if (this.#worked_off_at.size > MAX_IDLE_KEYS)
      for (const [key, at] of this.#worked_off_at) if (at <= now) this.#worked_off_at.delete(key)
  }

  /** Waits until the key may use the amount, and counts it. If the wait would be too long, returns the seconds after which to try again. */
  async enter(key: string, amount: number): Promise<{ retry_after: number } | undefined> {
    const { per_second, burst, max_wait_ms } = this.#options
    const now = this.#timing.now()
    const wait_ms = (this.#worked_off_at.get(key) ?? now) - now - (burst / per_second) * 1000
    if (wait_ms > max_wait_ms) return { retry_after: Math.ceil((wait_ms - max_wait_ms) / 1000) }
    this.count(key, amount)
    if (wait_ms > 0) await new Promise<void>((resolve) => this.#timing.later(wait_ms, resolve))
    return undefined
  }
}
