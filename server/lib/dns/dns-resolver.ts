import { Resolver } from 'node:dns/promises'

/**
 * Returns a resolver that asks these name servers, or those of the machine. One per check: it remembers nothing, and cancelling it cancels
 * only that check.
 */
export function dnsResolver(servers: readonly string[] | undefined): Resolver {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return resolver
}
