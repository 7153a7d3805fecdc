import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors.ts'

/** Milliseconds before each repetition. A pool that is full for a while, a restart and a moment without space are over by then. */
const PAUSES_MS = [100, 1_000, 5_000, 10_000]

/**
 * Writes what another server has accepted or answered, which no statement can undo. One that fails must not lose it, so it is repeated:
 * doing it twice must change nothing more. Throws what the last attempt threw, and immediately if the service itself refuses.
 *
 * After 16 seconds without success no row says that it happened, as if the process had ended in between. The row of each caller still says
 * that it is due, at the latest when its claim ends, so a job does it a second time:
 * - Reports of usage, deliveries of webhooks and requests of automations have the same id each time, by which the receiver knows them. A
 *   callback of a bulk request arrives again.
 * - Emails that a recipient asked for (confirmations, links, invitations) are sent again: a second one does no harm, a missing
 *   one does. Emails to lists do not use this: the hand-over log says that they were accepted.
 * - Tokens of a partner cannot be asked for again: the app says that it must be connected again.
 * - A daily backup is made again: its file is there, and no row says so.
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
