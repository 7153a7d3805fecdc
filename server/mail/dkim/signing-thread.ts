import { parentPort } from 'node:worker_threads'
import { dkimHeaders, type SigningKey } from './sign.ts'

// A thread that signs batches of messages for `signer.ts`.

/** Messages one after the other in one buffer, which belongs to the thread from then on. */
export interface SigningBatch {
  messages: ArrayBuffer
  lengths: readonly number[]
  keys: readonly SigningKey[]
  /** Seconds since 1970. */
  at: number
}

/** The headers of each message, or why one could not be signed. */
export type SignedBatch = ({ headers: string } | { error: string })[]

parentPort?.on('message', ({ messages, lengths, keys, at }: SigningBatch) => {
  let start = 0
  const signed: SignedBatch = lengths.map((length) => {
    const raw = Buffer.from(messages, start, length)
    start += length
    try {
      return { headers: dkimHeaders(raw, keys, at) }
    } catch (error) {
      return { error: (error as Error).message }
    }
  })
  parentPort?.postMessage(signed)
})
