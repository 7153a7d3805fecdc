import { env } from '../env.ts'
import { processSingleton } from '../lib/concurrency/process-singleton.ts'
import { createSafeFetch, type SafeFetch, type SafeFetchOptions } from '../lib/net/safe-fetch.ts'

const singleton = processSingleton<{ outbound?: SafeFetch | undefined }>('outbound', () => ({}))

/** Returns the client for all requests to addresses that users enter: one guard and one connection pool per process. */
export function outbound(): SafeFetch {
  singleton.outbound ??= createSafeFetch({ ...fromEnvironment(), connections: CONNECTIONS })
  return singleton.outbound
}

/** Replaces allowed networks and name resolution in tests. Without options it restores the environment's. @internal */
export async function configureOutbound(options?: SafeFetchOptions): Promise<void> {
  const previous = singleton.outbound
  singleton.outbound = options && createSafeFetch({ connections: CONNECTIONS, ...options })
  await previous?.close()
}

// Callers have limits of their own. Waiting for a connection here would count as a timeout of the server.
const CONNECTIONS = 1_000

// Servers in private networks rarely use the standard ports, so an allowed network opens all ports.
function fromEnvironment(): SafeFetchOptions {
  const { ALLOW_PRIVATE_ADDRESSES: allow_networks = [] } = env()
  return { allow_networks, allow_ports: allow_networks.length > 0 ? 'any' : [] }
}
