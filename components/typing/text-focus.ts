/** Time for which single keys are ignored after a text lost the focus, because the user is still typing into it. In milliseconds. */
export const REST_MS = 1_000

/**
 * Tracks whether the user's keys are meant for a text that is not available: the page replaced or disabled it during typing, or another
 * text is being opened. Such keys must not trigger shortcuts.
 */
export class TextFocus<Field> {
  readonly #now: () => number
  #field: Field | undefined
  #lost_at = Number.NEGATIVE_INFINITY
  #holds = 0

  /** `now` returns the page's clock, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The field that the user is typing into. */
  get field(): Field | undefined {
    return this.#field
  }

  enter(field: Field): void {
    this.#field = field
  }

  /** Call when the user left the text by mouse or key. Further keys are meant for its successor. */
  leave(): void {
    this.#field = undefined
    this.#lost_at = Number.NEGATIVE_INFINITY
  }

  /** Call when the page took the focus from the text. */
  lose(): void {
    if (this.#field !== undefined) this.#lost_at = this.#now()
    this.#field = undefined
  }

  /** Ignores keys until the returned function is called. If no text has the focus by then, keys are ignored a little longer. */
  hold(): () => void {
    let is_held = true
    this.#holds++
    return () => {
      if (!is_held) return
      is_held = false
      this.#holds--
      if (this.#field === undefined) this.#lost_at = this.#now()
    }
  }

  get is_held(): boolean {
    return this.#holds > 0
  }

  /** True if a single key is meant for a text that is not available. */
  get is_waiting(): boolean {
    return this.is_held || this.#now() - this.#lost_at < REST_MS
  }
}
