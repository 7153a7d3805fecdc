// npm run data-centers: writes the address ranges of data centers from a package's list; --check only compares. The list is from RouteViews, NRO
// and DB-IP (CC BY 4.0). No request leaves the machine.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { DATA_CENTERS, MAILBOX_PROVIDERS } from '../server/lib/data-centers/networks.ts'

const require = createRequire(import.meta.url)
const file = path.join(import.meta.dirname, '../server/lib/data-centers/generated/ranges.json')

interface Range {
  network: number
  first: bigint
  last: bigint
}

/** Reads lines `<first>,<last>,<AS number>,<name>` with addresses as decimal numbers. IPv6 addresses keep their upper 64 bits. */
function readRanges(name: string, shift: bigint): Range[] {
  return readFileSync(require.resolve(`@ip-location-db/asn/${name}`), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [first, last, network] = line.split(',', 3)
      return first && last
        ? [{ network: Number(network), first: BigInt(first) >> shift, last: BigInt(last) >> shift }]
        : []
    })
}

/** Returns the ranges of these networks as `<first>-<last>` in hexadecimal, sorted by address. Adjacent ranges are merged. */
function rangesOf(all: readonly Range[], operators: Record<string, readonly number[]>): string[] {
  const wanted = new Set(Object.values(operators).flat())
  const merged: Range[] = []
  for (const range of all.filter(({ network }) => wanted.has(network)).sort((a, b) => (a.first < b.first ? -1 : 1))) {
    const before = merged.at(-1)
    if (!before || range.first > before.last + 1n) merged.push({ ...range })
    else if (range.last > before.last) before.last = range.last
  }
  return merged.map(({ first, last }) => `${first.toString(16)}-${last.toString(16)}`)
}

const v4 = readRanges('asn-ipv4-num.csv', 0n)
const v6 = readRanges('asn-ipv6-num.csv', 64n)
const both = (operators: Record<string, readonly number[]>) => ({
  v4: rangesOf(v4, operators),
  v6: rangesOf(v6, operators),
})
const wanted = `${JSON.stringify({ data_centers: both(DATA_CENTERS), mailbox_providers: both(MAILBOX_PROVIDERS) })}\n`
const found = existsSync(file) ? readFileSync(file, 'utf8') : ''
if (found !== wanted && process.argv.includes('--check')) {
  console.error('ranges.json does not match networks.ts and the installed list: npm run data-centers')
  process.exitCode = 1
} else if (found !== wanted) writeFileSync(file, wanted)
