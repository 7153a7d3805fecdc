import { storable } from '../../../core/wire.ts'
import type { Tx } from '../../../core/write.ts'
import type { RawItem } from '../../../rest/bulk-body.ts'

/** So many failures of a request are kept for the creator to look at. */
export const MAX_NOTED = 1_000
const MOST_MEMBERS = 12
const LONGEST_TEXT = 300

/** Keeps what failed of a slice: the items as they were sent, since an answer hides what it could not read. */
export async function noteFailures(
  tx: Tx,
  input: {
    id: number
    position: { done_count: number; failure_count: number } | undefined
    raw: readonly RawItem[]
    failures: readonly { at: number; errors: string[] }[]
  },
): Promise<void> {
  const { id, position, raw, failures } = input
  const room = MAX_NOTED - (position?.failure_count ?? 0)
  if (!position || room <= 0 || failures.length === 0) return
  const noted = failures
    .toSorted((one, other) => one.at - other.at)
    .slice(0, room)
    .map(({ at, errors }) => ({ number: position.done_count + at + 1, item: brief(raw[at] ?? {}), errors }))
  await tx.sql.run(
    `insert into bulk_failure (account_id, bulk_request_id, number, item, errors)
     select $1, $2, f.number, f.item, f.errors from jsonb_to_recordset($3::jsonb) as f(number int, item jsonb, errors text[])`,
    [id, JSON.stringify(noted)],
  )
}

/** Whatever was sent, short enough to be shown and fit to be stored. */
function brief(item: RawItem): Record<string, unknown> {
  const members = Object.entries(item).slice(0, MOST_MEMBERS)
  return Object.fromEntries(members.map(([key, value]) => [cut(key), shown(value)]))
}

const shown = (value: unknown) =>
  typeof value === 'string'
    ? cut(value)
    : typeof value === 'object' && value !== null
      ? cut(JSON.stringify(value))
      : value

const cut = (text: string) => storable(text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text)
