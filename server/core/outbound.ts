import { env } from '../env.ts'
import { processSingleton } from '../lib/concurrency/process-singleton.ts'
import { t } from '../lib/locale/texts.ts'
import { createSafeFetch, type SafeFetch, type SafeFetchOptions, UnsafeUrlError } from '../lib/net/safe-fetch.ts'
import { invalid } from './errors.ts'
import { traced, tracing } from './telemetry/tracing.ts'

const singleton = processSingleton<{ outbound?: SafeFetch | undefined }>('outbound', () => ({}))

/** Returns the client for requests to addresses that users enter, with one guard and one connection pool per process. */
export function outbound(): SafeFetch {
  singleton.outbound ??= tracedFetch({ ...fromEnvironment(), connections: CONNECTIONS })
  return singleton.outbound
}

/** Returns the normalized address of field `name`. Throws invalid for addresses that must not be called (W6). */
export async function requirePublicUrl(name: string, url: string): Promise<string> {
  try {
    return (await outbound().assertPublicUrl(url)).href
  } catch (error) {
    if (!(error instanceof UnsafeUrlError)) throw error
    const texts = {
      address: t`${name} is not a web address`,
      scheme: t`${name} must begin with http:// or https://`,
      credentials: t`${name} must not contain a user name or password`,
      port: t`${name} must use port 80, 443, 8080 or 8443`,
      private: t`${name} is not a publicly reachable http(s) address`,
      unknown: t`${name} has a host name that cannot be found`,
    }
    throw invalid(texts[error.reason])
  }
}

/** Replaces allowed networks and name resolution in tests. Without options, restores the environment's. @internal */
export async function configureOutbound(options?: SafeFetchOptions): Promise<void> {
  const previous = singleton.outbound
  singleton.outbound = options && tracedFetch({ connections: CONNECTIONS, ...options })
  await previous?.close()
}

// Callers have their own limits. Waiting for a connection here would look like a timeout of the server.
const CONNECTIONS = 1_000

// Servers in private networks rarely use standard ports, so allowed networks permit all ports.
function fromEnvironment(): SafeFetchOptions {
  const { ALLOW_PRIVATE_ADDRESSES: allow_networks = [] } = env()
  return { allow_networks, allow_ports: allow_networks.length > 0 ? 'any' : [] }
}

/** With tracing, each call has a span, whose id the receiver gets in `traceparent`. */
function tracedFetch(options: SafeFetchOptions): SafeFetch {
  const client = createSafeFetch(options)
  return {
    ...client,
    fetch(url, request = {}) {
      if (!tracing() || !URL.canParse(url)) return client.fetch(url, request)
      const { method = 'GET' } = request
      // Paths of webhooks and apps may contain secrets.
      const { hostname, port, protocol } = new URL(url)
      const attributes = {
        'http.request.method': method,
        'server.address': hostname,
        'server.port': Number(port) || PORTS[protocol] || 0,
      }
      return traced(`${method} ${hostname}`, { kind: 'client', attributes }, async (span) => {
        const headers: Record<string, string> = { ...request.headers }
        tracing()?.inject(headers)
        const answer = await client.fetch(url, { ...request, headers })
        span?.set({ 'http.response.status_code': answer.status })
        return answer
      })
    },
  }
}

const PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 }
