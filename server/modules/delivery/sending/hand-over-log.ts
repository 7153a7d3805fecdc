import type { Batch, DeliveryUpdate } from './batch.ts'

/**
 * Records which message each connection is about to send, before it does. Calls during a running write share the next one: all
 * connections cost one statement, and at most one message per connection can become unconfirmed.
 */
export class HandOverLog {
  readonly #batch: Pick<Batch, 'record'>
  /** Maps each connection to the subscriber whose message it is sending. */
  readonly #in_flight = new Map<number, number>()
  #unwritten: DeliveryUpdate[] = []
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  /** Set when a write finds the email aborted or paused. */
  stopped = false
  /** Why writing failed: the claim is lost. */
  failure: unknown

  constructor(batch: Pick<Batch, 'record'>) {
    this.#batch = batch
  }

  /** Resolves when the start of this message is stored. Rejects when the claim is lost. */
  begin(connection: number, subscriber_id: number): Promise<void> {
    this.#in_flight.set(connection, subscriber_id)
    return this.flush()
  }

  /** Records that the message was not sent after all. */
  cancel(connection: number): void {
    this.#in_flight.delete(connection)
  }

  /** Stores the update with the next write. */
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

  /** Updates that were not stored because writing failed. */
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
