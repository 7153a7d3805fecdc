import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors.ts'

/** Milliseconds before each repetition. A pool that is full for a while, a restart and a moment without space are over by then. */
const PAUSES_MS = [100, 1_000, 5_000, 10_000]

/**
 * Writes what another server has accepted or answered, which no statement can undo. One that fails must not lose it, so it is repeated:
 * doing it twice must change nothing more. Throws what the last attempt threw, and immediately if the service itself refuses.
 */
export async function recordOutside<Value>(record: () => Promise<Value>): Promise<Value> {
  for (const pause_ms of PAUSES_MS) {
    try {
      return await record()
    } catch (error) {
      if (error instanceof AppError && error.code !== 'unavailable') throw error
      await sleep(pause_ms)
    }
  }
  return record()
}
