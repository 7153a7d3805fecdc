import type { Tx } from '../../core/write/write.ts'
import { mentions } from './mention.ts'
import type { Erasure } from './schema.ts'

/** Locks bulk requests that still have items or results, after a slice that is being applied. Returns their IDs. */
export async function lockBulkRequests(tx: Tx): Promise<number[]> {
  const requests = await tx.sql.rows<{ id: number }>(
    `select id from bulk_request r where account_id = $1
       and exists (select from bulk_slice s where s.account_id = $1 and s.bulk_request_id = r.id)
     order by id for no key update`,
  )
  return requests.map(({ id }) => id)
}

interface Slice {
  seq: number
  items: string | null
  rows: string | null
  failures: string | null
  keys: string[]
}

/**
 * Removes a subscriber from apps' bulk requests. A pending item becomes empty, so order and count stay and the app gets a failure. Results
 * about the subscriber are removed. Works slice by slice, because a request may have 300 MB of JSON that SQL cannot search.
 */
export async function eraseFromBulk(
  tx: Tx,
  { request_ids, subscriber }: { request_ids: number[]; subscriber: Erasure },
) {
  const isAbout = matcher(subscriber)
  for (const request_id of request_ids) {
    for (let seq: number | undefined = -1; seq !== undefined; ) {
      const slice: Slice | undefined = await tx.sql.one<Slice>(
        `select seq, items, rows, failures, keys from bulk_slice
         where account_id = $1 and bulk_request_id = $2 and seq > $3 order by seq limit 1`,
        [request_id, seq],
      )
      const less = slice && withoutSubscriber(slice, isAbout)
      if (less) {
        await tx.sql.run(
          `update bulk_slice set items = $4, rows = $5, failures = $6, keys = $7::text[]
           where account_id = $1 and bulk_request_id = $2 and seq = $3`,
          [request_id, less.seq, less.items, less.rows, less.failures, less.keys],
        )
      }
      seq = slice?.seq
    }
  }
}

type IsAbout = (value: unknown) => boolean

/** Returns the slice without the subscriber, or undefined if it does not mention them. */
function withoutSubscriber(slice: Slice, isAbout: IsAbout): Slice | undefined {
  const items = JSON.parse(slice.items ?? '[]') as unknown[]
  const rows = itemsOf(slice.rows)
  const failures = itemsOf(slice.failures)
  if (![...items, ...rows, ...failures].some(isAbout)) return undefined
  return {
    seq: slice.seq,
    items: slice.items && JSON.stringify(items.map((item) => (isAbout(item) ? {} : item))),
    rows: slice.rows && itemsJson(rows.filter((row) => !isAbout(row))),
    failures: slice.failures && itemsJson(failures.filter((failure) => !isAbout(failure))),
    // Either each row has a key, or none has.
    keys: slice.keys.filter((_, i) => !isAbout(rows[i])),
  }
}

const itemsOf = (text: string | null): unknown[] => JSON.parse(`[${text ?? ''}]`)
const itemsJson = (values: readonly unknown[]) => JSON.stringify(values).slice(1, -1)

/** Returns a predicate for values that mention the subscriber, by ID or with the address anywhere in them. */
function matcher({ id, email_address }: Erasure): IsAbout {
  const names = (value: unknown): boolean => {
    if (typeof value === 'string') return mentions(value, email_address)
    if (typeof value !== 'object' || value === null) return false
    return Object.entries(value).some(
      ([key, inner]) => (key === 'subscriber_id' && Number(inner) === id) || names(inner),
    )
  }
  return names
}
