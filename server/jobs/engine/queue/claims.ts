import type { Loaded } from '../storage/runs.ts'
import type { Delivery } from './queue.ts'

export interface Claim {
  delivery: Delivery
  /** Undefined when the run changed after it was loaded. */
  loaded?: Loaded
}

/** Milliseconds for which data that was loaded when the step was planned stays valid. */
const FRESH_MS = 5

interface Waiting extends Claim {
  since: number
}

/**
 * Planned steps that stay with the worker that planned them instead of passing through the queue. The transaction that planned a step also
 * gives it a lease, so no step is lost when the worker dies. A step that cannot start soon goes to the queue, where any worker finds it.
 */
export class Claims {
  #capacity = 0
  #reserved = 0
  #waiting: Waiting[] = []
  #onAdded = () => {}

  /** Allows claims, at most `capacity` at a time. */
  open(capacity: number, onAdded: () => void): void {
    this.#capacity = capacity
    this.#onAdded = onAdded
  }

  close(): void {
    this.#capacity = 0
  }

  get waiting(): number {
    return this.#waiting.length
  }

  jobs(): string[] {
    return this.#waiting.map(({ delivery }) => delivery.id)
  }

  /** Reserves room for up to `wanted` steps, until `release` is called. */
  reserve(wanted: number): { count: number; release: () => void } {
    const count = Math.max(0, Math.min(wanted, this.#capacity - this.#waiting.length - this.#reserved))
    this.#reserved += count
    return {
      count,
      release: () => {
        this.#reserved -= count
      },
    }
  }

  add(claims: Claim[]): void {
    const since = performance.now()
    this.#waiting.push(...claims.map((claim) => ({ ...claim, since })))
    if (claims.length > 0) this.#onAdded()
  }

  /** Returns the claim that has waited longest. After a few milliseconds its run is loaded again, because it may have been cancelled. */
  take(): Claim | undefined {
    const claim = this.#waiting.shift()
    if (!claim || performance.now() - claim.since < FRESH_MS) return claim
    return { delivery: claim.delivery }
  }

  /** Removes and returns the claims that have waited at least this long. */
  takeOverdue(ms: number): Claim[] {
    const limit = performance.now() - ms
    const fresh = this.#waiting.findIndex(({ since }) => since > limit)
    return this.#waiting.splice(0, fresh === -1 ? this.#waiting.length : fresh)
  }
}
