import { beginning, storable } from '../wire.ts'

const MOST_TEXT = 500
const MOST_MEMBERS = 50
const MOST_DEPTH = 4
const MOST_BYTES = 8_000
const SECRET = /secret|password|token|credential|private_?key|api_?key|^key$|cookie|code_hash/i

/** Returns details as JSON text of at most 8,000 bytes. Long texts and lists are cut, members that may be secret are replaced. */
export function boundedDetails(details: Record<string, unknown>): string {
  const text = JSON.stringify(bounded(details, 0))
  if (Buffer.byteLength(text) <= MOST_BYTES) return text
  // What the sentence needs is short and comes first; only what was before and after is long.
  const { before: _before, after: _after, ...rest } = details
  const short = JSON.stringify({ ...(bounded(rest, 2) as object), is_cut: true })
  return Buffer.byteLength(short) <= MOST_BYTES ? short : '{"is_cut":true}'
}

function bounded(value: unknown, depth: number): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return beginning(storable(value), MOST_TEXT)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MOST_DEPTH) return '(left out)'
  if (Array.isArray(value)) return value.slice(0, MOST_MEMBERS).map((member) => bounded(member, depth + 1))
  const members = Object.entries(value).slice(0, MOST_MEMBERS)
  return Object.fromEntries(
    members.map(([name, member]) => [name, SECRET.test(name) ? '(removed)' : bounded(member, depth + 1)]),
  )
}
