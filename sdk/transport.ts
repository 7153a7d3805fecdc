import type { RequestOptions, WithResponse } from './call.ts'
import { ConnectionError, EnvoiError, errorOf, TimeoutError } from './errors.ts'
import { type LogOptions, loggerOf } from './log.ts'

/** Exactly one kind of credential: an API key for testing and personal tools, an access token for apps. */
export type Credential =
  | {
      /** Never in a browser, where every visitor could read it. */
      api_key: string
    }
  | {
      access_token: string
      /** Called when the token has expired; returns the new one. Waiting requests share one call. */
      refresh?: () => Promise<string>
    }

export type TransportOptions = Credential &
  LogOptions & {
    /** Address of the service: `https://mail.example.com`. */
    base_url: string
    /** Replaces the global fetch. */
    fetch?: (url: string, init: RequestInit) => Promise<Response>
    /** Number of times that a request is sent again after 429, 502, 503, 504, a broken connection or a timeout. Default 3. */
    retries?: number
    /** Milliseconds for each attempt. Default 60,000. */
    timeout_ms?: number
  }

export interface Sent {
  method: string
  path: string
  query?: object
  body?: unknown
  options?: RequestOptions
}

const WORTH_A_RETRY = new Set([429, 502, 503, 504])
/** The exact text by which the service distinguishes an expired token from an invalid one. */
const EXPIRED = 'The access token expired'
const MAX_WAIT_MS = 30_000
const TIMEOUT_MS = 60_000

/**
 * Returns a function that sends a request and reads its JSON. It is sent again when useful: after `Retry-After` if the service sends it,
 * else after 0.5, 1, 2, ... seconds. Every write has an `Idempotency-Key`, so a repeated one takes effect once. Throws EnvoiError, or the
 * reason of an aborted signal. Throws immediately without a credential.
 */
export function transport(options: TransportOptions): (request: Sent) => Promise<WithResponse<unknown>> {
  const base_url = addressOf(options)
  const credential = credentialOf(options)
  const log = loggerOf(options)
  const send = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init))
  const retries = options.retries ?? 3
  let { token } = credential
  let refreshing: Promise<string> | undefined

  async function attempt(url: string, init: RequestInit & { headers: Headers }): Promise<Answered> {
    const used = token
    const first = await once(url, init)
    const { refresh } = credential
    if (first.response.status !== 401 || !refresh || !first.text.includes(EXPIRED)) return first
    if (token === used) {
      refreshing ??= refresh().finally(() => {
        refreshing = undefined
      })
      // A refresh token may be valid for a single use, so its failure is final.
      token = await refreshing.catch((error: unknown) => {
        throw new Final(error)
      })
    }
    return once(url, init)
  }

  async function once(url: string, init: RequestInit & { headers: Headers }): Promise<Answered> {
    if (token === undefined) init.headers.set('X-Service-Api-Key', credential.api_key ?? '')
    else init.headers.set('Authorization', `Bearer ${token}`)
    const began = Date.now()
    const response = await send(url, init)
    // A connection that breaks within the body counts as broken.
    const text = response.status === 204 ? '' : await response.text()
    log('debug', `${init.method} ${url}: ${response.status} in ${Date.now() - began} ms`, {
      request_id: response.headers.get('x-request-id'),
    })
    return { response, text }
  }

  return async ({ method, path, query, body, options: own = {} }) => {
    const url = `${base_url}${path}${queryText(query)}`
    const headers = new Headers(own.headers)
    if (method !== 'GET') headers.set('Idempotency-Key', own.idempotency_key ?? crypto.randomUUID())
    const sent = await encoded(body, headers)
    const timeout_ms = own.timeout_ms ?? options.timeout_ms ?? TIMEOUT_MS
    for (let tried = 0; ; tried++) {
      const timeout = AbortSignal.timeout(timeout_ms)
      const signal = own.signal ? AbortSignal.any([own.signal, timeout]) : timeout
      let again: { reason: string; after?: string | null }
      try {
        const { response, text } = await attempt(url, {
          method,
          headers,
          signal,
          // A followed redirect would send a write as a read, and the key to another server.
          redirect: 'manual',
          ...(sent !== undefined && { body: sent }),
        })
        const data = jsonOf(text)
        if (response.ok && (data !== undefined || text === '')) return { data, response }
        if (response.ok || isRedirect(response)) throw errorOf(response, { errors: [notService(response, base_url)] })
        const after = response.headers.get('Retry-After')
        // 409 with Retry-After: the same write is still in progress.
        const isWorthIt = WORTH_A_RETRY.has(response.status) || (response.status === 409 && after !== null)
        if (!isWorthIt || tried >= retries) throw errorOf(response, data)
        again = { reason: String(response.status), after }
      } catch (error) {
        if (error instanceof Final) throw error.cause
        if (error instanceof EnvoiError) throw error
        own.signal?.throwIfAborted()
        if (tried >= retries) throw unanswered(error, timeout, timeout_ms)
        again = { reason: timeout.aborted ? 'a timeout' : 'a broken connection' }
      }
      const ms = delayOf(tried, again.after)
      log('info', `${method} ${url}: sent again in ${ms} ms after ${again.reason}`)
      await wait(ms, own.signal)
    }
  }
}

