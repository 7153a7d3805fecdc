import { InstanceSettings } from '../instance/settings-schema.ts'
import { beginning, storable } from '../wire.ts'

const MAX_TEXT = 500
const MAX_ITEMS = 100
/** List items kept when the whole list would exceed `MAX_BYTES`. */
const FEW_ITEMS = 10
const MAX_DEPTH = 4
const MAX_BYTES = 8_000
const SECRET = /secret|password|token|credential|private_?key|api_?key|^key$|cookie|code_hash/i

/** Settings of the instance, such as api_key_limit, are visible to every administrator. None is a secret. */
const isSecret = (name: string): boolean => SECRET.test(name) && !Object.hasOwn(InstanceSettings.shape, name)

/**
 * Returns details as JSON text of at most 8,000 bytes. Long texts are cut, lists end with the number of omitted items, and properties
 * that may be secret are replaced.
 */
export function boundedDetails(details: Record<string, unknown>): string {
  const text = JSON.stringify(bounded(details, { depth: 0, items: MAX_ITEMS }))
  if (Buffer.byteLength(text) <= MAX_BYTES) return text
  // Fields of the summary are short. Only `before`, `after` and lists are long, so they are dropped first.
  const { before: _before, after: _after, ...rest } = details
  for (const items of [MAX_ITEMS, FEW_ITEMS]) {
    const short = JSON.stringify({ ...(bounded(rest, { depth: 2, items }) as object), is_cut: true })
    if (Buffer.byteLength(short) <= MAX_BYTES) return short
  }
  return '{"is_cut":true}'
}

function bounded(value: unknown, within: { depth: number; items: number }): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return beginning(storable(value), MAX_TEXT)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (within.depth >= MAX_DEPTH) return '(left out)'
  const inside = { ...within, depth: within.depth + 1 }
  if (Array.isArray(value)) {
    const kept = value.slice(0, within.items).map((item) => bounded(item, inside))
    return value.length > kept.length ? [...kept, more(value.length - kept.length)] : kept
  }
  const all = Object.entries(value)
  const kept = all
    .slice(0, within.items)
    .map(([name, field]) => [name, isSecret(name) ? '(removed)' : bounded(field, inside)])
  return Object.fromEntries(all.length > kept.length ? [...kept, ['…', more(all.length - kept.length)]] : kept)
}

const more = (count: number): string => `(${count} more)`
