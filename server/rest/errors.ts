import { AppError, HTTP_STATUS } from '../core/errors.ts'
import { outageOf } from '../db/connections/outage.ts'
import { isCollision } from '../db/errors.ts'

export interface Answer {
  status: number
  /** JSON: text, or its UTF-8 bytes. */
  body: string | Buffer<ArrayBuffer> | null
  headers: Record<string, string>
  /** Returns the memory of the body for reuse once it is sent. */
  release?: () => void
}

export const textOf = (body: string | Buffer): string => (typeof body === 'string' ? body : body.toString())

/** Converts an error into an answer. Errors that are not `AppError`s show no details. */
export function errorAnswer(thrown: unknown): Answer {
  const error = outageOf(thrown) ?? thrown
  if (isCollision(error)) return { status: 503, body: errorBody([COLLIDED]), headers: { 'Retry-After': '1' } }
  if (!(error instanceof AppError)) return { status: 500, body: errorBody(['Internal Server Error']), headers: {} }
  const headers: Record<string, string> = {}
  if (error.retry_after !== undefined) headers['Retry-After'] = String(error.retry_after)
  return { status: HTTP_STATUS[error.code], body: errorBody(error.messages), headers }
}

const COLLIDED = 'Someone else changed the same records at the same moment. Please try again'

export const errorBody = (errors: string[]) => JSON.stringify({ errors })
