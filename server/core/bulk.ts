import type { Ctx } from './context.ts'
import { malformed, tooLarge } from './errors.ts'
import type { Done } from './wire.ts'
import type { Tx } from './write/write.ts'

/** Larger requests are queued and answered with 202 (contract 7). */
export const MAX_ITEMS_IN_REQUEST = 100
/** Maximum bytes of an app's queued bulk requests in one account, and of one body (contract 4). */
export const MAX_QUEUED_BYTES = 300 * 2 ** 20

export const overQuota = () =>
  tooLarge(
    'This request exceeds your queued bulk requests limit. Please wait while we process your existing requests and try again later.',
  )

/** An item as sent. */
export type RawItem = Record<string, unknown>

/** A bulk operation as run by the queue. Provided by `server/rest/bulk/declaration.ts`, because modules know no routes. */
export interface BulkOperation {
  /** Method and path, by which a queued request names its operation. */
  name: string
  scope: 'write'
  /** Name of the list of rows in the response. Undefined: only failures. */
  as: string | undefined
  /** Identifies the row's object. If a key repeats, the answer has the last row. Without it, the answer has every row. */
  key: ((row: unknown) => string) | undefined
  /** The property of a failure with the item, and its form. */
  failed: { as: string; echo: (item: RawItem) => unknown }
  /** Throws if the whole request cannot be accepted. */
  check: (ctx: Ctx, body: BulkBody) => Promise<unknown>
  /** Applies items as a set. Items that violate the operation's schema become failures. */
  apply: (tx: Tx, raw: readonly RawItem[]) => Promise<Done<unknown, unknown>>
}

/** Operations by name. */
export type BulkOperations = ReadonlyMap<string, BulkOperation>

export function requireOperation(operations: BulkOperations, name: string): BulkOperation {
  const operation = operations.get(name)
  if (!operation) throw new Error(`No route declares the bulk operation ${name}`)
  return operation
}

/** The body of a bulk request. Items are parsed slice by slice, each time they are needed. */
export interface BulkBody {
  item_count: number
  /** Bytes that count against the quota. */
  byte_size: number
  callback_url: unknown
  slices: readonly BodySlice[]
}

/** Consecutive items of a body. */
export interface BodySlice {
  count: number
  /** Returns the items as sent, as a JSON array. */
  text: () => string
}

export const itemsOf = (slice: BodySlice): RawItem[] => rawItems(slice.text(), slice.count)

/** Parses the items of a slice. An item that is no object becomes an empty one, because PHP encodes those as `[]` (contract 1). */
export function rawItems(text: string, count: number): RawItem[] {
  let items: unknown[]
  try {
    items = JSON.parse(text)
  } catch {
    throw malformed('Request body is not valid JSON')
  }
  if (items.length !== count) throw malformed('Request body is not valid JSON')
  return items.map((item) => (typeof item === 'object' && item !== null && !Array.isArray(item) ? item : {}) as RawItem)
}
