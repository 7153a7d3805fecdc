import { createHash } from 'node:crypto'

/** Returns SQL for the current row's number in a stream, from 0 to below 1. */
export type Draw = (stream: string) => string

/**
 * Draws depend only on the seed, the stream and the row's key (a bigint expression), so a row gets the same numbers however rows
 * are split into statements.
 */
export const drawByNumber =
  (key: string, random_seed: number): Draw =>
  (stream) =>
    fraction(`hashint8extended(${key}, ${salt(random_seed, stream)})`)

/** Like `drawByNumber`, with a text key. */
export const drawByText =
  (key: string, random_seed: number): Draw =>
  (stream) =>
    fraction(`hashtextextended(${key}, ${salt(random_seed, stream)})`)

/** Returns a function that returns the numbers of a stream in order. */
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

// A double has 53 bits.
const fraction = (hash: string) => `((${hash} & 9007199254740991)::float8 / 9007199254740992)`

function salt(random_seed: number, stream: string): number {
  return createHash('sha256').update(`${random_seed}:${stream}`).digest().readUIntBE(0, 6)
}
