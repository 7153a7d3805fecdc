import type { Resolver } from 'node:dns/promises'
import { onTestFinished } from 'vitest'
import {
  A,
  type DnsRecords,
  type DomainWorld,
  NO_SUCH_NAME,
  nameServer,
  record,
  startDomainServer,
} from './name-server.ts'

/** Starts a DNS server on loopback with these records, and returns a resolver that queries it. */
export async function domainWorld(records: Record<string, DnsRecords>): Promise<DomainWorld> {
  const server = await startDomainServer(records)
  onTestFinished(server.close)
  return server
}

/** Returns a resolver for these IPv4 addresses, whose server does not answer queries for names with null. */
export async function addressWorld(records: Record<string, string | null>): Promise<Resolver> {
  const { resolver, close } = await nameServer(({ name, type }) => {
    const address = records[name]
    if (address === undefined) return NO_SUCH_NAME
    if (address === null) return undefined
    return type === A ? [record(name, A, Buffer.from(address.split('.').map(Number)))] : []
  })
  onTestFinished(close)
  return resolver
}
