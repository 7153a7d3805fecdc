/** How long a slice of long work goes on. Every slice does one batch at least. */
export class Budget {
  readonly #ends_at: number
  #has_more = false

  constructor(ms: number) {
    this.#ends_at = performance.now() + ms
  }

  /** Whether some work was left for the next slice. Whatever would come after it is left too. */
  get has_more(): boolean {
    return this.#has_more
  }

  /** Asked after a batch when there is more: whether it must be left for the next slice. */
  isSpent(): boolean {
    this.#has_more ||= performance.now() >= this.#ends_at
    return this.#has_more
  }
}
