import { availableParallelism } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { SigningKey } from './sign.ts'
import type { SignedBatch, SigningBatch } from './signing-thread.ts'

/** Makes the signatures of messages. */
export interface Signer {
  /**
   * Returns the headers to put before each message: one DKIM-Signature per key, each ended by CRLF. Waits while `MAX_WAITING` other
   * messages wait. Throws when a message cannot be signed.
   */
  sign(messages: readonly Buffer[], keys: readonly SigningKey[], at: Date): Promise<Buffer[]>
  /** Ends the threads. Messages that are not signed yet fail. */
  close(): Promise<void>
}

/** Messages of one batch: passing a message to a thread costs about as much as hashing it. */
const BATCH = 16
const MAX_WAITING = 1_000
/** A message that ends its thread this often is at fault. */
const MAX_TRIES = 3

interface Request {
  raw: Buffer
  keys: readonly SigningKey[]
  /** Seconds since 1970. */
  at: number
  tries: number
  resolve: (headers: Buffer) => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  batch: Request[]
}

/** Signs in threads, one per core: an RSA signature takes as long as everything else that a message needs. */
export function createSigner({
  threads: most = availableParallelism(),
  start = startThread,
}: {
  threads?: number
  start?: () => Worker
} = {}): Signer {
  const queue: Request[] = []
  const threads: Thread[] = []
  const room: (() => void)[] = []
  let is_closed = false
  let is_scheduled = false

  // Once per tick, so messages that are composed together are signed together.
  const schedule = () => {
    if (is_scheduled) return
    is_scheduled = true
    queueMicrotask(() => {
      is_scheduled = false
      dispatch()
    })
  }

  const dispatch = () => {
    while (queue.length > 0) {
      const idle = threads.filter(({ batch }) => batch.length === 0)
      const free = idle.length + most - threads.length
      if (free === 0) break
      const thread = idle[0] ?? open()
      thread.batch = takeBatch(queue, Math.min(BATCH, Math.ceil(queue.length / free)))
      const { batch, buffer } = packed(thread.batch)
      // Keeps the process alive until the answer.
      thread.worker.ref()
      thread.worker.postMessage(batch, [buffer])
    }
    if (queue.length < MAX_WAITING) for (const resume of room.splice(0)) resume()
  }

  const open = (): Thread => {
    const thread: Thread = { worker: start(), batch: [] }
    thread.worker.on('message', (signed: SignedBatch) => {
      const requests = thread.batch
      thread.batch = []
      thread.worker.unref()
      for (const [at, request] of requests.entries()) settle(request, signed[at])
      schedule()
    })
    let cause: Error | undefined
    thread.worker.on('error', (error) => {
      cause = error
    })
    thread.worker.on('exit', (code) => {
      threads.splice(threads.indexOf(thread), 1)
      const ended = cause ?? new Error(`A signing thread ended with code ${code}`)
      for (const request of thread.batch.toReversed()) {
        request.tries++
        if (is_closed || request.tries >= MAX_TRIES) request.reject(ended)
        else queue.unshift(request)
      }
      schedule()
    })
    threads.push(thread)
    return thread
  }

  return {
    async sign(messages, keys, at) {
      while (queue.length >= MAX_WAITING && !is_closed) await new Promise<void>((resume) => room.push(resume))
      if (is_closed) throw new Error('The signer is closed')
      const seconds = Math.floor(at.getTime() / 1000)
      const requests = messages.map(
        (raw) =>
          new Promise<Buffer>((resolve, reject) => {
            queue.push({ raw, keys, at: seconds, tries: 0, resolve, reject })
          }),
      )
      schedule()
      return Promise.all(requests)
    },
    async close() {
      is_closed = true
      for (const request of queue.splice(0)) request.reject(new Error('The signer is closed'))
      for (const resume of room.splice(0)) resume()
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}

const startThread = () => new Worker(path.join(import.meta.dirname, 'signing-thread.ts'), { execArgv: [] })

/** Takes the first messages that have the same keys and time. */
function takeBatch(queue: Request[], most: number): Request[] {
  const [first] = queue
  let count = 0
  while (count < most && queue[count]?.keys === first?.keys && queue[count]?.at === first?.at) count++
  return queue.splice(0, count)
}

// The messages are copied, so they can be signed again if the thread ends.
function packed(requests: readonly Request[]): { batch: SigningBatch; buffer: ArrayBuffer } {
  const lengths = requests.map(({ raw }) => raw.length)
  const buffer = new ArrayBuffer(lengths.reduce((sum, length) => sum + length, 0))
  const bytes = new Uint8Array(buffer)
  let end = 0
  for (const { raw } of requests) {
    bytes.set(raw, end)
    end += raw.length
  }
  const { keys = [], at = 0 } = requests[0] ?? {}
  return { batch: { messages: buffer, lengths, keys, at }, buffer }
}

function settle({ resolve, reject }: Request, signed: SignedBatch[number] | undefined): void {
  if (signed && 'headers' in signed) resolve(Buffer.from(signed.headers, 'latin1'))
  else reject(new Error(signed?.error ?? 'The message was not signed'))
}
