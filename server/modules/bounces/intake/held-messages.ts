import { clock } from '../../../core/clock.ts'

/** A stored message with a lease of this process. */
export interface ReceivedMessage {
  id: string
  source: string
  source_id: string
  recipient: string | null
  raw: Buffer
  received_at: Date
  leased_until: Date
}

/** Maximum number of bytes kept in memory until they are applied. */
const MAX_BYTES = 16 * 2 ** 20
/** Time before the end of its lease by which a message must be applied, because another process may start then. */
const MARGIN_MS = 20_000

/** Stored messages that this process has leased and will apply, oldest first, so they are not read from PostgreSQL again. */
export class HeldMessages {
  #messages: ReceivedMessage[] = []
  #bytes = 0

  get size(): number {
    return this.#messages.length
  }

  get hasRoom(): boolean {
    return this.#bytes < MAX_BYTES
  }

  add(messages: readonly ReceivedMessage[]): void {
    this.#messages.push(...messages)
    for (const { raw } of messages) this.#bytes += raw.length
  }

  /** Removes and returns up to `most` messages. Drops messages whose lease has almost ended, because they will be leased again. */
  take(most: number): ReceivedMessage[] {
    const latest = +clock.now() + MARGIN_MS
    const taken = this.#messages.splice(0, most)
    for (const { raw } of taken) this.#bytes -= raw.length
    return taken.filter(({ leased_until }) => +leased_until > latest)
  }

  drain(): ReceivedMessage[] {
    this.#bytes = 0
    return this.#messages.splice(0)
  }
}
