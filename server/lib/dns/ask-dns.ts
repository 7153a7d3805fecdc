import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

const PATIENCE = { timeout: 2_000, tries: 2 }
const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/**
 * Returns every address of a name in the DNS, ignoring this machine's hosts file. The system's lookup uses two threads per process, so two names
 * whose servers do not answer would delay all others. Throws if there is no address.
 */
export async function askDns(hostname: string, resolver = new Resolver(PATIENCE)): Promise<LookupAddress[]> {
  // RFC 6761: localhost is not resolved by DNS.
  if (/(^|\.)localhost\.?$/i.test(hostname)) return LOOPBACK
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ]
  if (found.length > 0) return found
  const cause = v4.status === 'rejected' ? v4.reason : undefined
  throw Object.assign(new Error(`${hostname} cannot be found`, { cause }), { code: 'ENOTFOUND' })
}
