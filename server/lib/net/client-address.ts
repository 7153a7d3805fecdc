import ipaddr from 'ipaddr.js'

export interface Client {
  ip: string
  /** Key under which limits count the client, if it is not its address. */
  limited_as?: string
}

/**
 * Returns the client of a request: the peer, unless that is our proxy. Then it is the last address in X-Forwarded-For that is not one of our
 * proxies. Earlier addresses can be forged.
 *
 * A private address that forwards is most likely a proxy that was not configured. Its header is not trusted, but limits count by it, because
 * otherwise one visitor could use up everyone's limits (decision 0013).
 * @param trusted our proxies, as addresses or networks (`10.0.0.0/8`)
 */
export function clientOf(
  peer: string | undefined,
  forwarded_for: string | undefined,
  trusted: readonly string[],
): Client {
  let address = parse(peer)
  if (!address) return { ip: 'unknown' }
  const hops = (forwarded_for ?? '').split(',').filter((hop) => hop.trim() !== '')
  while (isWithin(address, trusted)) {
    const hop = parse(hops.pop())
    if (!hop) return { ip: address.toString() }
    address = hop
  }
  const ip = address.toString()
  const claimed = isPrivate(address) ? parse(hops.pop()) : undefined
  return claimed ? { ip, limited_as: `${ip} for ${addressGroup(claimed.toString())}` } : { ip }
}

/** Returns the key of a client for limits: an IPv4 address, an IPv6 network, or a client of an unconfigured proxy. */
export const limitedAs = ({ ip, limited_as }: Client): string => limited_as ?? addressGroup(ip)

/** Returns the peer of a request if it forwards without being one of our proxies. */
export function unknownProxy(
  peer: string | undefined,
  forwarded_for: string | undefined,
  trusted: readonly string[],
): { ip: string; is_private: boolean } | undefined {
  const address = forwarded_for === undefined ? undefined : parse(peer)
  if (!address || isWithin(address, trusted)) return undefined
  return { ip: address.toString(), is_private: isPrivate(address) }
}

/** Returns the unit that limits apply to: an IPv4 address, or the /64 network of an IPv6 connection. */
function addressGroup(text: string): string {
  const address = parse(text)
  if (address?.kind() !== 'ipv6') return address?.toString() ?? text
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** Returns whether a text is an address, or a network in CIDR notation. */
export const isNetwork = (text: string): boolean =>
  text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text)

type Address = ipaddr.IPv4 | ipaddr.IPv6

const PRIVATE = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'])
const isPrivate = (address: Address) => PRIVATE.has(address.range())

/** Returns whether an address is one of our proxies. */
export function isTrusted(ip: string, trusted: readonly string[]): boolean {
  const address = parse(ip)
  return address !== undefined && isWithin(address, trusted)
}

function isWithin(address: Address, networks: readonly string[]): boolean {
  return networks.some((network) => {
    if (!network.includes('/')) return parse(network)?.toString() === address.toString()
    const [base, bits] = ipaddr.parseCIDR(network)
    return base.kind() === address.kind() && address.match(base, bits)
  })
}

function parse(text: string | undefined): Address | undefined {
  const bare = text?.trim() ?? ''
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined
}
