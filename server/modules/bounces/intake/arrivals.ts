import { JointWrites } from '../../../lib/concurrency/joint-writes.ts'
import type { HeldMessages } from './held-messages.ts'
import { type Arrival, storeArrivals } from './received.ts'

const MAX_IN_SET = 200
/** Same as for sending: one statement for all connections costs little more than one for a single connection. */
const GATHERING_TURNS = 3
/** Maximum number of bytes waiting to be stored. Further messages are refused, and their senders retry. */
const MAX_WAITING_BYTES = 32 * 2 ** 20

/** Stores messages that arrive at the same time in one statement. Each call resolves once its message is committed. */
export class Arrivals {
  readonly #writes: JointWrites<Arrival, undefined>
  #bytes = 0

  /** @param held receives the messages that this process applies itself, while it has room; without it, another process applies them */
  constructor(onStored: () => void, held?: HeldMessages) {
    const store = async (arrivals: readonly Arrival[]) => {
      const taken = await storeArrivals(arrivals, { is_taken: held?.hasRoom ?? false })
      held?.add(taken)
      onStored()
      return []
    }
    this.#writes = new JointWrites<Arrival, undefined>(store, {
      most: MAX_IN_SET,
      gathering_turns: GATHERING_TURNS,
    })
  }

  get isFull(): boolean {
    return this.#bytes >= MAX_WAITING_BYTES
  }

  async add(arrival: Arrival): Promise<void> {
    this.#bytes += arrival.raw.length
    try {
      await this.#writes.add(arrival)
    } finally {
      this.#bytes -= arrival.raw.length
    }
  }

  /** Waits until all added messages are stored or have failed. */
  drain(): Promise<void> {
    return this.#writes.drain()
  }
}
