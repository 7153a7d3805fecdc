import { availableParallelism } from 'node:os'
import path from 'node:path'
import { Tinypool } from 'tinypool'

export class TextWorkRefused extends Error {
  override name = 'TextWorkRefused'
  /** `ended`: the threads end, or a thread could not start. */
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
  /** Time limit of a running task. */
  limit_ms?: number
  limit_mb?: number
  /** Maximum number of waiting tasks of one account. */
  most_waiting?: number
  file?: string
}

/** The longest text takes about a second on an idle machine. */
const LIMIT_MS = 20_000
const LIMIT_MB = 512
/** Starting a thread takes longer than most tasks. */
const IDLE_MS = 600_000

/**
 * Threads that work on texts, with limits of time and memory: a thread that exceeds its memory ends, and another replaces it. The queue is fair
 * to accounts, and with several threads one account does not get the last one.
 */
export class TextThreads {
  readonly #pool: Tinypool
  readonly #threads: number
  readonly #limit_ms: number
  readonly #most_waiting: number
  /** By account, in round-robin order. */
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
    // A thread may end between two tasks. The next task starts another; without a listener, the process would end.
    this.#pool.on('error', () => undefined)
  }

  /** Throws TextWorkRefused. An error that a task throws is `ended` too: tasks return their errors. */
  async run(account_id: number, task: unknown): Promise<unknown> {
    await this.#turnOf(account_id)
    const signal = new AbortController()
    // Measured from the start of the task, because waiting is not the task's fault.
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

  /** Ends the threads. Unfinished tasks fail. */
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
      const running_tasks = this.#running.get(account_id) ?? 0
      if (running_tasks >= most_of_one) continue
      const [next, ...rest] = queue
      this.#waiting.delete(account_id)
      // The account moves to the end of the queue.
      if (rest.length > 0) this.#waiting.set(account_id, rest)
      this.#busy++
      this.#running.set(account_id, running_tasks + 1)
      next?.run()
    }
  }
}
