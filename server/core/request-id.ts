import { randomUUID } from 'node:crypto'

/** Returns the id for the response and logs: the caller's if valid, otherwise a new one. */
export const requestIdOf = (given: string | null | undefined): string =>
  given && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID()
