/** The time limit of one slice of long work. Every slice does at least one batch. */
export class Budget {
  readonly #ends_at: number
  #has_more = false

  constructor(ms: number) {
    this.#ends_at = performance.now() + ms
  }

  /** True if work was left for the next slice, which then does all following work, too. */
  get has_more(): boolean {
    return this.#has_more
  }

  /** Call after a batch if there is more work. Returns whether the rest must wait for the next slice. */
  isSpent(): boolean {
    this.#has_more ||= performance.now() >= this.#ends_at
    return this.#has_more
  }
}
