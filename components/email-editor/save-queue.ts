/** Stores changes one request at a time. Changes made during a request wait for the next one. */
export class SaveQueue<Change extends object> {
  readonly #store: (change: Partial<Change>) => Promise<unknown>
  readonly #mayBeStored: (error: unknown) => boolean
  readonly #onUnsaved: (unsaved: Partial<Change>) => void
  #pending: Partial<Change> = {}
  #sent: Partial<Change> = {}
  /** A change that may have been stored although its request failed. Sent again unchanged, before newer changes. */
  #unanswered: Partial<Change> | undefined
  #running: Promise<unknown> | undefined
  /** Number of times all changes were discarded. */
  #discards = 0

  /**
   * `onUnsaved` receives all changes that may be unsaved, whenever they change. `mayBeStored(error)`: the change may have been stored
   * although the save failed, so it is unknown which text the next change replaces.
   */
  constructor(
    store: (change: Partial<Change>) => Promise<unknown>,
    onUnsaved: (unsaved: Partial<Change>) => void = () => undefined,
    mayBeStored: (error: unknown) => boolean = () => false,
  ) {
    this.#store = store
    this.#onUnsaved = onUnsaved
    this.#mayBeStored = mayBeStored
  }

  get is_pending(): boolean {
    return this.#unanswered !== undefined || Object.keys(this.#pending).length > 0
  }

  /** All changes that are not confirmed as stored. */
  get unsaved(): Partial<Change> {
    return { ...this.#unanswered, ...this.#sent, ...this.#pending }
  }

  add(part: Partial<Change>): void {
    this.#pending = { ...this.#pending, ...part }
    this.#tell()
  }

  /** Discards all changes. A change in a running request may still be stored, but is not sent again. */
  discard(): void {
    this.#discards++
    this.#unanswered = undefined
    this.#pending = {}
    this.#sent = {}
    this.#tell()
  }

  /**
   * Resolves when all added changes are stored, by this call or a concurrent one. Throws errors of storing; the changes then wait for the
   * next call. Calls `may` right before sending, and stores nothing if it returns false.
   */
  async flush(may = () => true): Promise<void> {
    while (this.#running) await this.#running.catch(() => undefined)
    if (!this.is_pending || !may()) return
    const discards = this.#discards
    const repeatedChange = this.#unanswered
    const change = repeatedChange ?? this.#pending
    if (repeatedChange) this.#unanswered = undefined
    else this.#pending = {}
    this.#sent = change
    const running = this.#store(change)
    this.#running = running
    try {
      await running
    } catch (error) {
      if (discards === this.#discards) {
        if (this.#mayBeStored(error)) this.#unanswered = change
        // Newer changes take precedence over failed ones.
        else this.#pending = { ...change, ...this.#pending }
      }
      throw error
    } finally {
      this.#running = undefined
      this.#sent = {}
      this.#tell()
    }
    if (repeatedChange) await this.flush(may)
  }

  #tell(): void {
    this.#onUnsaved(this.unsaved)
  }
}
