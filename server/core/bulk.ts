import type { Ctx } from './context.ts'
import { malformed, tooLarge } from './errors.ts'
import type { Done } from './wire.ts'
import type { Tx } from './write/write.ts'

/** Requests with more items than this are queued and answered 202: contract 7. */
export const MAX_ITEMS_IN_REQUEST = 100
/** Bytes of bulk requests that one app may have queued in one account, and of one body: contract 4. */
export const MAX_QUEUED_BYTES = 300 * 2 ** 20

export const overQuota = () =>
  tooLarge(
    'This request exceeds your queued bulk requests limit. Please wait while we process your existing requests and try again later.',
  )

/** An item as it was sent. */
export type RawItem = Record<string, unknown>

/** A bulk operation as the queue runs it. The declaration in `server/rest/bulk/declaration.ts` provides it, because modules know no routes. */
export interface BulkOperation {
  /** Method and path. A queued request names its operation by it. */
  name: string
  scope: 'write'
  /** The list of rows in the answer. Without it the answer has failures only. */
  as: string | undefined
  /** Identifies the row's object. If a key repeats, the answer has the last row. Without it, the answer has every row. */
  key: ((row: unknown) => string) | undefined
  /** The property of a failure that shows the item, and how it is shown. */
  failed: { as: string; echo: (item: RawItem) => unknown }
  /** Throws if the request as a whole cannot be accepted. */
  check: (ctx: Ctx, body: BulkBody) => Promise<unknown>
  /** Applies items as one set. Items that do not match the operation's schema are failures. */
  apply: (tx: Tx, raw: readonly RawItem[]) => Promise<Done<unknown, unknown>>
}

/** Operations by name. */
export type BulkOperations = ReadonlyMap<string, BulkOperation>

export function requireOperation(operations: BulkOperations, name: string): BulkOperation {
  const operation = operations.get(name)
  if (!operation) throw new Error(`No route declares the bulk operation ${name}`)
  return operation
}

/** The body of a bulk request. Items are parsed one slice at a time, each time they are needed. */
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
  /** Returns the items as they were sent, as a JSON array. */
  text: () => string
}

export const itemsOf = (slice: BodySlice): RawItem[] => rawItems(slice.text(), slice.count)

/** Parses the items of a slice. An item that is not an object becomes an empty one: PHP sends those as `[]` (contract 1). */
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
