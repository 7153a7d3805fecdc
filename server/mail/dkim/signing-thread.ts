import { parentPort } from 'node:worker_threads'
import { type ThreadAnswers, unpackBytes } from '../../lib/concurrency/thread-pool.ts'
import { dkimHeaders, type SigningKey } from './sign.ts'

// A thread that signs batches of messages for `signer.ts`.

/** Messages concatenated in one buffer, which is transferred to the thread. */
export interface SigningBatch {
  bytes: ArrayBuffer
  lengths: readonly number[]
  keys: readonly SigningKey[]
  /** Seconds since 1970. */
  at: number
}

parentPort?.on('message', ({ bytes, lengths, keys, at }: SigningBatch) => {
  /** The headers of each message, or the error of one that could not be signed. */
  const signed: ThreadAnswers<string> = unpackBytes({ bytes, lengths }).map((raw) => {
    try {
      return { value: dkimHeaders(raw, keys, at) }
    } catch (error) {
      return { error: (error as Error).message }
    }
  })
  parentPort?.postMessage(signed)
})
