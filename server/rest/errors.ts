import { AppError, HTTP_STATUS } from '../core/errors.ts'
import { outageOf } from '../db/connections/outage.ts'
import { isCollision } from '../db/errors.ts'

export interface Answer {
  status: number
  /** JSON: text, or its UTF-8 bytes. */
  body: string | Buffer<ArrayBuffer> | null
  headers: Record<string, string>
  /** True for a dry run, whose changes are rolled back. */
  is_undone?: boolean
  /** Releases the memory of the sent body for reuse. */
  release?: () => void
}

export const textOf = (body: string | Buffer): string => (typeof body === 'string' ? body : body.toString())

/** Converts an error into a response. Only `AppError`s show details. @param help returns the page about a status */
export function errorAnswer(thrown: unknown, help?: (status: number) => string | undefined): Answer {
  const error = outageOf(thrown) ?? thrown
  if (isCollision(error)) return { status: 503, body: errorBody([COLLIDED]), headers: { 'Retry-After': '1' } }
  if (!(error instanceof AppError)) return { status: 500, body: errorBody(['Internal Server Error']), headers: {} }
  const headers: Record<string, string> = {}
  if (error.retry_after !== undefined) headers['Retry-After'] = String(error.retry_after)
  const status = HTTP_STATUS[error.code]
  return { status, body: errorBody(error.messages, help?.(status)), headers }
}

const COLLIDED = 'Someone else changed the same records at the same moment. Please try again'

export const errorBody = (errors: string[], documentation_url?: string) => JSON.stringify({ errors, documentation_url })
