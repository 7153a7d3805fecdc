import { randomUUID } from 'node:crypto'

/** The name under which a request is answered and logged: the caller's own where it is a sane one. */
export const requestIdOf = (given: string | null | undefined): string =>
  given && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID()
