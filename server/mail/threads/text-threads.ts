import { availableParallelism } from 'node:os'
import path from 'node:path'
import { Tinypool } from 'tinypool'

/** Thrown when a task has no result. */
export class TextWorkRefused extends Error {
  override name = 'TextWorkRefused'
  /** `ended`: the threads end, or one could not start. */
  readonly reason: 'busy' | 'too long' | 'too large' | 'ended'

  constructor(reason: TextWorkRefused['reason'], cause?: unknown) {
    super(`The work on a text was refused: ${reason}`, { cause })
    this.reason = reason
  }
}

interface Waiting {
  run: () => void
}

interface Options {
  threads?: number
  /** Time limit of one task, once it runs. */
  limit_ms?: number
  limit_mb?: number
  /** Tasks of one account that may wait. */
  most_waiting?: number
  file?: string
}

/** The longest text takes about a second on an idle machine. */
const LIMIT_MS = 20_000
const LIMIT_MB = 512
/** Starting a thread takes longer than most tasks. */
const IDLE_MS = 600_000

/**
 * Threads that work on texts, at most for a time and with so much memory: a thread that needs more ends, and another takes its place. The
 * queue is fair to accounts, and with several threads one account does not get the last one.
 */
export class TextThreads {
  readonly #pool: Tinypool
  readonly #threads: number
  readonly #limit_ms: number
  readonly #most_waiting: number
  /** By account, in the order of their turns. */
  readonly #waiting = new Map<number, Waiting[]>()
  readonly #running = new Map<number, number>()
  #busy = 0

  constructor({
    threads = Math.min(4, Math.max(2, availableParallelism() - 1)),
    limit_ms = LIMIT_MS,
    limit_mb = LIMIT_MB,
    most_waiting = 8,
    file = path.join(import.meta.dirname, 'thread.ts'),
  }: Options = {}) {
    this.#threads = threads
    this.#limit_ms = limit_ms
    this.#most_waiting = most_waiting
    this.#pool = new Tinypool({
      filename: file,
      runtime: 'worker_threads',
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limit_mb },
    })
    // A thread that ends between two tasks. The next task starts another, and without a listener the process would end.
    this.#pool.on('error', () => undefined)
  }

  /** Throws TextWorkRefused. An error that a task throws is `ended` too: tasks return their errors. */
  async run(account_id: number, task: unknown): Promise<unknown> {
    await this.#turnOf(account_id)
    const signal = new AbortController()
    // From the start of the task: waiting for others is no fault of it.
    const timer = setTimeout(() => signal.abort(), this.#limit_ms)
    try {
      return await this.#pool.run(task, { signal: signal.signal })
    } catch (error) {
      if (signal.signal.aborted) throw new TextWorkRefused('too long')
      if ((error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new TextWorkRefused('too large')
      throw new TextWorkRefused('ended', error)
    } finally {
      clearTimeout(timer)
      this.#busy--
      const left = (this.#running.get(account_id) ?? 1) - 1
      if (left > 0) this.#running.set(account_id, left)
      else this.#running.delete(account_id)
      this.#callNext()
    }
  }

  /** Ends the threads. Tasks without an answer fail. */
  close(): Promise<void> {
    return this.#pool.destroy()
  }

  #turnOf(account_id: number): Promise<void> {
    const queue = this.#waiting.get(account_id) ?? []
    if (queue.length >= this.#most_waiting) return Promise.reject(new TextWorkRefused('busy'))
    return new Promise((resolve) => {
      this.#waiting.set(account_id, [...queue, { run: resolve }])
      this.#callNext()
    })
  }

  #callNext(): void {
    const most_of_one = Math.max(1, this.#threads - 1)
    for (const [account_id, queue] of this.#waiting) {
      if (this.#busy >= this.#threads) return
      const running = this.#running.get(account_id) ?? 0
      if (running >= most_of_one) continue
      const [next, ...rest] = queue
      this.#waiting.delete(account_id)
      // Behind the others.
      if (rest.length > 0) this.#waiting.set(account_id, rest)
      this.#busy++
      this.#running.set(account_id, running + 1)
      next?.run()
    }
  }
}
