import type { Logger } from '../../../core/log.ts'
import { Signal } from '../../../lib/concurrency/signal.ts'
import { applyReceived } from './received.ts'

/** Applies messages as soon as they are stored, in this process. The cron `bounces/apply-received` finds what was left behind. */
export class ApplyLoop {
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
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        await applyReceived(() => this.#stopped)
      } catch (error) {
        this.#log.warn({ err: error }, 'received reports could not be read and will be tried again')
      }
      await this.#signal.wait(5_000)
    }
  }
}
