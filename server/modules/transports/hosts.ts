import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '../../env.ts'
import { dnsResolver } from '../../lib/dns/dns-resolver.ts'
import { parseSmtpUrl, type SmtpOptions } from '../../mail/smtp/url.ts'
import { isHttpUrl } from '../../mail/transport-settings.ts'
import { openTransports, type Transport } from './open-transports.ts'
import type { HostView } from './schema.ts'

// Receivers refuse mail from hosts whose name and address do not resolve to each other, and from hosts without TLS (B4). A relay that
// requires sign-in delivers from its operator's hosts.

/** Resolves names and addresses; implemented by Node's own resolver. */
export interface HostResolver {
  resolve4(name: string): Promise<string[]>
  resolve6(name: string): Promise<string[]>
  reverse(address: string): Promise<string[]>
}

const TIMEOUT_MS = 5_000
const MAX_ADDRESSES = 8

/** Connects to each transport and checks its TLS, and the DNS records of our own mail servers. Changes nothing. */
export function checkHosts(
  resolver: HostResolver = dnsResolver(env().DNS_SERVERS),
  patience_ms = TIMEOUT_MS,
): Promise<HostView[]> {
  return Promise.all(openTransports().map((transport) => checkHost(transport, resolver, patience_ms)))
}

async function checkHost(transport: Transport, resolver: HostResolver, patience_ms: number): Promise<HostView> {
  const { name, settings } = transport
  const nothing = { transport: name, host_name: null, is_own: false, is_encrypted: null, addresses: [] }
  if (isHttpUrl(settings.url)) return { ...nothing, is_encrypted: settings.url.startsWith('https'), warnings: [] }
  const options = parseSmtpUrl(settings.url)
  // Its circuit has the reason why it cannot be used.
  const facts = await transport.transport.verify().catch(() => null)
  if (!facts) return { ...nothing, warnings: [] }
  const host_name = facts.host_name ?? ''
  const is_own = options.user === undefined
  const found = is_own ? await lookUp(host_name, resolver, patience_ms) : { addresses: [], warnings: [] }
  const warnings = [...tlsWarnings(options, facts.is_encrypted), ...found.warnings]
  return { ...nothing, ...found, host_name, is_own, is_encrypted: facts.is_encrypted, warnings }
}

const isThisMachine = (host: string): boolean => /^(?:127\.|\[?::1\]?$|localhost$)/.test(host)

function tlsWarnings({ host, verify_certificate }: SmtpOptions, isEncrypted: boolean): string[] {
  // A connection within one machine needs no TLS.
  if (isThisMachine(host)) return []
  if (!isEncrypted)
    return [`Emails travel to ${host} without TLS. Use smtps://, or a server that offers STARTTLS with tls=required.`]
  return verify_certificate
    ? []
    : [`The certificate of ${host} is not checked (verify_certificate=no), so anyone on the way can read emails.`]
}

interface Found {
  addresses: HostView['addresses']
  warnings: string[]
}

async function lookUp(host_name: string, resolver: HostResolver, patience_ms: number): Promise<Found> {
  if (isIP(host_name.replace(/^\[|\]$/g, '')) || !host_name.includes('.'))
    return {
      addresses: [],
      warnings: [
        `The server calls itself “${host_name}”. Set its host name (myhostname in Postfix) to the name that its address resolves to.`,
      ],
    }
  const wait = new AbortController()
  try {
    const timeout = sleep(patience_ms, null, { signal: wait.signal }).catch(() => null)
    const found = await Promise.race([lookUpName(host_name, resolver), timeout])
    return found ?? unknown(host_name)
  } catch {
    return unknown(host_name)
  } finally {
    wait.abort()
  }
}

const unknown = (host_name: string): Found => ({
  addresses: [],
  warnings: [`The DNS records of ${host_name} were not found out, because name servers did not answer.`],
})

async function lookUpName(host_name: string, resolver: HostResolver): Promise<Found> {
  const forward = await Promise.all([resolver.resolve4(host_name), resolver.resolve6(host_name)].map(orNone))
  const found = forward.flat().slice(0, MAX_ADDRESSES)
  if (found.length === 0)
    return { addresses: [], warnings: [`${host_name}, the name of the mail server, has no A or AAAA record.`] }
  const addresses = await Promise.all(
    found.map(async (address) => {
      const names = (await orNone(resolver.reverse(address))).slice(0, MAX_ADDRESSES)
      return { address, names, is_matching: names.some((name) => isSameName(name, host_name)) }
    }),
  )
  const warnings = addresses
    .filter(({ is_matching }) => !is_matching)
    .map(({ address, names }) => {
      const present = names.length === 0 ? 'is missing' : `names ${names.join(', ')}`
      return `The PTR record of ${address} ${present}. Gmail and Outlook reject email unless it names ${host_name}: ask the provider of the address to set it.`
    })
  return { addresses, warnings }
}

const isSameName = (one: string, other: string): boolean =>
  one.toLowerCase().replace(/\.$/, '') === other.toLowerCase().replace(/\.$/, '')

/** Returns an empty list if the record does not exist. Throws if the query fails. */
async function orNone(query: Promise<string[]>): Promise<string[]> {
  try {
    return await query
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTFOUND' || code === 'ENODATA') return []
    throw error
  }
}
