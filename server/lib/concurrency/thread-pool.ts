import type { Transferable, Worker } from 'node:worker_threads'

/** Response of a thread to a batch: one entry per item, in order. */
export type ThreadAnswers<Answer> = ({ value: Answer } | { error: string })[]

interface Options<Item, Answer> {
  /** Used in errors: `signing`. */
  name: string
  /** Maximum number of threads, which start when needed. */
  threads: number
  start: () => Worker
  /** Maximum number of items sent to a thread together. */
  batch: number
  /** Maximum number of waiting items. Above it, callers wait. */
  most_waiting: number
  /** Returns whether two items may be in one batch. */
  belong?: (first: Item, item: Item) => boolean
  /** Returns the message for a thread, with copies of the items, so they can be sent again if the thread ends. */
  pack: (items: readonly Item[]) => { message: unknown; transfer: Transferable[] }
  /** Called in the calling thread for each answer. */
  unpack: (value: never) => Answer
}

/** An item that ends its thread this many times is at fault. */
const MAX_TRIES = 3

interface Request<Item, Answer> {
  item: Item
  tries: number
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

interface Thread<Item, Answer> {
  worker: Worker
  batch: Request<Item, Answer>[]
}

/** Threads that compute an answer to each item. Waiting threads do not keep the process alive. */
export class ThreadPool<Item, Answer> {
  readonly #options: Options<Item, Answer>
  readonly #queue: Request<Item, Answer>[] = []
  readonly #threads: Thread<Item, Answer>[] = []
  readonly #room: (() => void)[] = []
  #is_closed = false
  #is_scheduled = false

  constructor(options: Options<Item, Answer>) {
    this.#options = options
  }

  /**
   * Waits for room, then for all answers. Rejects with a ThreadPoolClosed, with a thread's error for an item, or with the error of a thread that
   * ended.
   */
  async run(items: readonly Item[]): Promise<Answer[]> {
    if (this.#is_full) await this.#waitForRoom()
    return Promise.all(this.#add(items))
  }

  /** Returns an outcome for each item. Rejects with a ThreadPoolClosed only. */
  async runEach(items: readonly Item[]): Promise<PromiseSettledResult<Answer>[]> {
    if (this.#is_full) await this.#waitForRoom()
    const outcomes = await Promise.allSettled(this.#add(items))
    if (this.#is_closed && outcomes.some(({ status }) => status === 'rejected')) throw this.#closed()
    return outcomes
  }

  /** Ends the threads. Unanswered items fail. */
  async close(): Promise<void> {
    this.#is_closed = true
    for (const request of this.#queue.splice(0)) request.reject(this.#closed())
    for (const resume of this.#room.splice(0)) resume()
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()))
  }

  get #is_full(): boolean {
    return this.#queue.length >= this.#options.most_waiting && !this.#is_closed
  }

  async #waitForRoom(): Promise<void> {
    while (this.#is_full) await new Promise<void>((resume) => this.#room.push(resume))
  }

  #add(items: readonly Item[]): Promise<Answer>[] {
    if (this.#is_closed) throw this.#closed()
    const answers = items.map(
      (item) =>
        new Promise<Answer>((resolve, reject) => {
          this.#queue.push({ item, tries: 0, resolve, reject })
        }),
    )
    this.#schedule()
    return answers
  }

  // Runs once per tick, so items that are added together are sent together.
  #schedule(): void {
    if (this.#is_scheduled) return
    this.#is_scheduled = true
    queueMicrotask(() => {
      this.#is_scheduled = false
      this.#dispatch()
    })
  }

  #dispatch(): void {
    const { batch: batch_size, threads, most_waiting, pack } = this.#options
    while (this.#queue.length > 0) {
      const idle = this.#threads.filter(({ batch }) => batch.length === 0)
      const free = idle.length + threads - this.#threads.length
      if (free === 0) break
      const thread = idle[0] ?? this.#open()
      thread.batch = this.#take(Math.min(batch_size, Math.ceil(this.#queue.length / free)))
      const { message, transfer } = pack(thread.batch.map(({ item }) => item))
      // Keeps the process alive until the answer arrives.
      thread.worker.ref()
      thread.worker.postMessage(message, transfer)
    }
    if (this.#queue.length < most_waiting) for (const resume of this.#room.splice(0)) resume()
  }

  /** Takes the first items that may be in one batch. An item whose thread ended is sent alone, so it cannot affect other items. */
  #take(most: number): Request<Item, Answer>[] {
    const { belong = () => true } = this.#options
    const [first] = this.#queue
    if (!first) return []
    let count = 1
    while (first.tries === 0 && count < most) {
      const next = this.#queue[count]
      if (!next || next.tries > 0 || !belong(first.item, next.item)) break
      count++
    }
    return this.#queue.splice(0, count)
  }

  #open(): Thread<Item, Answer> {
    const thread: Thread<Item, Answer> = { worker: this.#options.start(), batch: [] }
    thread.worker.on('message', (answers: ThreadAnswers<never>) => {
      const requests = thread.batch
      thread.batch = []
      thread.worker.unref()
      for (const [at, { resolve, reject }] of requests.entries()) {
        const answer = answers[at]
        if (answer && 'value' in answer) resolve(this.#options.unpack(answer.value))
        else reject(new Error(answer?.error ?? `The ${this.#options.name} thread gave no answer`))
      }
      this.#schedule()
    })
    let cause: Error | undefined
    thread.worker.on('error', (error) => {
      cause = error
    })
    thread.worker.on('exit', (code) => {
      this.#threads.splice(this.#threads.indexOf(thread), 1)
      const ended = cause ?? new Error(`A ${this.#options.name} thread ended with code ${code}`)
      for (const request of thread.batch.toReversed()) {
        request.tries++
        if (this.#is_closed) request.reject(this.#closed())
        else if (request.tries >= MAX_TRIES) request.reject(ended)
        else this.#queue.unshift(request)
      }
      this.#schedule()
    })
    this.#threads.push(thread)
    return thread
  }

  #closed = (): Error => new ThreadPoolClosed(`The ${this.#options.name} threads are closed`)
}

/** Thrown if the process stops. Another process must repeat unanswered work. */
class ThreadPoolClosed extends Error {}

/** Copies buffers into one, which can be transferred to a thread. */
export function packBytes(pieces: readonly Uint8Array[]): { bytes: ArrayBuffer; lengths: number[] } {
  const lengths = pieces.map(({ length }) => length)
  const bytes = new ArrayBuffer(lengths.reduce((sum, length) => sum + length, 0))
  const target = new Uint8Array(bytes)
  let end = 0
  for (const piece of pieces) {
    target.set(piece, end)
    end += piece.length
  }
  return { bytes, lengths }
}

/** Returns the buffers copied by `packBytes`, which share its memory. */
export function unpackBytes({ bytes, lengths }: { bytes: ArrayBuffer; lengths: readonly number[] }): Buffer[] {
  let start = 0
  return lengths.map((length) => {
    const piece = Buffer.from(bytes, start, length)
    start += length
    return piece
  })
}
