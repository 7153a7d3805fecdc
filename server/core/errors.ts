/** Error codes of services and their HTTP status (contract 5.2). */
export const HTTP_STATUS = {
  malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  invalid: 422,
  rate_limited: 429,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof HTTP_STATUS

/** An error with messages for the caller. All others are logged and answered with a general text. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly messages: string[]
  /** Seconds after which the same request may succeed. */
  readonly retry_after: number | undefined

  constructor(code: ErrorCode, messages: string[], retry_after?: number) {
    super(messages.join('; '))
    this.code = code
    this.messages = messages
    this.retry_after = retry_after
  }
}

/** Joins messages into one text. Some end with a period. */
export const joinMessages = (messages: readonly string[]): string => messages.join('. ').replaceAll('.. ', '. ')

/** Returns whether an error must be logged: it is no `AppError`, or hides its cause from the client. */
export const isFault = (error: unknown): boolean => !(error instanceof AppError) || error.cause !== undefined

export const notFound = (message = 'Not Found') => new AppError('not_found', [message])
export const invalid = (messages: string | string[]) => new AppError('invalid', [messages].flat())
export const conflict = (message: string) => new AppError('conflict', [message])
export const malformed = (message: string) => new AppError('malformed', [message])
export const tooLarge = (message: string) => new AppError('too_large', [message])
export const unauthorized = (message: string) => new AppError('unauthorized', [message])
export const rateLimited = (message: string, retry_after: number) =>
  new AppError('rate_limited', [message], retry_after)
export const unavailable = (message: string) => new AppError('unavailable', [message])
export const forbidden = (
  message = 'You do not have sufficient permissions to access this resource. Please contact support.',
) => new AppError('forbidden', [message])
