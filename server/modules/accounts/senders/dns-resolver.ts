import { Resolver } from 'node:dns/promises'
import { env } from '../../../env.ts'

/** Returns a resolver for records of sending domains. One per check: it remembers nothing, and cancelling it cancels only that check. */
export function dnsResolver(): Resolver {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const servers = env().DNS_SERVERS
  if (servers) resolver.setServers(servers)
  return resolver
}
