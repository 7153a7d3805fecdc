/** Time in milliseconds for which single keys do nothing after a text lost the focus: they are still meant for it. */
export const REST_MS = 1_000

/**
 * Knows whether the keys of the user are meant for a text that is not there: the page has replaced or locked it while they were typing, or
 * another text is being opened. Then they do nothing elsewhere.
 */
export class TextFocus<Field> {
  readonly #now: () => number
  #field: Field | undefined
  #lost_at = Number.NEGATIVE_INFINITY
  #holds = 0

  /** `now` is the clock of the page, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The field that the user types into. */
  get field(): Field | undefined {
    return this.#field
  }

  enter(field: Field): void {
    this.#field = field
  }

  /** The user left the text, by the mouse or a key. Keys are meant for what they went to. */
  leave(): void {
    this.#field = undefined
    this.#lost_at = Number.NEGATIVE_INFINITY
  }

  /** The page took the focus from the text. */
  lose(): void {
    if (this.#field !== undefined) this.#lost_at = this.#now()
    this.#field = undefined
  }

  /** Keys do nothing until what is returned is called. If no text has the focus by then, they rest a little longer. */
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

  /** True if a single key is meant for a text that is not there. */
  get is_waiting(): boolean {
    return this.is_held || this.#now() - this.#lost_at < REST_MS
  }
}
