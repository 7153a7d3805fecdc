/** Milliseconds for which a slot is reserved for the job that was called. */
const CALL_MS = 2_000
/** Time in milliseconds after which a waiting job that has not asked again is dropped, because another process runs it or it has ended. */
const GONE_MS = 120_000
const MAX_WAIT_MS = 60_000
const UNQUEUED_WAIT_MS = 5_000

interface Waiting {
  asked_at: number
  call: () => void
}

/** A slot, or the time to wait if no call comes before. */
export type Acquired = { release: () => void } | { wait_ms: number }

export interface Timing {
  now: () => number
  later: (ms: number, fn: () => void) => void
}

export const REAL_TIMING: Timing = { now: () => performance.now(), later: (ms, fn) => void setTimeout(fn, ms).unref() }

/**
 * Limits the work that runs at the same time in this process, first come first served. Asking never blocks: a job without a free slot leaves, is
 * called when a slot is free, and asks again after `wait_ms` in case the call was lost.
 */
export class SlotQueue {
  readonly #size: number
  readonly #timing: Timing
  readonly #waiting = new Map<string, Waiting>()
  /** Called jobs, each with a reserved slot. */
  readonly #called = new Map<string, object>()
  /** Jobs that did not arrive in time after their call. */
  readonly #late = new Set<string>()
  #busy = 0

  constructor(size: number, timing: Timing = REAL_TIMING) {
    this.#size = size
    this.#timing = timing
  }

  /** True if any job waits for a slot. */
  get is_wanted(): boolean {
    return this.#waiting.size > 0 || this.#called.size > 0
  }

  /** Takes a slot, or queues `key`. Asking again keeps its position. Without `call` the key is not queued. */
  acquire(key: string, call?: () => void): Acquired {
    const isLate = this.#late.delete(key)
    if (!this.#called.delete(key) && this.#free === 0 && !(isLate && this.#takeOver())) {
      if (!call) return { wait_ms: UNQUEUED_WAIT_MS }
      this.#waiting.set(key, { asked_at: this.#timing.now(), call })
      // The longer the queue, the less often each job asks.
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

  /** Frees a slot reserved for another job. Otherwise no job would get a slot while calls take longer to arrive than reservations last. */
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

  /** While any job waits, no slot is free: each is in use or reserved. */
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
