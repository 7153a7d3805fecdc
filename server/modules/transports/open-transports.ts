import { env } from '../../env.ts'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import { normalizeDomain } from '../../lib/text/email-address.ts'
import { createHttpRelay } from '../../mail/http-relay.ts'
import { parseHttpRelayUrl } from '../../mail/http-relay-url.ts'
import { configuredTransports } from '../../mail/settings.ts'
import { createSmtpTransport } from '../../mail/smtp/transport.ts'
import { parseSmtpUrl } from '../../mail/smtp/url.ts'
import type { MailTransport } from '../../mail/transport.ts'
import { isHttpUrl, type TransportSettings } from '../../mail/transport-settings.ts'
import type { BackOff } from './circuits/back-off.ts'
import type { Circuit } from './circuits/circuit.ts'
import { receiverOf } from './limits/receivers.ts'

/** A transport of this process: its connections and its failures. */
export interface Transport {
  name: string
  /** Host and port, without credentials. */
  server: string
  settings: TransportSettings
  transport: MailTransport
  connections: number
  /** By account. The service's account stands for all accounts. */
  circuits: Map<number, Circuit>
  unsaved_circuits: Set<number>
  /** End of the time in which only this process tries messages on a half-open circuit, by account. */
  leases: Map<number, Date>
  /** By receiving domain. */
  back_offs: Map<string, BackOff>
  unsaved_back_offs: Set<string>
  /** Pending while a message is tried on a half-open circuit. Resolves with its reply. */
  probe: Promise<void> | undefined
}

interface Opened {
  text: string
  transports: Transport[]
}

const current = processSingleton<{ now?: Opened }>('mail transports', () => ({}))

/** Returns the configured transports; none when emails are caught. Each transport has one connection pool per process. */
export function openTransports(): readonly Transport[] {
  const { TRANSPORTS, SMTP_URL } = env()
  const text = JSON.stringify([TRANSPORTS, SMTP_URL])
  if (current.now?.text !== text) {
    void closeTransports()
    current.now = { text, transports: configuredTransports({ TRANSPORTS, SMTP_URL }).map(openTransport) }
  }
  return current.now?.transports ?? []
}

/** Returns whether emails are sent. Without a transport, all emails are caught. */
export const isSending = (): boolean => env().TRANSPORTS !== undefined || env().SMTP_URL !== undefined

/** Closes the connections. The next message opens new ones. */
export async function closeTransports(): Promise<void> {
  const closing = current.now
  delete current.now
  await Promise.all((closing?.transports ?? []).map(({ transport }) => transport.close()))
}

function openTransport(settings: TransportSettings): Transport {
  const receivers = Object.entries(settings.receivers).map(([domain, rate]) => [
    receiverOf(`@${normalizeDomain(domain)}`),
    rate,
  ])
  return {
    name: settings.name,
    settings: { ...settings, receivers: Object.fromEntries(receivers) },
    ...connectionsOf(settings.url),
    circuits: new Map(),
    unsaved_circuits: new Set(),
    leases: new Map(),
    back_offs: new Map(),
    unsaved_back_offs: new Set(),
    probe: undefined,
  }
}

function connectionsOf(url: string): Pick<Transport, 'transport' | 'connections' | 'server'> {
  if (isHttpUrl(url)) {
    const options = parseHttpRelayUrl(url)
    const allow_networks = env().ALLOW_PRIVATE_ADDRESSES ?? []
    return {
      transport: createHttpRelay(options, { allow_networks }),
      connections: options.connections,
      server: new URL(options.url).host,
    }
  }
  const options = parseSmtpUrl(url)
  return {
    transport: createSmtpTransport(options),
    connections: options.pool,
    server: `${options.host}:${options.port}`,
  }
}
