/** The client throws it. Without an answer of the service it is a ConnectionError or TimeoutError. */
export class EnvoiError extends Error {
  override readonly name: string = 'EnvoiError'
  /** The status of the answer. Undefined without one. */
  readonly status: number | undefined
  /** One text for each problem, never empty. */
  readonly errors: readonly string[]
  /** Quote it when you contact support: it identifies the request in the service's log. */
  readonly request_id: string | null
  /** The page that explains the problem, where the service names one. */
  readonly documentation_url: string | null

  constructor(errors: readonly string[], { cause, ...about }: About = {}) {
    super(`${about.status === undefined ? '' : `${about.status}: `}${errors.join('; ')}`, { cause })
    this.errors = errors
    this.status = about.status
    this.request_id = about.request_id ?? null
    this.documentation_url = about.documentation_url ?? null
  }
}

interface About {
  status?: number
  request_id?: string | null
  documentation_url?: string | null
  cause?: unknown
}

/** 400: the request is not readable, such as JSON with an error. */
export class BadRequestError extends EnvoiError {
  override readonly name = 'BadRequestError'
}
/** 401: the key or token is missing, wrong or expired. */
export class AuthenticationError extends EnvoiError {
  override readonly name = 'AuthenticationError'
}
/** 402 and 403: the credential, the role of its user or the plan does not allow it. */
export class PermissionError extends EnvoiError {
  override readonly name = 'PermissionError'
}
/** 404: nothing in this account has that id. */
export class NotFoundError extends EnvoiError {
  override readonly name = 'NotFoundError'
}
/** 409: the record is not in a state for it, or a request with the same Idempotency-Key is in progress. */
export class ConflictError extends EnvoiError {
  override readonly name = 'ConflictError'
}
/** 413 and 422: a value is not accepted. Nothing was changed. */
export class InvalidError extends EnvoiError {
  override readonly name = 'InvalidError'
}
/** 429: more requests than the credential may send in a minute, after all retries. */
export class RateLimitError extends EnvoiError {
  override readonly name = 'RateLimitError'
}
/** 500 and above, after all retries. */
export class ServerError extends EnvoiError {
  override readonly name = 'ServerError'
}
/** There was no answer, after all retries. `cause` is the error of fetch. */
export class ConnectionError extends EnvoiError {
  override readonly name: string = 'ConnectionError'
}
/** There was no answer within `timeout_ms`, after all retries. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}

const BY_STATUS: Record<number, typeof EnvoiError> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: PermissionError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: InvalidError,
  422: InvalidError,
  429: RateLimitError,
}

/** Returns the error of a response, even if a proxy wrote its body. */
export function errorOf(response: Response, body: unknown): EnvoiError {
  const { errors, documentation_url } = typeof body === 'object' && body !== null ? (body as Told) : ({} as Told)
  const texts = Array.isArray(errors) ? errors.flat().map(String) : []
  const Kind = BY_STATUS[response.status] ?? (response.status >= 500 ? ServerError : EnvoiError)
  return new Kind(texts.length > 0 ? texts : [response.statusText || `HTTP ${response.status}`], {
    status: response.status,
    request_id: response.headers.get('x-request-id'),
    documentation_url: typeof documentation_url === 'string' ? documentation_url : null,
  })
}

interface Told {
  errors?: unknown
  documentation_url?: unknown
}
