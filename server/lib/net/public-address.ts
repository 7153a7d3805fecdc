import ipaddr from 'ipaddr.js'

/**
 * Returns whether an address is on the public internet (W6). All other addresses are not: private, loopback, link-local (such as
 * 169.254.169.254), carrier-grade NAT, unique local, multicast, reserved, and every IPv6 form that contains an IPv4 address (mapped, compatible,
 * 6to4, NAT64, Teredo), because a translator on the way could unwrap it.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return ipaddr.IPv4.isValidFourPartDecimal(address) && parsed.range() === 'unicast'
  if (parsed.range() !== 'unicast') return false
  return !NOT_PUBLIC_V6.some(([network, bits]) => parsed.match(network, bits)) && parsed.match(GLOBAL_UNICAST, 3)
}

const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::')

const NOT_PUBLIC_V6: readonly [ipaddr.IPv6, number][] = [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
].map(([network, bits]) => [ipaddr.IPv6.parse(String(network)), Number(bits)])
