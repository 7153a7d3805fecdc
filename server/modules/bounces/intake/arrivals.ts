import { JointWrites } from '../../../lib/concurrency/joint-writes.ts'
import type { HeldMessages } from './held-messages.ts'
import { type Arrival, storeArrivals } from './received.ts'

const MAX_IN_SET = 200
/** As hand-overs wait: a statement for all connections costs little more than one for a single connection. */
const GATHERING_TURNS = 3
/** Bytes that may wait to be stored. More are refused, and their senders try again. */
const MAX_WAITING_BYTES = 32 * 2 ** 20

/** Stores messages that arrive at the same time in one statement. Each caller continues once its message is committed. */
export class Arrivals {
  readonly #writes: JointWrites<Arrival, undefined>
  #bytes = 0

  /** @param held gets the messages that this process applies itself, while it has room; without it, another process applies them */
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

  /** Waits until everything that was added is stored or has failed. */
  drain(): Promise<void> {
    return this.#writes.drain()
  }
}
