import type { RawItem } from '../../../core/bulk.ts'
import { storable } from '../../../core/wire.ts'
import type { Tx } from '../../../core/write/write.ts'

/** Maximum number of failures stored per request for the creator. */
const MAX_STORED = 1_000
const MAX_KEYS = 12
const MAX_TEXT = 300

/** Stores the failures of a slice with their items as sent, because an answer hides values that could not be read. */
export async function storeFailures(
  tx: Tx,
  input: {
    id: number
    progress: { done_count: number; failure_count: number } | undefined
    raw: readonly RawItem[]
    failures: readonly { at: number; errors: string[] }[]
  },
): Promise<void> {
  const { id, progress, raw, failures } = input
  const room = MAX_STORED - (progress?.failure_count ?? 0)
  if (!progress || room <= 0 || failures.length === 0) return
  const storedFailures = failures
    .toSorted((one, other) => one.at - other.at)
    .slice(0, room)
    .map(({ at, errors }) => ({ number: progress.done_count + at + 1, item: shorten(raw[at] ?? {}), errors }))
  await tx.sql.run(
    `insert into bulk_failure (account_id, bulk_request_id, number, item, errors)
     select $1, $2, f.number, f.item, f.errors from jsonb_to_recordset($3::jsonb) as f(number int, item jsonb, errors text[])`,
    [id, JSON.stringify(storedFailures)],
  )
}

/** Shortens the item to a few keys and short texts that PostgreSQL can store. */
function shorten(item: RawItem): RawItem {
  const entries = Object.entries(item).slice(0, MAX_KEYS)
  return Object.fromEntries(entries.map(([key, value]) => [shortText(key), shortValue(value)]))
}

const shortValue = (value: unknown) =>
  typeof value === 'string'
    ? shortText(value)
    : typeof value === 'object' && value !== null
      ? shortText(JSON.stringify(value))
      : value

const shortText = (text: string) => storable(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)
