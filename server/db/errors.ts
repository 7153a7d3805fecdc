import { AppError, invalid, notFound } from '../core/errors.ts'
import { outageOf } from './connections/outage.ts'
import { isStale } from './statements/prepared.ts'

/** Translates unique and foreign-key violations into `AppError`s. Returns all other errors unchanged. */
export function translate(error: unknown): unknown {
  if (error instanceof AppError) return error
  const outage = outageOf(error)
  if (outage) return outage
  const { code, detail } = violation(error)
  if (code === '23505' || code === 'P2002') return new Taken('conflict', [`This record exists already${detail}`])
  if (code === '23503' || code === 'P2003') return invalid(`A record that this one refers to does not exist${detail}`)
  if (code === 'P2025') return notFound()
  // NUL, or half of a surrogate pair in JSON.
  if (code === '22021' || code === '22P05') return invalid('Text must not contain characters that cannot be stored')
  return error
}

/**
 * Returns whether PostgreSQL ended the transaction because of another one, or because a migration changed the result of a prepared statement. An
 * immediate retry may succeed.
 */
export const isCollision = (error: unknown): boolean => COLLISIONS.has(violation(error).code ?? '') || isStale(error)

// Serialization failure, deadlock, and Prisma's code for both.
const COLLISIONS = new Set(['40001', '40P01', 'P2034'])

/** Returns whether the error is a unique violation that `translate` has turned into a conflict. */
export const isConflict = (error: unknown): boolean => error instanceof Taken

/** A unique violation, distinct from other conflicts. */
class Taken extends AppError {}

function violation(error: unknown): { code: string | undefined; detail: string } {
  if (typeof error !== 'object' || error === null) return { code: undefined, detail: '' }
  const { code, meta } = error as {
    code?: string
    meta?: { driverAdapterError?: { cause?: { originalCode?: string } } }
  }
  // Prisma reports raw statements as P2010 with PostgreSQL's code inside.
  const original = meta?.driverAdapterError?.cause?.originalCode
  return { code: code === 'P2010' ? original : code, detail: '' }
}