interface Answered {
  response: Response
  text: string
}

/** Ends the retries, with the error as its cause. */
class Final extends Error {
  constructor(cause: unknown) {
    super('', { cause })
  }
}

function unanswered(error: unknown, timeout: AbortSignal, timeout_ms: number): ConnectionError {
  if (timeout.aborted) return new TimeoutError([`No answer within ${timeout_ms} ms`], { cause: error })
  const { cause, message } = error instanceof Error ? error : { cause: undefined, message: String(error) }
  return new ConnectionError([cause instanceof Error && cause.message ? cause.message : message], { cause: error })
}

function addressOf({ base_url }: TransportOptions): string {
  if (!/^https?:\/\/[^/]/i.test(base_url ?? '')) {
    throw new TypeError(
      `base_url must be the address of the service, such as https://mail.example.com, not ${base_url}`,
    )
  }
  return base_url.replace(/\/$/, '').replace(/\/v4$/, '')
}

function credentialOf(options: TransportOptions): {
  api_key?: string
  token?: string
  refresh?: () => Promise<string>
} {
  const { api_key, access_token, refresh } = options as {
    api_key?: string
    access_token?: string
    refresh?: () => Promise<string>
  }
  if (Boolean(api_key) === Boolean(access_token)) {
    throw new TypeError(api_key ? 'Give api_key or access_token, not both' : 'api_key or access_token is missing')
  }
  if (api_key && isBrowser()) {
    throw new TypeError('An API key must not be used in a browser, where visitors can read it. Call your own server')
  }
  return { api_key, token: access_token, refresh }
}

const isBrowser = () => 'window' in globalThis && 'document' in globalThis

function queryText(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/**
 * Writes the body once for all attempts: a form that is written again has other boundaries, so the service would take it for another
 * request with the same Idempotency-Key.
 */
async function encoded(body: unknown, headers: Headers): Promise<string | Blob | undefined> {
  if (body === undefined) return undefined
  if (!(body instanceof FormData)) {
    headers.set('Content-Type', 'application/json')
    return JSON.stringify(body)
  }
  const form = new Response(body)
  headers.set('Content-Type', form.headers.get('content-type') ?? '')
  return form.blob()
}

const isRedirect = ({ status, headers }: Response) => status >= 300 && status < 400 && headers.has('location')

/** Says what is wrong with an address where something else answers: a website, or a proxy that sends clients elsewhere. */
const notService = ({ headers, status }: Response, base_url: string): string =>
  headers.has('location')
    ? `${base_url} redirects to ${headers.get('location')}. Give the address that it leads to as base_url`
    : `${base_url} answered ${status} without JSON. Is it the address of the service?`

/** Returns the parsed body. Undefined for an empty one, and for one that a proxy wrote. */
function jsonOf(text: string): unknown {
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the wait in milliseconds. `Retry-After` has seconds or a date. */
function delayOf(tried: number, retry_after: string | null | undefined): number {
  const seconds = retry_after ? Number(retry_after) : Number.NaN
  const date = retry_after ? Date.parse(retry_after) : Number.NaN
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Number.isFinite(date) ? date - Date.now() : 500 * 2 ** tried
  return Math.min(MAX_WAIT_MS, Math.max(0, ms))
}

/** Throws the reason of an aborted signal. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
