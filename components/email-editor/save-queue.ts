/** Stores changes one request at a time. What changes during a request is stored by the next one. */
export class SaveQueue<Change extends object> {
  readonly #store: (change: Partial<Change>) => Promise<unknown>
  readonly #onUnsaved: (unsaved: Partial<Change>) => void
  #pending: Partial<Change> = {}
  #sent: Partial<Change> = {}
  #running: Promise<unknown> | undefined
  /** How often everything was discarded. */
  #discards = 0

  /** `onUnsaved` gets everything that is not known to be stored, whenever that changes. */
  constructor(
    store: (change: Partial<Change>) => Promise<unknown>,
    onUnsaved: (unsaved: Partial<Change>) => void = () => undefined,
  ) {
    this.#store = store
    this.#onUnsaved = onUnsaved
  }

  get is_pending(): boolean {
    return Object.keys(this.#pending).length > 0
  }

  add(part: Partial<Change>): void {
    this.#pending = { ...this.#pending, ...part }
    this.#tell()
  }

  /** Forgets what was added. What is on its way may still be stored, and is not sent again. */
  discard(): void {
    this.#discards++
    this.#pending = {}
    this.#sent = {}
    this.#tell()
  }

  /**
   * Resolves when everything that was added is stored, by this call or by another that runs. Throws what storing threw; the changes
   * then wait for the next call. `may` is asked right before they are sent.
   */
  async flush(may = () => true): Promise<void> {
    while (this.#running) await this.#running.catch(() => undefined)
    if (!this.is_pending || !may()) return
    const discards = this.#discards
    const change = this.#pending
    this.#pending = {}
    this.#sent = change
    const running = this.#store(change)
    this.#running = running
    try {
      await running
    } catch (error) {
      // Newer changes override those that failed to save.
      if (discards === this.#discards) this.#pending = { ...change, ...this.#pending }
      throw error
    } finally {
      this.#running = undefined
      this.#sent = {}
      this.#tell()
    }
  }

  #tell(): void {
    this.#onUnsaved({ ...this.#sent, ...this.#pending })
  }
}
