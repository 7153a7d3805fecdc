import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

const PATIENCE = { timeout: 2_000, tries: 2 }
const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/**
 * Every address that the DNS has for a name; nothing of this machine's own list of hosts. The system's lookup has two threads for a
 * whole process: two names whose servers keep silent would hold up everybody else's. Throws when there is none.
 */
export async function askDns(hostname: string, resolver = new Resolver(PATIENCE)): Promise<LookupAddress[]> {
  // RFC 6761: not for the DNS to say.
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
