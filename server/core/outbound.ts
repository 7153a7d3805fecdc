import { env } from '../env.ts'
import { processSingleton } from '../lib/concurrency/process-singleton.ts'
import { createSafeFetch, type SafeFetch, type SafeFetchOptions } from '../lib/net/safe-fetch.ts'

const holder = processSingleton<{ outbound?: SafeFetch | undefined }>('outbound', () => ({}))

/** What every call goes through to an address that somebody gave: one guard and one pool of connections in a process. */
export function outbound(): SafeFetch {
  holder.outbound ??= createSafeFetch({ ...fromEnvironment(), connections: CONNECTIONS })
  return holder.outbound
}

/** For tests: other networks, or another way to resolve names. Without options it is the environment's again. @internal */
export async function configureOutbound(options?: SafeFetchOptions): Promise<void> {
  const former = holder.outbound
  holder.outbound = options && createSafeFetch({ connections: CONNECTIONS, ...options })
  await former?.close()
}

// Callers limit themselves. A limit here would make their requests wait where the wait counts as the other side's silence.
const CONNECTIONS = 1_000

// Whoever opens a private network works with servers of their own, which seldom listen where the public ones do.
function fromEnvironment(): SafeFetchOptions {
  const { ALLOW_PRIVATE_ADDRESSES: allow_networks = [] } = env()
  return { allow_networks, allow_ports: allow_networks.length > 0 ? 'any' : [] }
}
