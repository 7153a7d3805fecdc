/** Time in milliseconds for which waits may be too long before this counts as an overload. */
const ONSET_MS = 1_000
/** Time in milliseconds after an overload in which the next one counts immediately. */
const MEMORY_MS = 10_000

/**
 * Callers that wait for a connection of a pool. Their waiting time decides about an overload, not their number: a hundred short statements
 * pass in the time of one long one. A burst that is soon over is no overload, as in CoDel (RFC 8289).
 */
export class Waiting {
  /** When each caller began to wait, first the one that waits longest. */
  readonly #callers = new Set<{ since: number }>()
  readonly #now: () => number
  /** The longest wait in milliseconds that is not too long. */
  readonly #limit_ms: number
  /** When the last caller had waited for `limit_ms` at most. */
  #short_at: number
  #strict_until = Number.NEGATIVE_INFINITY

  constructor(limit_ms: number, now: () => number = () => performance.now()) {
    this.#limit_ms = limit_ms
    this.#now = now
    this.#short_at = now()
  }

  /** Notes a caller. Returns a function to call when it no longer waits. */
  begin(): () => void {
    const caller = { since: this.#now() }
    this.#callers.add(caller)
    return () => {
      const now = this.#now()
      if (now - caller.since <= this.#limit_ms) this.#short_at = now
      this.#callers.delete(caller)
    }
  }

  isOverloaded(): boolean {
    const now = this.#now()
    const [longest] = this.#callers
    if (!longest || now - longest.since <= this.#limit_ms) return false
    if (now - this.#short_at <= ONSET_MS && now > this.#strict_until) return false
    this.#strict_until = now + MEMORY_MS
    return true
  }
}
