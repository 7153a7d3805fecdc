/** Milliseconds for which a slot is reserved for the job that was called. */
const CALL_MS = 2_000
/** Forget a waiting job that has not asked again for this long: another process runs it, or it has ended. */
const GONE_MS = 120_000
const MAX_WAIT_MS = 60_000
const UNQUEUED_WAIT_MS = 5_000

interface Waiting {
  asked_at: number
  call: () => void
}

/** A slot, or how long to stay away if no call comes before. */
export type Acquired = { release: () => void } | { wait_ms: number }

export interface Timing {
  now: () => number
  later: (ms: number, fn: () => void) => void
}

export const REAL_TIMING: Timing = { now: () => performance.now(), later: (ms, fn) => void setTimeout(fn, ms).unref() }

/**
 * Limits how much work runs at the same time in this process, first come first served. Asking never blocks: a job that finds no free slot goes
 * away, is called when one is free, and asks again after `wait_ms` in case the call was lost.
 */
export class SlotQueue {
  readonly #size: number
  readonly #timing: Timing
  readonly #waiting = new Map<string, Waiting>()
  /** A slot is kept for each of these. */
  readonly #called = new Map<string, object>()
  /** Jobs that did not come in time when they were called. */
  readonly #late = new Set<string>()
  #busy = 0

  constructor(size: number, timing: Timing = REAL_TIMING) {
    this.#size = size
    this.#timing = timing
  }

  /** True if a job waits for a slot. */
  get is_wanted(): boolean {
    return this.#waiting.size > 0 || this.#called.size > 0
  }

  /** Takes a slot, or queues `key`. Asking again keeps its position. Without `call` it is not queued. */
  acquire(key: string, call?: () => void): Acquired {
    const isLate = this.#late.delete(key)
    if (!this.#called.delete(key) && this.#free === 0 && !(isLate && this.#takeOver())) {
      if (!call) return { wait_ms: UNQUEUED_WAIT_MS }
      this.#waiting.set(key, { asked_at: this.#timing.now(), call })
      // The longer the queue, the more rarely each asks.
      return { wait_ms: Math.min(MAX_WAIT_MS, 2_000 + this.#waiting.size * 250) }
    }
    this.#waiting.delete(key)
    this.#busy++
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      this.#busy--
      this.#callNext()
    }
    return { release }
  }

  get #free(): number {
    return this.#size - this.#busy - this.#called.size
  }

  /** Frees a slot that is kept for another. Otherwise no one would get one while calls take longer to arrive than slots are kept. */
  #takeOver(): boolean {
    const [key] = this.#called.keys()
    if (key === undefined) return false
    this.#called.delete(key)
    this.#noteLate(key)
    return true
  }

  #noteLate(key: string): void {
    this.#late.add(key)
    this.#timing.later(GONE_MS, () => this.#late.delete(key))
  }

  /** As long as anyone waits, no slot is free: each is in use or kept. */
  #callNext(): void {
    for (const [key, { asked_at, call }] of this.#waiting) {
      if (this.#free === 0) return
      this.#waiting.delete(key)
      if (this.#timing.now() - asked_at > GONE_MS) continue
      const kept = {}
      this.#called.set(key, kept)
      this.#timing.later(CALL_MS, () => {
        if (this.#called.get(key) !== kept) return
        this.#called.delete(key)
        this.#noteLate(key)
        this.#callNext()
      })
      call()
    }
  }
}
