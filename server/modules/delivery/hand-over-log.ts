import type { Batch, DeliveryUpdate } from './batch.ts'

/**
 * Writes down what each connection is about to hand over, before it does. What arrives while a write is on its way goes into
 * the next one: all connections together cost one statement, and at most one message per connection is ever in doubt.
 */
export class HandOverLog {
  readonly #batch: Pick<Batch, 'record'>
  /** connection -> subscriber whose message it is handing over */
  readonly #in_flight = new Map<number, number>()
  #unwritten: DeliveryUpdate[] = []
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  /** Set once a write finds the mail aborted or paused. */
  stopped = false
  /** Why nothing can be written any more: the claim is lost. */
  failure: unknown

  constructor(batch: Pick<Batch, 'record'>) {
    this.#batch = batch
  }

  /** Resolves when it is on disk that this connection begins with this message. Rejects when the claim is lost. */
  begin(connection: number, subscriber_id: number): Promise<void> {
    this.#in_flight.set(connection, subscriber_id)
    return this.flush()
  }

  /** The message did not leave after all. */
  cancel(connection: number): void {
    this.#in_flight.delete(connection)
  }

  /** The update goes to disk with the next write. */
  end(connection: number, update: DeliveryUpdate): void {
    this.#in_flight.delete(connection)
    this.#unwritten.push(update)
  }

  flush(): Promise<void> {
    const write = () => {
      this.#next = undefined
      this.#running = this.#write()
      return this.#running
    }
    this.#next ??= this.#running.then(write, write)
    return this.#next
  }

  /** Verdicts that never reached the disk: left when writing has failed. */
  get unwritten(): readonly DeliveryUpdate[] {
    return this.#unwritten
  }

  async #write(): Promise<void> {
    if (this.failure) throw this.failure
    const updates = this.#unwritten
    this.#unwritten = []
    try {
      if (!(await this.#batch.record(updates, [...this.#in_flight.values()]))) this.stopped = true
    } catch (error) {
      this.failure = error
      this.#unwritten = [...updates, ...this.#unwritten]
      throw error
    }
  }
}
