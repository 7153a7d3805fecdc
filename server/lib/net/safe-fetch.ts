import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import ipaddr from 'ipaddr.js'
import { Agent, type Dispatcher, request } from 'undici'
import { askDns } from '../dns/ask-dns.ts'
import { isPublicAddress } from './public-address.ts'

/** Reason for refusing an address: it is invalid, its scheme, credentials or port is not allowed, or its host is private or unknown. */
type Unsafe = 'address' | 'scheme' | 'credentials' | 'port' | 'private' | 'unknown'

/** Thrown for an address entered by a user that we refuse to call. The message may be shown to that user. */
export class UnsafeUrlError extends Error {
  override name = 'UnsafeUrlError'
  readonly reason: Unsafe

  constructor(message: string, reason: Unsafe = 'private') {
    super(message)
    this.reason = reason
  }

  /** True if its name cannot be resolved, which may be temporary. */
  get is_unknown(): boolean {
    return this.reason === 'unknown'
  }

  /** The server and Next's bundle each have a copy of this class and share one guard, so each must recognize the other's errors. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'UnsafeUrlError'
  }
}

export interface SafeFetchOptions {
  /** Addresses and networks that are allowed although they are not public, e.g. `127.0.0.1` in tests or `10.1.0.0/16` on premises. */
  allow_networks?: readonly string[]
  /** Ports in addition to 80, 443, 8080 and 8443. */
  allow_ports?: readonly number[] | 'any'
  /** Maximum number of connections per origin. */
  connections?: number
  /** Replaces name resolution in tests. Called once per connection. */
  resolve?: (hostname: string) => Promise<readonly LookupAddress[]>
}

export interface SafeRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  /** An iterable requires a Content-Length from the caller. */
  body?: string | Uint8Array | AsyncIterable<Uint8Array>
  /** Limit for the whole request, including name resolution and body. */
  timeout_ms?: number
  /** The response body is read up to this size. With 0, the connection is closed after the head. */
  max_bytes?: number
  /** Accepts a response once its head has arrived. If the body is interrupted or late, the received part is returned. */
  head_suffices?: boolean
}

export interface SafeResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** True if the body was longer. */
  truncated: boolean
}

export interface SafeFetch {
  /**
   * Calls an address entered by a user. The name is resolved once, all its addresses must be public, and the connection uses one of exactly
   * these (W6). Redirects are not followed. Throws UnsafeUrlError, or the network's error.
   */
  fetch(url: string, options?: SafeRequest): Promise<SafeResponse>
  /** Checks an address without calling it, for when a user enters it. Throws UnsafeUrlError. */
  assertPublicUrl(url: string): Promise<URL>
  close(): Promise<void>
}

export function createSafeFetch(options: SafeFetchOptions = {}): SafeFetch {
  const guard = createGuard(options)
  const agent = new Agent({
    connect: { lookup: guard.lookup, timeout: CONNECT_MS },
    connections: options.connections ?? 16,
    pipelining: 1,
    keepAliveTimeout: 10_000,
  })
  return {
    async fetch(
      url,
      { method = 'GET', headers, body, timeout_ms = 10_000, max_bytes = 1_000_000, head_suffices = false } = {},
    ) {
      const target = guard.check(url)
      const signal = AbortSignal.timeout(timeout_ms)
      const response = await request(target, {
        method,
        headers: { ...headers },
        body: bodyOf(body),
        dispatcher: agent,
        signal,
      })
      const read = await readCapped(response.body, max_bytes, head_suffices)
      return { status: response.statusCode, headers: flatten(response.headers), ...read }
    },
    async assertPublicUrl(url) {
      const target = guard.check(url)
      const host = bareHost(target)
      if (!ipaddr.isValid(host)) guard.checkAll(host, await guard.resolve(host))
      return target
    },
    close: () => agent.close(),
  }
}

const bodyOf = (body: SafeRequest['body']) =>
  typeof body === 'string' || body instanceof Uint8Array || !body ? (body ?? null) : Readable.from(body)

const PORTS = [80, 443, 8080, 8443]
const CONNECT_MS = 5_000
const NOT_PUBLIC = 'is not a publicly reachable http(s) address'

interface Guard {
  check(url: string): URL
  checkAll(host: string, addresses: readonly LookupAddress[]): void
  resolve(host: string): Promise<readonly LookupAddress[]>
  lookup: LookupFunction
}

function createGuard({
  allow_networks = [],
  allow_ports = [],
  // Only this machine may know names in private networks.
  resolve = allow_networks.length > 0 ? askSystem : askDns,
}: SafeFetchOptions): Guard {
  const networks = allow_networks.map(parseNetwork)
  const isAllowed = (address: string) => {
    if (isPublicAddress(address)) return true
    const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : undefined
    return networks.some(([network, bits]) => parsed?.kind() === network.kind() && parsed.match(network, bits))
  }

  // Every address must be public, because any can be used for the connection.
  const checkAll = (host: string, addresses: readonly LookupAddress[]) => {
    if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address)))
      throw new UnsafeUrlError(`${host} ${NOT_PUBLIC}`)
  }

  return {
    checkAll,
    resolve: (host) =>
      resolve(host).catch(() => {
        throw new UnsafeUrlError(`${host} cannot be found`, 'unknown')
      }),

    // The URL parser has already converted decimal, octal and hexadecimal hosts.
    check(text) {
      if (!URL.canParse(text)) throw new UnsafeUrlError(`The URL ${NOT_PUBLIC}`, 'address')
      const url = new URL(text)
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        throw new UnsafeUrlError(`The URL ${NOT_PUBLIC}`, 'scheme')
      if (url.username || url.password) throw new UnsafeUrlError('The URL must not contain credentials', 'credentials')
      const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
      if (allow_ports !== 'any' && !PORTS.includes(port) && !allow_ports.includes(port)) {
        throw new UnsafeUrlError(`Port ${port} is not allowed; use ${PORTS.join(', ')}`, 'port')
      }
      const host = bareHost(url)
      if (ipaddr.isValid(host) && !isAllowed(host)) throw new UnsafeUrlError(`${host} ${NOT_PUBLIC}`)
      return url
    },

    // The socket connects to exactly the returned addresses, so nothing can change in between.
    lookup: (host, { all }, callback) => {
      resolve(host)
        .then((addresses) => {
          checkAll(host, addresses)
          const [first] = addresses
          if (all) callback(null, [...addresses])
          else callback(null, first?.address ?? '', first?.family)
        })
        .catch((error: NodeJS.ErrnoException) => callback(error, all ? [] : ''))
    },
  }
}

function parseNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

function askSystem(hostname: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    )
  })
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

async function readCapped(
  body: Dispatcher.ResponseData['body'],
  max_bytes: number,
  mayBreak: boolean,
): Promise<{ body: Buffer; truncated: boolean }> {
  if (max_bytes === 0) {
    body.on('error', () => {}).destroy()
    return { body: Buffer.alloc(0), truncated: false }
  }
  const chunks: Buffer[] = []
  let size = 0
  let isBroken = false
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      // Leaving the loop closes the connection. Reading an endless body to reuse it is not worthwhile.
      if (size > max_bytes) break
    }
  } catch (error) {
    if (!mayBreak) throw error
    isBroken = true
  }
  return { body: Buffer.concat(chunks).subarray(0, max_bytes), truncated: isBroken || size > max_bytes }
}

function flatten(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}
