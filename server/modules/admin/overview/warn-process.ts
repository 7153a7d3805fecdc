import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Registry } from 'prom-client'
import type { Logger } from '../../../core/log.ts'
import { database } from '../../../db/client.ts'

// Like warn.ts, for alerts about one process: its connections, processor time and response times.

const CHECK_EVERY_MS = 10_000
const MINUTE_MS = 60_000
/** The limits of the alert rules in examples/deploy/monitoring/alerts.yml. @internal */
export const PROCESS_LIMITS = { lag_seconds: 0.5, slow_seconds: 1, slow_share: 0.05 }
/** Milliseconds for which a limit must be exceeded before the alert fires. */
const LASTING_MS = { connections: 5 * MINUTE_MS, busy: 10 * MINUTE_MS, slow: 10 * MINUTE_MS }
/** Window over which responses are counted. */
const ANSWERS_MS = 5 * MINUTE_MS

/** Logs a warning when an alert about this process begins. `registry` measures the API's requests, if this process serves them. */
export function watchProcess({ log, registry }: { log: Logger; registry?: Registry }): {
  check: (now_ms: number) => Promise<void>
  stop: () => void
} {
  const connections = new Map([
    ['main', new Lasting(LASTING_MS.connections)],
    ['long', new Lasting(LASTING_MS.connections)],
  ])
  const [busy, slow] = [new Lasting(LASTING_MS.busy), new Lasting(LASTING_MS.slow)]
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  const answers = registry && new Answers(registry)

  const check = async (now_ms: number) => {
    const { pool: main, long } = database()
    for (const [pool, { waitingCount: waiting }] of Object.entries({ main, long: long.pool }))
      if (connections.get(pool)?.begins(waiting > 0, now_ms))
        log.warn({ pool, waiting }, 'requests and jobs of this process wait for database connections')
    const lag_seconds = delays.percentile(99) / 1e9
    delays.reset()
    if (busy.begins(lag_seconds > PROCESS_LIMITS.lag_seconds, now_ms))
      log.warn({ seconds: lag_seconds }, 'this process blocks its event loop for too long')
    const share = await answers?.slowShare(now_ms)
    if (share !== undefined && slow.begins(share > PROCESS_LIMITS.slow_share, now_ms))
      log.warn({ share }, 'many API requests take more than a second')
  }
  const timer = setInterval(() => void check(performance.now()).catch(() => undefined), CHECK_EVERY_MS)
  timer.unref()
  const stop = () => {
    clearInterval(timer)
    delays.disable()
  }
  return { check, stop }
}

/** Reports a condition once after it has lasted for a while, and again only after it has ended. */
class Lasting {
  readonly #for_ms: number
  #since: number | undefined
  #is_told = false

  constructor(for_ms: number) {
    this.#for_ms = for_ms
  }

  begins(isSo: boolean, now_ms: number): boolean {
    if (!isSo) {
      this.#since = undefined
      this.#is_told = false
      return false
    }
    this.#since ??= now_ms
    if (this.#is_told || now_ms - this.#since < this.#for_ms) return false
    this.#is_told = true
    return true
  }
}

/** The share of slow responses, from the histogram of /metrics, which counts since the start of the process. */
class Answers {
  readonly #registry: Registry
  #last: { at: number; all: number; slow: number } | undefined

  constructor(registry: Registry) {
    this.#registry = registry
  }

  /** Returns undefined while the window is open, and 0 without responses. */
  async slowShare(now_ms: number): Promise<number | undefined> {
    const last = this.#last
    if (last && now_ms - last.at < ANSWERS_MS) return undefined
    const { values = [] } = (await this.#registry.getSingleMetric('envoi_http_request_seconds')?.get()) ?? {}
    const sum = (le: string) =>
      values.reduce((sum, { labels, value }) => (String((labels as { le?: unknown }).le) === le ? sum + value : sum), 0)
    const all = sum('+Inf')
    const counted = { at: now_ms, all, slow: all - sum(String(PROCESS_LIMITS.slow_seconds)) }
    this.#last = counted
    if (!last) return undefined
    return all === last.all ? 0 : (counted.slow - last.slow) / (all - last.all)
  }
}
