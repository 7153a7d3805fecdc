import { AppError } from '../../core/errors.ts'
import { database } from '../../db/client.ts'

/** Clients that were refused together must not return together. */
const RETRY_SECONDS = { min: 1, max: 4 }

/**
 * Throws unavailable while requests wait too long for a database connection, before anything is read or written for this one. Requests that
 * were accepted then stay fast. Only the API is refused: a page of the dashboard is one user, and a sign-up is not tried again.
 */
export function refuseOverload(): void {
  if (!database().pool.waiting?.isOverloaded()) return
  const { min, max } = RETRY_SECONDS
  const seconds = min + Math.floor(Math.random() * (max - min + 1))
  throw new AppError('unavailable', ['The service is busy. Try again in a moment'], seconds)
}
