/** Exactly one kind of credential: an API key for testing and personal tools, an access token for apps. */
export type Credential =
  | { api_key: string }
  | {
      access_token: string
      /** Called once when the token has expired; returns the new one. Waiting requests share one call. */
      refresh?: () => Promise<string>
    }

export type TransportOptions = Credential & {
  /** Replaces the global fetch. */
  fetch?: (request: Request) => Promise<Response>
  /** Number of times that a request is repeated after 429, 502, 503, 504 or a broken connection. Default 3. */
  retries?: number
}

const WORTH_A_RETRY = new Set([429, 502, 503, 504])
/** The exact text by which the service distinguishes an expired token from an invalid one. */
const EXPIRED = 'The access token expired'
const MAX_WAIT_MS = 30_000

/**
 * Returns a fetch that authenticates, and repeats requests when useful: after `Retry-After` if the service sends it, else after 0.5, 1, 2, ...
 * seconds. Every write has an `Idempotency-Key`, so a repeated one takes effect once.
 */
export function transport(options: TransportOptions): (request: Request) => Promise<Response> {
  const send = options.fetch ?? ((request: Request) => fetch(request))
  const retries = options.retries ?? 3
  let token = 'access_token' in options ? options.access_token : undefined
  let refreshing: Promise<string> | undefined

  function signed(request: Request): Request {
    const copy = request.clone()
    if ('api_key' in options) copy.headers.set('X-Service-Api-Key', options.api_key)
    else copy.headers.set('Authorization', `Bearer ${token}`)
    return copy
  }

  async function sendSigned(request: Request): Promise<Response> {
    const used = token
    const response = await send(signed(request))
    if (response.status !== 401 || !('refresh' in options) || !options.refresh) return response
    if (!(await response.clone().text()).includes(EXPIRED)) return response
    if (token === used) {
      refreshing ??= options.refresh().finally(() => {
        refreshing = undefined
      })
      token = await refreshing
    }
    return send(signed(request))
  }

  return async (request) => {
    if (request.method !== 'GET' && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', crypto.randomUUID())
    }
    for (let attempt = 0; ; attempt++) {
      const outcome = await sendSigned(request).catch((error: unknown) => {
        if (attempt >= retries || request.signal.aborted) throw error
      })
      if (outcome && (attempt >= retries || !WORTH_A_RETRY.has(outcome.status))) return outcome
      await wait(delay(attempt, outcome?.headers.get('Retry-After')), request.signal)
    }
  }
}

function delay(attempt: number, retry_after: string | null | undefined): number {
  const seconds = retry_after ? Number(retry_after) : Number.NaN
  return Math.min(MAX_WAIT_MS, Number.isFinite(seconds) ? seconds * 1000 : 500 * 2 ** attempt)
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal.addEventListener('abort', abort, { once: true })
  })
}
