import { type Arrival, storeArrivals } from './received.ts'

const MOST_IN_SET = 200
/** Bytes that may wait to be stored. More are refused, and their senders try again. */
const MOST_WAITING_BYTES = 32 * 2 ** 20

interface Waiting {
  arrival: Arrival
  resolve: () => void
  reject: (error: unknown) => void
}

/** Stores messages that arrive at the same time in one statement. Each caller continues once its message is committed. */
export class Arrivals {
  #waiting: Waiting[] = []
  #bytes = 0
  #storing: Promise<void> | undefined
  readonly #onStored: () => void

  constructor(onStored: () => void) {
    this.#onStored = onStored
  }

  get isFull(): boolean {
    return this.#bytes >= MOST_WAITING_BYTES
  }

  add(arrival: Arrival): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ arrival, resolve, reject })
      this.#bytes += arrival.raw.length
      this.#storing ??= this.#store()
    })
  }

  /** Waits until everything that was added is stored or has failed. */
  async drain(): Promise<void> {
    while (this.#storing) await this.#storing
  }

  async #store(): Promise<void> {
    while (this.#waiting.length > 0) {
      const set = this.#waiting.splice(0, MOST_IN_SET)
      try {
        await storeArrivals(set.map(({ arrival }) => arrival))
        for (const { resolve } of set) resolve()
        this.#onStored()
      } catch (error) {
        for (const { reject } of set) reject(error)
      }
      for (const { arrival } of set) this.#bytes -= arrival.raw.length
    }
    // In the same step as the last look: a message that is added next must start another run.
    this.#storing = undefined
  }
}
