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

/** A domain name server on loopback that knows these records, and a resolver that asks it. */
export async function domainWorld(records: Record<string, DnsRecords>): Promise<DomainWorld> {
  const server = await startDomainServer(records)
  onTestFinished(server.close)
  return server
}

/** One that knows these IPv4 addresses and says nothing to questions for names with null. */
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
