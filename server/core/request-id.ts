import { randomUUID } from 'node:crypto'

/** Returns the id for the answer and the logs: the caller's if it is well formed, otherwise a new one. */
export const requestIdOf = (given: string | null | undefined): string =>
  given && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID()
