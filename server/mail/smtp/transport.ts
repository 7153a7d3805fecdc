import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { type MailTransport, type OutgoingMessage, type SendResult, type ServerFacts, WITHDRAWN } from '../transport.ts'
import { type SessionResult, SmtpSession } from './session.ts'
import { SmtpError } from './smtp-error.ts'
import { parseSmtpUrl, type SmtpOptions } from './url.ts'

/** Uses up to `pool` connections, each sending one message at a time; they are opened when needed, and closed when idle. */
export function createSmtpTransport(url: string | SmtpOptions, pace: Pace = REAL_PACE): MailTransport {
  return new SmtpPool(typeof url === 'string' ? parseSmtpUrl(url) : url, pace)
}

/** Clock for the option `rate`, in milliseconds. */
export interface Pace {
  now: () => number
  wait: (ms: number) => Promise<unknown>
}

const REAL_PACE: Pace = { now: () => performance.now(), wait: (ms) => sleep(ms) }

interface Job {
  message: OutgoingMessage
  done(result: SendResult): void
}

class SmtpPool implements MailTransport {
  readonly #options: SmtpOptions
  readonly #queue: Job[] = []
  readonly #idle: { session: SmtpSession; timer: NodeJS.Timeout }[] = []
  #busy = 0
  #nextAt = 0
  #closed = false
  #drained: (() => void)[] = []

  readonly #pace: Pace

  constructor(options: SmtpOptions, pace: Pace) {
    this.#options = options
    this.#pace = pace
  }

  send(message: OutgoingMessage): Promise<SendResult> {
    if (this.#closed) return Promise.resolve(CLOSED)
    return new Promise((resolve) => {
      this.#queue.push({ message, done: resolve })
      if (this.#busy < this.#options.pool) {
        this.#busy++
        void this.#work()
      }
    })
  }

  async verify(): Promise<ServerFacts> {
    const session = await SmtpSession.open(this.#options)
    await session.quit()
    return session.facts
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { done } of this.#queue.splice(0)) done(CLOSED)
    if (this.#busy > 0) await new Promise<void>((resolve) => this.#drained.push(resolve))
    await Promise.all(
      this.#idle.splice(0).map(({ session, timer }) => {
        clearTimeout(timer)
        return session.quit()
      }),
    )
  }

  // One of several loops, which sends waiting messages over one connection until it ends.
  async #work(): Promise<void> {
    let session = this.#takeIdle()
    let next: Job | undefined
    // Announced to the server with the previous message, unless that may be the connection's last one.
    const announce = () => {
      const { rate, max_messages } = this.#options
      if (rate > 0 || (max_messages > 0 && (session?.sent ?? 0) + 1 >= max_messages)) return undefined
      next = this.#takeWanted()
      return next?.message
    }
    for (let job = this.#takeWanted(); job; job = next ?? this.#takeWanted()) {
      next = undefined
      await this.#keepRate()
      const isReused = session !== undefined
      let outcome = await this.#attempt(job.message, session, announce)
      // A server may close a connection that was idle or has sent enough messages, which is not the message's fault.
      if (outcome.result.fresh && isReused) outcome = await this.#attempt(job.message, undefined, announce)
      session = outcome.session
      const { fresh: _fresh, ...result } = outcome.result
      job.done(result)
      // The caller records this result before the next message begins.
      await setImmediate()
      if (session && this.#options.max_messages > 0 && session.sent >= this.#options.max_messages) {
        void session.quit()
        session = undefined
      }
    }
    this.#busy--
    if (session?.usable) this.#rest(session)
    if (this.#busy === 0) for (const resolve of this.#drained.splice(0)) resolve()
  }

  #takeWanted(): Job | undefined {
    for (let job = this.#queue.shift(); job; job = this.#queue.shift()) {
      if (job.message.isWanted?.() ?? true) return job
      job.done(WITHDRAWN)
    }
    return undefined
  }

  async #attempt(
    message: OutgoingMessage,
    open: SmtpSession | undefined,
    following: () => OutgoingMessage | undefined,
  ): Promise<{ result: SessionResult; session?: SmtpSession }> {
    try {
      const session = open?.usable ? open : await SmtpSession.open(this.#options)
      const result = await session.send(message, following)
      return session.usable ? { result, session } : { result }
    } catch (error) {
      const { message: response } = error as Error
      const { stage, code } = error instanceof SmtpError ? error : { stage: 'connect' as const, code: undefined }
      return { result: { kind: 'deferred', stage, response, ...(code !== undefined && { code }) } }
    }
  }

  #takeIdle(): SmtpSession | undefined {
    for (let rested = this.#idle.pop(); rested; rested = this.#idle.pop()) {
      clearTimeout(rested.timer)
      if (rested.session.usable) return rested.session
      rested.session.destroy()
    }
    return undefined
  }

  #rest(session: SmtpSession): void {
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((rested) => rested.session === session),
        1,
      )
      void session.quit()
    }, this.#options.idle_ms)
    timer.unref()
    this.#idle.push({ session, timer })
  }

  async #keepRate(): Promise<void> {
    if (this.#options.rate === 0) return
    const now = this.#pace.now()
    const at = Math.max(now, this.#nextAt)
    this.#nextAt = at + 1000 / this.#options.rate
    if (at > now) await this.#pace.wait(at - now)
  }
}

const CLOSED: SendResult = { kind: 'deferred', stage: 'connect', response: 'The transport is closed' }
