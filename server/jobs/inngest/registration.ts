import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../../core/log.ts'

export interface RegistrationOptions {
  /** The handler of /api/inngest. Asked to, it sends its functions to Inngest. */
  handler: (request: Request) => Promise<Response>
  /** Where Inngest calls the handler. */
  url: string
  /** Called each time that Inngest has accepted the functions. */
  onRegistered: () => void
  /** Between two tries. */
  pause_ms?: number | undefined
  log: Logger
}

/**
 * Registers the functions of this process at Inngest, which drops events that no function it knows is for. Nothing else does so after
 * a start of Inngest or of a new version of Envoi.
 */
export class Registration {
  readonly #options: RegistrationOptions
  readonly #closing = new AbortController()
  #registered = false
  #loop: Promise<void> | undefined
  #last_problem: string | undefined

  constructor(options: RegistrationOptions) {
    this.#options = options
  }

  get registered(): boolean {
    return this.#registered
  }

  /** Returns immediately and registers in the background, again every two seconds until Inngest has accepted the functions. */
  open(): void {
    this.#loop ??= this.#register().finally(() => {
      this.#loop = undefined
    })
  }

  /** Registers again: an Inngest that could not be reached may have forgotten the functions when it is back. */
  renew(): void {
    this.#registered = false
    this.open()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#loop
  }

  async #register(): Promise<void> {
    const { signal } = this.#closing
    const { pause_ms = 2_000 } = this.#options
    while (!signal.aborted) {
      const problem = await this.#ask().catch((error: Error) => error.message)
      if (problem === undefined) return this.#accepted()
      if (problem !== this.#last_problem && !signal.aborted)
        this.#options.log.warn(
          { problem },
          'Inngest has not accepted the functions of this process: events wait in the outbox',
        )
      this.#last_problem = problem
      await sleep(pause_ms, undefined, { signal }).catch(() => undefined)
    }
  }

  #accepted(): void {
    this.#registered = true
    this.#last_problem = undefined
    this.#options.log.info('Inngest has accepted the functions of this process')
    this.#options.onRegistered()
  }

  /** Returns why Inngest has not accepted the functions. */
  async #ask(): Promise<string | undefined> {
    const { handler, url } = this.#options
    const response = await handler(new Request(url, { method: 'PUT', headers: { host: new URL(url).host } }))
    const { message } = (await response.json()) as { message?: string }
    // A refusal without a status of its own is answered with 200, too.
    return response.ok && message === ACCEPTED ? undefined : (message ?? `status ${response.status}`)
  }
}

/** What the SDK says when Inngest reports no error. */
const ACCEPTED = 'Successfully registered'
