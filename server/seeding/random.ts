import { createHash } from 'node:crypto'

/** SQL for a number from 0 to below 1 of this stream, for the row at hand. */
export type Draw = (stream: string) => string

/**
 * Draws that depend on the seed, the stream and the row's key (a bigint expression) alone: the same row gets the same numbers
 * whatever runs beside it, however rows are cut into statements.
 */
export const drawByNumber =
  (key: string, random_seed: number): Draw =>
  (stream) =>
    fraction(`hashint8extended(${key}, ${salt(random_seed, stream)})`)

/** The same where the key is text. */
export const drawByText =
  (key: string, random_seed: number): Draw =>
  (stream) =>
    fraction(`hashtextextended(${key}, ${salt(random_seed, stream)})`)

/** The same for JavaScript: the numbers of a stream, one after the other. */
export function numbers(random_seed: number, stream: string): () => number {
  let state = salt(random_seed, stream) >>> 0
  // Mulberry32.
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

// 53 bits of the hash are as many as a double holds.
const fraction = (hash: string) => `((${hash} & 9007199254740991)::float8 / 9007199254740992)`

function salt(random_seed: number, stream: string): number {
  return createHash('sha256').update(`${random_seed}:${stream}`).digest().readUIntBE(0, 6)
}
