import { isStopping } from '../../../core/stopping.ts'

interface EnqueueingInput {
  /** Enqueues one page of recipients. Returns false when subscribers remain. */
  enqueuePage: () => Promise<boolean>
  /** True if all recipients are enqueued. */
  is_complete: boolean
  remainingMs: () => number
}

/**
 * Enqueues recipients page by page while messages are sent: at least one page, then while time remains. A page and its end are one
 * transaction, so the next process neither skips nor repeats anyone.
 */
export class Enqueueing {
  readonly #running: Promise<void>
  #is_complete: boolean
  #is_stopped = false
  #failure: unknown
  #next = Promise.withResolvers<void>()
  #pages = 0

  constructor({ enqueuePage, is_complete, remainingMs }: EnqueueingInput) {
    this.#is_complete = is_complete
    this.#running = this.#run(enqueuePage, remainingMs)
  }

  /** Number of pages so far. */
  get pages(): number {
    return this.#pages
  }

  /** Waits until there are more pages than `seen`. Returns false when no further page comes. */
  async hasMore(seen: number): Promise<boolean> {
    if (this.#pages === seen) await Promise.race([this.#next.promise, this.#running])
    return this.#pages > seen
  }

  /** Waits until all recipients are enqueued or no time is left. Returns false when subscribers remain. Throws the error of enqueueing. */
  async end(): Promise<boolean> {
    await this.#running
    if (this.#failure) throw this.#failure
    return this.#is_complete
  }

  /** Waits for the current page, and starts no other. */
  async stop(): Promise<void> {
    this.#is_stopped = true
    await this.#running
  }

  async #run(enqueuePage: () => Promise<boolean>, remainingMs: () => number): Promise<void> {
    try {
      while (!this.#is_complete && !this.#is_stopped && (this.#pages === 0 || (remainingMs() > 0 && !isStopping()))) {
        this.#is_complete = await enqueuePage()
        this.#pages++
        this.#next.resolve()
        this.#next = Promise.withResolvers()
      }
    } catch (error) {
      this.#failure = error
    }
  }
}
