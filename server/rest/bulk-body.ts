import { setImmediate } from 'node:timers/promises'
import { AppError, invalid, malformed, tooLarge } from '../core/errors.ts'
import type { Done } from '../core/wire.ts'
import type { Tx } from '../core/write.ts'
import { type Cut, type CutLimits, cutList, LongItemError } from '../lib/bytes/json-list.ts'
import { readCapped } from '../lib/bytes/read-capped.ts'
import type { BulkRoute } from './bulk.ts'
import { jsonObject, problemsOf } from './parse.ts'

const MB = 2 ** 20
/** Nothing larger could wait in the queue: contract 4. */
export const MAX_QUEUED_BYTES = 300 * MB
/** What the bodies that one process holds at the same time may come to. */
const MAX_HELD_BYTES = 400 * MB
/** An item, and everything that stands beside the list: what is parsed at a time stays small, whatever somebody sends. */
const LONGEST = MB
const SLICE: CutLimits = { most_items: 2_000, most_bytes: 2 * MB, longest: LONGEST }
/** What an item counts against the quota at least: items that say nothing are answered, too. */
const ITEM_BYTES = 16

/** The body of a bulk request. Items are parsed a slice at a time, whenever they are asked for. */
export interface BulkBody {
  item_count: number
  /** What counts against the quota. */
  byte_size: number
  callback_url: unknown
  slices: readonly Cut[]
  /** A slice as it was sent, as a JSON array. */
  textOf(slice: Cut): string
  itemsOf(slice: Cut): RawItem[]
}
export type RawItem = Record<string, unknown>

let held = 0

/** Reads a body that may be large, as long as there is memory for it; `done` gives the memory back. */
export async function readLargeBody(request: Request): Promise<{ bytes: Buffer<ArrayBuffer>; done: () => void }> {
  let own = 0
  const done = () => {
    held -= own
    own = 0
  }
  const take = (bytes: number) => {
    if (held + bytes > MAX_HELD_BYTES) throw new AppError('unavailable', ['Too many large requests at once'], 5)
    held += bytes
    own += bytes
  }
  try {
    const bytes = await readCapped(request, MAX_QUEUED_BYTES, take)
    if (!bytes) throw tooLarge(`Request body is larger than ${MAX_QUEUED_BYTES / MB} MB`)
    return { bytes, done }
  } catch (error) {
    done()
    throw error
  }
}

/** Finds the items. Throws malformed for what is no JSON, invalid when there is no item to process, and too_large. */
export async function parseBulk(
  { bulk: { takes } }: BulkRoute,
  bytes: Buffer,
  limits: CutLimits = SLICE,
): Promise<BulkBody> {
  const nothing = () => invalid(`No ${takes.replaceAll('_', ' ')} included for processing`)
  const { slices, list } = await cutItems(bytes, takes, limits)
  if (!list && bytes.length > LONGEST) throw nothing()
  if (list && bytes.length - (list.to - list.from) > LONGEST) throw tooLarge('Too much stands beside the list')
  const rest = list ? Buffer.concat([bytes.subarray(0, list.from), bytes.subarray(list.to)]) : bytes
  const { callback_url } = jsonObject(new TextDecoder().decode(rest))
  const item_count = slices.reduce((sum, { count }) => sum + count, 0)
  const byte_size = Math.max(bytes.length, item_count * ITEM_BYTES)
  if (byte_size > MAX_QUEUED_BYTES) throw overQuota()
  const body: BulkBody = {
    item_count,
    byte_size,
    callback_url,
    slices,
    textOf: ({ from, to }) => `[${new TextDecoder().decode(bytes.subarray(from, to))}]`,
    itemsOf: (slice) => rawItems(body.textOf(slice), slice.count),
  }
  let is_blank = true
  for (const slice of slices) {
    if (body.itemsOf(slice).some((item) => Object.keys(item).length > 0)) is_blank = false
    await setImmediate()
  }
  if (is_blank) throw nothing()
  return body
}

async function cutItems(bytes: Buffer, name: string, limits: CutLimits) {
  const slices: Cut[] = []
  const cuts = cutList(bytes, name, limits)
  try {
    let next = cuts.next()
    for (; !next.done; next = cuts.next()) {
      slices.push(next.value)
      await setImmediate()
    }
    return { slices, list: next.value }
  } catch (error) {
    throw error instanceof LongItemError ? tooLarge(`An item is larger than ${LONGEST / MB} MB`) : error
  }
}

export const overQuota = () =>
  tooLarge(
    'This request exceeds your queued bulk requests limit. Please wait while we process your existing requests and try again later.',
  )

/** The items of a slice. What is no object is an empty one: PHP writes those as `[]` (contract 1). */
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

/** Items that fit the operation's schema, and failures for those that do not. */
export function sortItems({ bulk: { item: schema, failed } }: BulkRoute, raw: readonly RawItem[]) {
  const items: unknown[] = []
  /** Where each of the items stands among all that were sent. */
  const places: number[] = []
  const failures: Done<never, unknown>['failures'] = []
  for (const [at, item] of raw.entries()) {
    const read = schema.safeParse(item)
    if (read.success) {
      items.push(read.data)
      places.push(at)
    } else failures.push({ at, item: failed.echo(item), errors: problemsOf(read.error) })
  }
  return { items, places, failures }
}

/** Applies what fits, as one set: rows, and all failures by their place among what was sent. */
export async function applyItems(route: BulkRoute, tx: Tx, raw: readonly RawItem[]): Promise<Done<unknown, unknown>> {
  const { items, places, failures } = sortItems(route, raw)
  const done = await route.bulk.verb(tx, { items })
  const later = done.failures.map((failure) => ({ ...failure, at: places[failure.at] ?? 0 }))
  return { rows: done.rows, failures: [...failures, ...later] }
}
