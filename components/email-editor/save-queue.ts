/** Stores changes one request at a time. What changes during a request is stored by the next one. */
export class SaveQueue<Change extends object> {
  readonly #store: (change: Partial<Change>) => Promise<unknown>
  readonly #onUnsaved: (unsaved: Partial<Change>) => void
  #pending: Partial<Change> = {}
  #sent: Partial<Change> = {}
  #running: Promise<unknown> | undefined

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

  /** Forgets what was added and not sent yet. */
  discard(): void {
    this.#pending = {}
    this.#tell()
  }

  /**
   * Resolves when everything that was added is stored, by this call or by another that runs. Throws what storing threw; the changes
   * then wait for the next call.
   */
  async flush(): Promise<void> {
    while (this.#running) await this.#running.catch(() => undefined)
    if (!this.is_pending) return
    const change = this.#pending
    this.#pending = {}
    this.#sent = change
    const running = this.#store(change)
    this.#running = running
    try {
      await running
    } catch (error) {
      // Newer changes override those that failed to save.
      this.#pending = { ...change, ...this.#pending }
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
