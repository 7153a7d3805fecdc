import { InstanceSettings } from '../instance/settings-schema.ts'
import { beginning, storable } from '../wire.ts'

const MAX_TEXT = 500
const MAX_MEMBERS = 100
/** List items kept when the whole list would exceed `MAX_BYTES`. */
const FEW_MEMBERS = 10
const MAX_DEPTH = 4
const MAX_BYTES = 8_000
const SECRET = /secret|password|token|credential|private_?key|api_?key|^key$|cookie|code_hash/i

/** Settings of the instance, such as api_key_limit, are shown to every administrator. None is a secret. */
const isSecret = (name: string): boolean => SECRET.test(name) && !Object.hasOwn(InstanceSettings.shape, name)

/**
 * Returns details as JSON text of at most 8,000 bytes. Long texts are cut, lists end with how many more members there were, and members
 * that may be secret are replaced.
 */
export function boundedDetails(details: Record<string, unknown>): string {
  const text = JSON.stringify(bounded(details, { depth: 0, members: MAX_MEMBERS }))
  if (Buffer.byteLength(text) <= MAX_BYTES) return text
  // Fields of the summary are short. Only `before`, `after` and lists are long, so they are dropped first.
  const { before: _before, after: _after, ...rest } = details
  for (const members of [MAX_MEMBERS, FEW_MEMBERS]) {
    const short = JSON.stringify({ ...(bounded(rest, { depth: 2, members }) as object), is_cut: true })
    if (Buffer.byteLength(short) <= MAX_BYTES) return short
  }
  return '{"is_cut":true}'
}

function bounded(value: unknown, within: { depth: number; members: number }): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return beginning(storable(value), MAX_TEXT)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (within.depth >= MAX_DEPTH) return '(left out)'
  const inside = { ...within, depth: within.depth + 1 }
  if (Array.isArray(value)) {
    const kept = value.slice(0, within.members).map((member) => bounded(member, inside))
    return value.length > kept.length ? [...kept, more(value.length - kept.length)] : kept
  }
  const all = Object.entries(value)
  const kept = all
    .slice(0, within.members)
    .map(([name, member]) => [name, isSecret(name) ? '(removed)' : bounded(member, inside)])
  return Object.fromEntries(all.length > kept.length ? [...kept, ['…', more(all.length - kept.length)]] : kept)
}

const more = (count: number): string => `(${count} more)`
