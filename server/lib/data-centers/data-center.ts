import ipaddr from 'ipaddr.js'
import ranges from './generated/ranges.json' with { type: 'json' }

type Kind = keyof typeof ranges

/**
 * Returns whether a request for an image or a link comes from a data center, by the networks of networks.ts. Networks of mailbox providers count
 * for links only. Returns false for text that is not an address.
 */
export function isDataCenter(ip: string, kind: 'image' | 'link'): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return isWithin(address, 'data_centers') || (kind === 'link' && isWithin(address, 'mailbox_providers'))
}

interface Table {
  /** First addresses in ascending order. */
  first: BigUint64Array
  last: BigUint64Array
}

const tables = new Map<string, Table>()

/** Reads a table on first use. */
function tableOf(kind: Kind, family: 'v4' | 'v6'): Table {
  const key = `${kind} ${family}`
  let table = tables.get(key)
  if (!table) {
    const bounds = ranges[kind][family].map((range) => range.split('-').map((bound) => BigInt(`0x${bound}`)))
    table = {
      first: BigUint64Array.from(bounds, ([first = 0n]) => first),
      last: BigUint64Array.from(bounds, ([, last = 0n]) => last),
    }
    tables.set(key, table)
  }
  return table
}

/** Returns whether an address is within the last range that begins at or before it. */
function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, kind: Kind): boolean {
  const family = address.kind() === 'ipv4' ? 'v4' : 'v6'
  const table = tableOf(kind, family)
  const address_number = address
    .toByteArray()
    .slice(0, 8)
    .reduce((number, byte) => (number << 8n) | BigInt(byte), 0n)
  let [low, high] = [0, table.first.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((table.first[middle] ?? 0n) <= address_number) low = middle + 1
    else high = middle
  }
  return low > 0 && address_number <= (table.last[low - 1] ?? 0n)
}
