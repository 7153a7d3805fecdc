import ipaddr from 'ipaddr.js'

/**
 * The address that a request comes from: the peer's own, unless that is a proxy of ours. Then it is the last address in
 * X-Forwarded-For that is none of our proxies; what stands before it is anybody's claim.
 * @param trusted our proxies, as addresses or networks (`10.0.0.0/8`)
 */
export function clientAddress(
  peer: string | undefined,
  forwarded_for: string | undefined,
  trusted: readonly string[],
): string {
  let address = parse(peer)
  if (!address) return 'unknown'
  const hops = (forwarded_for ?? '').split(',').filter((hop) => hop.trim() !== '')
  while (isWithin(address, trusted)) {
    const hop = parse(hops.pop())
    if (!hop) break
    address = hop
  }
  return address.toString()
}

/** What is limited together: an IPv4 address, or the /64 network that one IPv6 line has for itself. */
export function addressGroup(text: string): string {
  const address = parse(text)
  if (address?.kind() !== 'ipv6') return address?.toString() ?? text
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** Whether a text names an address, or a network in CIDR notation. */
export const isNetwork = (text: string): boolean =>
  text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text)

type Address = ipaddr.IPv4 | ipaddr.IPv6

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
