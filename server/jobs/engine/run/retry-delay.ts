import { isOutageText } from '../../../db/connections/outage.ts'
import type { JobError } from '../storage/runs.ts'

/** A database outage often lasts less than a second. Later attempts use the delays of other errors. */
const AFTER_OUTAGE_MS = [1_000, 4_000]

/** Returns the milliseconds until the next attempt, given the number of the failed attempt (0 for the first). */
export const retryDelay = (error: JobError, attempt: number, backoff: (attempt: number) => number): number =>
  (isOutageText(error) ? AFTER_OUTAGE_MS[attempt] : undefined) ?? backoff(attempt)
