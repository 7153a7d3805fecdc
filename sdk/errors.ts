/** An unsuccessful response of the service. `errors` has one text for each problem and is never empty. */
export class EnvoiError extends Error {
  readonly status: number
  readonly errors: readonly string[]
  /** Quote it when you contact support: it identifies the request in the service's log. */
  readonly request_id: string | null

  constructor(status: number, errors: readonly string[], request_id: string | null) {
    super(`${status}: ${errors.join('; ')}`)
    this.name = 'EnvoiError'
    this.status = status
    this.errors = errors
    this.request_id = request_id
  }
}

/** Returns the error of a response, even if a proxy wrote its body. */
export function errorOf(response: Response, body: unknown): EnvoiError {
  const told = typeof body === 'object' && body !== null && 'errors' in body ? body.errors : undefined
  const errors = Array.isArray(told) ? told.flat().map(String) : []
  return new EnvoiError(
    response.status,
    errors.length > 0 ? errors : [response.statusText || `HTTP ${response.status}`],
    response.headers.get('x-request-id'),
  )
}
