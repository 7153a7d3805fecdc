import { Resolver } from 'node:dns/promises'

/**
 * Returns a resolver that asks these name servers, or the machine's own. Create one per check: it has no cache, and canceling it cancels only
 * that check.
 */
export function dnsResolver(servers: readonly string[] | undefined): Resolver {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return resolver
}
