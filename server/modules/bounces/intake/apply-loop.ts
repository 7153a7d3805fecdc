import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../../../core/log.ts'
import { Signal } from '../../../lib/concurrency/signal.ts'
import { HeldMessages } from './held-messages.ts'
import { applyReceived, releaseMessages } from './received.ts'

const GATHER_MS = 100

/** Applies messages in this process as soon as they are stored. The cron `bounces/apply-received` finds messages left behind. */
export class ApplyLoop {
  /** Messages received by this process. */
  readonly held = new HeldMessages()
  readonly #signal = new Signal()
  readonly #log: Logger
  #loop: Promise<void> | undefined
  #stopped = false

  constructor({ log }: { log: Logger }) {
    this.#log = log
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
    await releaseMessages(this.held.drain())
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        await applyReceived(() => this.#stopped, this.held)
      } catch (error) {
        this.#log.warn({ err: error }, 'received reports could not be read and will be retried')
      }
      await this.#signal.wait(5_000)
      // Reports arrive in bursts, and a set costs a dozen statements.
      if (this.held.size > 0 && !this.#stopped) await pause(GATHER_MS)
    }
  }
}
