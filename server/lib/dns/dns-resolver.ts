import { Resolver } from 'node:dns/promises'

/**
 * Returns a resolver that asks these name servers, or the machine's own. One per check: it remembers nothing, and canceling it
 * cancels only that check.
 */
export function dnsResolver(servers: readonly string[] | undefined): Resolver {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return resolver
}
