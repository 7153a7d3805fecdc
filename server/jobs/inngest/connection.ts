import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Inngest, InngestFunction } from 'inngest'
import { ConnectionState, connect, type WorkerConnection } from 'inngest/connect'
import type { Logger } from '../../core/log.ts'
import { unreachable } from './reachable.ts'

export interface ConnectionOptions {
  client: Inngest.Any
  functions: InngestFunction.Any[]
  /** Calls that this process executes at the same time. */
  limit: number
  /** Overrides the WebSocket address that the Inngest server names. */
  gateway_url?: string
  /** Called whenever Inngest has accepted this process. */
  onConnected?: () => void
  /** Milliseconds between two checks whether Inngest answers. */
  pause_ms?: number | undefined
  log: Logger
}

const PAUSE_MS = 2_000
/** Number of checks that a connection may take before a warning. */
const SLOW_LOOKS = 5

/**
 * Executes functions over an outbound connection to Inngest (Inngest Connect), so the process needs no public address. After an outage the
 * SDK would wait up to five minutes between attempts; this class checks every two seconds whether Inngest answers.
 */
export class Connection {
  readonly #options: ConnectionOptions
  readonly #closing = new AbortController()
  #current: WorkerConnection | undefined
  #loop: Promise<void> | undefined
  #problem: string | undefined
  /** The reason why Inngest refused the last connection. */
  #refusal: string | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  /** Returns immediately and connects in the background: Inngest may be unreachable. */
  open(): void {
    this.#loop = this.#keepConnected()
  }

  get connected(): boolean {
    return this.#current?.state === ConnectionState.ACTIVE
  }

  /** Accepts no more calls and waits for the calls in progress, at most `grace_ms`. Inngest gives the rest to another process. */
  async close(grace_ms: number): Promise<void> {
    this.#closing.abort()
    const drained = this.#loop?.then(() => this.#current?.close())
    await Promise.race([drained, sleep(grace_ms, undefined, { ref: false })])
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      if (this.#isLost() && (await this.#answers())) await this.#connect()
      await sleep(this.#pause_ms, undefined, { signal }).catch(() => undefined)
    }
  }

  get #pause_ms(): number {
    return this.#options.pause_ms ?? PAUSE_MS
  }

  #isLost(): boolean {
    const state = this.#current?.state
    return state === undefined || state === ConnectionState.RECONNECTING || state === ConnectionState.CLOSED
  }

  /** Checks whether Inngest answers. Logs once for each outage, with the reason, and once when it is over. */
  async #answers(): Promise<boolean> {
    const { client, log } = this.#options
    const problem = await unreachable(client.apiBaseUrl, this.#closing.signal)
    if (this.#closing.signal.aborted) return problem === undefined
    if (problem !== undefined && this.#problem === undefined)
      log.warn({ url: client.apiBaseUrl, problem }, 'Inngest cannot be reached: jobs wait until it can')
    if (problem === undefined && this.#problem !== undefined) log.info('Inngest can be reached again')
    this.#problem = problem
    return problem === undefined
  }

  async #connect(): Promise<void> {
    while ((await this.#tryToConnect()) === 'returned');
  }

  async #tryToConnect(): Promise<'returned' | 'done'> {
    const { client, functions, limit, gateway_url, onConnected, log } = this.#options
    // Calls in progress report to the old connection, which closes when they are done.
    void this.#current?.close().catch(() => undefined)
    const connecting = connect({
      apps: [{ client, functions }],
      maxWorkerConcurrency: limit,
      // Inngest counts calls by this id, including for a while the calls of a dead process, so two connections must never share one.
      instanceId: `${hostname()}-${randomUUID()}`,
      gatewayUrl: gateway_url,
      // server/stop.ts handles the signals of the process.
      handleShutdownSignals: [],
    })
    const slow = setTimeout(
      () => log.warn('Inngest answers but has not accepted this worker: check its keys and its gateway address'),
      SLOW_LOOKS * this.#pause_ms,
    )
    const wait = new AbortController()
    const { signal } = wait
    try {
      const result = await Promise.race([connecting, aborted(this.#closing.signal), this.#returned(signal)])
      this.#current = typeof result === 'object' ? result : undefined
      if (this.#current) {
        log.info({ functions: functions.length, limit }, 'connected to Inngest')
        this.#refusal = undefined
        onConnected?.()
      }
      // The SDK keeps trying, with pauses that grow to five minutes. If it gets a connection later, close it.
      else void connecting.then((late) => late.close()).catch(() => undefined)
      return result === 'returned' ? 'returned' : 'done'
    } catch (error) {
      // The loop asks again every two seconds.
      const refusal = error instanceof Error ? error.message : String(error)
      if (refusal !== this.#refusal) log.error({ problem: refusal }, 'Inngest refused the connection of this worker')
      this.#refusal = refusal
      return 'done'
    } finally {
      clearTimeout(slow)
      wait.abort()
    }
  }

  /** Resolves when Inngest was unreachable and answers again. */
  async #returned(signal: AbortSignal): Promise<'returned' | undefined> {
    for (let wasAway = false; !signal.aborted; ) {
      const answers = await this.#answers()
      if (wasAway && answers) return 'returned'
      wasAway ||= !answers
      await sleep(this.#pause_ms, undefined, { signal }).catch(() => undefined)
    }
    return undefined
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
