import type { Logger } from '../../core/log.ts'
import { Signal } from '../../lib/concurrency/signal.ts'

/** The longest delay between tries while the engine is down, so recovery is noticed within seconds. */
const MAX_PAUSE_MS = 2_000

/** After this many polls in a row without a wake, it polls half as often. */
const IDLE_POLLS = 10
const MAX_IDLE_POLLS = 2

export interface RelayOptions {
  /** Moves one batch of events. Returns whether there may be more. */
  carry: () => Promise<boolean>
  /** Events stay in the outbox until it returns true. */
  isReady?: () => boolean
  log: Logger
  poll_ms?: number | undefined
}

/** Moves events from the outbox to the job engine while the process runs. */
export class Relay {
  readonly #options: RelayOptions
  readonly #signal = new Signal()
  #loop: Promise<void> | undefined
  #stopped = false

  constructor(options: RelayOptions) {
    this.#options = options
  }

  start(): void {
    this.#loop = this.#run()
  }

  wake(): void {
    this.#signal.wake()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#signal.close()
    await this.#loop
  }

  async #run(): Promise<void> {
    const { carry, poll_ms = 1_000, log, isReady = () => true } = this.#options
    let failures = 0
    let idle_polls = 0
    while (!this.#stopped) {
      if (!isReady()) {
        await this.#signal.wait(poll_ms)
        continue
      }
      try {
        const isMore = await carry()
        failures = 0
        if (isMore) continue
        const isWoken = await this.#signal.wait(idle_polls < IDLE_POLLS ? poll_ms : MAX_IDLE_POLLS * poll_ms)
        idle_polls = isWoken ? 0 : idle_polls + 1
      } catch (error) {
        log.warn({ err: error }, 'events could not be transferred to the job engine and will be retried')
        await this.#signal.wait(pauseAfter(failures++, poll_ms))
      }
    }
  }
}

/** Returns the milliseconds until the next try, by the number of failures in a row. */
export const pauseAfter = (failures: number, poll_ms: number): number => Math.min(MAX_PAUSE_MS, poll_ms * 2 ** failures)
