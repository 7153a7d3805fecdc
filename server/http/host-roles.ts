import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isLoopback } from '../lib/net/web-address.ts'
import type { Addresses } from '../lib/public-addresses.ts'

export type Decision = 'answer' | 'refuse' | { redirect: string }

/** Pages published by creators, by the beginnings of their paths. */
const PUBLISHED = ['/f/', '/p/', '/@', '/confirm/', '/preferences/', '/media/', '/og/']
/** Paths that emails use to count and unsubscribe. */
const TRACKED = ['/t/', '/u/']

/**
 * Returns a function that decides by host and path whether a request is answered. The hosts of PUBLIC_URL and TRACKING_URL answer only their own
 * paths. At the dashboard's host, pages of creators redirect to PUBLIC_URL, so none of their HTML has its origin; form posts, and links in sent
 * emails, still work there. Undefined: there is only one host.
 */
export function hostSeparation(
  addresses: Addresses,
): ((request: Pick<IncomingMessage, 'url' | 'method' | 'headers'>) => Decision) | undefined {
  const host = (address: string) => new URL(address).hostname
  const own_hosts = new Set([host(addresses.APP_URL), host(addresses.BASE_URL)])
  const [visited, tracked] = [host(addresses.PUBLIC_URL), host(addresses.TRACKING_URL)]
  const isSeparate = !own_hosts.has(visited)
  if (!isSeparate && own_hosts.has(tracked)) return undefined
  const allowed_paths = new Map<string, readonly string[]>()
  const allow = (name: string, paths: readonly string[]) => {
    if (!own_hosts.has(name)) allowed_paths.set(name, [...(allowed_paths.get(name) ?? []), ...paths])
  }
  allow(visited, PUBLISHED)
  allow(tracked, TRACKED)
  // Links in emails from before TRACKING_URL was set.
  if (isSeparate) allow(visited, TRACKED)
  return ({ url = '/', method = 'GET', headers }) => {
    const name = hostNameOf(headers.host)
    const starts = (paths: readonly string[]) => paths.some((path) => url.startsWith(path))
    const paths = name === undefined ? undefined : allowed_paths.get(name)
    if (paths) return starts(paths) ? 'answer' : 'refuse'
    const isRead = method === 'GET' || method === 'HEAD'
    if (isSeparate && isRead && name !== undefined && own_hosts.has(name) && starts(PUBLISHED))
      return { redirect: `${addresses.PUBLIC_URL}${url}` }
    return 'answer'
  }
}

/**
 * Returns a function that checks whether a request's host is this service's: one of its addresses, an allowed name, or an IP address or
 * localhost, which health checks and proxies use. Undefined if the only address is localhost and no name is allowed, because then any name of
 * the machine is valid.
 */
export function ownHostNames(
  addresses: Addresses,
  allowed: readonly string[] = [],
): ((request: Pick<IncomingMessage, 'url' | 'headers'>) => boolean) | undefined {
  const { APP_URL, BASE_URL, PUBLIC_URL, TRACKING_URL } = addresses
  const urls = [APP_URL, BASE_URL, PUBLIC_URL, TRACKING_URL].map((address) => new URL(address))
  if (allowed.length === 0 && urls.every(isLoopback)) return undefined
  const names = new Set([...urls.map(({ hostname }) => hostname), ...allowed.map((name) => hostNameOf(name))])
  return ({ url = '/', headers }) => {
    const name = hostNameOf(headers.host)
    if (name === undefined || names.has(name) || OPERATION.test(url)) return true
    return name === 'localhost' || name.endsWith('.localhost') || name.startsWith('[') || isIP(name) !== 0
  }
}

/** Requested by name within a cluster. */
const OPERATION = /^\/(?:healthz|readyz|metrics|site-domains\/allowed)(?:\?|$)/

/** Returns the host name of a `Host` header as `URL` writes it. */
function hostNameOf(header: string | undefined): string | undefined {
  const url = header === undefined ? null : URL.parse(`http://${header}`)
  return url?.hostname.replace(/\.$/, '')
}
