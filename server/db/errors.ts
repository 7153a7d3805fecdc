import { AppError, conflict, invalid, notFound } from '../core/errors.ts'
import { outageOf } from './outage.ts'
import { isStale } from './prepared.ts'

/** Unique and foreign-key violations, turned once into the errors that services speak. */
export function translate(error: unknown): unknown {
  if (error instanceof AppError) return error
  const outage = outageOf(error)
  if (outage) return outage
  const { code, detail } = violation(error)
  if (code === '23505' || code === 'P2002') return conflict(`This record exists already${detail}`)
  if (code === '23503' || code === 'P2003') return invalid(`A record that this one refers to does not exist${detail}`)
  if (code === 'P2025') return notFound()
  // NUL, or half of a surrogate pair inside of JSON.
  if (code === '22021' || code === '22P05') return invalid('Text must not contain characters that cannot be stored')
  return error
}

/**
 * Whether PostgreSQL has ended the transaction because of another one, or because a migration changed what a prepared statement
 * returns: the same may succeed at once.
 */
export const isCollision = (error: unknown): boolean => COLLISIONS.has(violation(error).code ?? '') || isStale(error)

// Serialization failure, deadlock; Prisma's own code for both.
const COLLISIONS = new Set(['40001', '40P01', 'P2034'])

/** Whether the error is a unique violation, also when a driver wrapped it. */
export const isConflict = (error: unknown): boolean => error instanceof AppError && error.code === 'conflict'

function violation(error: unknown): { code: string | undefined; detail: string } {
  if (typeof error !== 'object' || error === null) return { code: undefined, detail: '' }
  const { code, meta } = error as {
    code?: string
    meta?: { driverAdapterError?: { cause?: { originalCode?: string } } }
  }
  // Raw statements through Prisma come as P2010 and carry PostgreSQL's own code inside.
  const original = meta?.driverAdapterError?.cause?.originalCode
  return { code: code === 'P2010' ? original : code, detail: '' }
}
