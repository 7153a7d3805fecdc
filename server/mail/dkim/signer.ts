import { availableParallelism } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { packBytes, ThreadPool } from '../../lib/concurrency/thread-pool.ts'
import type { SigningKey } from './sign.ts'
import type { SigningBatch } from './signing-thread.ts'

export interface Signer {
  /**
   * Returns the headers to put before each message: one DKIM-Signature per key, each ended by CRLF. Waits while `MAX_WAITING` other
   * messages wait. Throws when a message cannot be signed.
   */
  sign(messages: readonly Buffer[], keys: readonly SigningKey[], at: Date): Promise<Buffer[]>
  /** Ends the threads. Unsigned messages fail. */
  close(): Promise<void>
}

/** Messages of one batch. Passing a message to a thread costs about as much as hashing it. */
const BATCH = 16
const MAX_WAITING = 1_000

interface Unsigned {
  raw: Buffer
  keys: readonly SigningKey[]
  /** Seconds since 1970. */
  at: number
}

/** Signs in threads, one per core: an RSA signature takes as long as all other work on a message. */
export function createSigner({
  threads = availableParallelism(),
  start = startThread,
}: {
  threads?: number
  start?: () => Worker
} = {}): Signer {
  const pool = new ThreadPool<Unsigned, Buffer>({
    name: 'signing',
    threads,
    start,
    batch: BATCH,
    most_waiting: MAX_WAITING,
    belong: (first, { keys, at }) => first.keys === keys && first.at === at,
    pack: (messages) => {
      const { bytes, lengths } = packBytes(messages.map(({ raw }) => raw))
      const { keys = [], at = 0 } = messages[0] ?? {}
      const message: SigningBatch = { bytes, lengths, keys, at }
      return { message, transfer: [bytes] }
    },
    unpack: (headers: string) => Buffer.from(headers, 'latin1'),
  })
  return {
    sign: (messages, keys, at) => {
      const seconds = Math.floor(at.getTime() / 1000)
      return pool.run(messages.map((raw) => ({ raw, keys, at: seconds })))
    },
    close: () => pool.close(),
  }
}

const startThread = () => new Worker(path.join(import.meta.dirname, 'signing-thread.ts'), { execArgv: [] })
