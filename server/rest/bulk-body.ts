import { setImmediate } from 'node:timers/promises'
import { AppError, invalid, malformed, tooLarge } from '../core/errors.ts'
import { type Cut, cutList } from '../lib/json-list.ts'
import { readCapped } from '../lib/read-capped.ts'
import type { BulkRoute } from './bulk.ts'
import { jsonObject, problemsOf } from './parse.ts'

const MB = 2 ** 20
/** Nothing larger could wait in the queue: contract 4. */
export const MAX_QUEUED_BYTES = 300 * MB
/** What the bodies that one process holds at the same time may come to. */
const MAX_HELD_BYTES = 400 * MB
const SLICE = { most_items: 2_000, most_bytes: 2 * MB }

/** The body of a bulk request. Items are parsed a slice at a time, whenever they are asked for. */
export interface BulkBody {
  item_count: number
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

/** Finds the items. Throws malformed for what is no JSON, and invalid when there is no item to process. */
export async function parseBulk(
  { bulk: { takes } }: BulkRoute,
  bytes: Buffer,
  limits: typeof SLICE = SLICE,
): Promise<BulkBody> {
  const slices: Cut[] = []
  const cuts = cutList(bytes, takes, limits)
  let next = cuts.next()
  for (; !next.done; next = cuts.next()) {
    slices.push(next.value)
    await setImmediate()
  }
  const list = next.value
  const rest = list ? Buffer.concat([bytes.subarray(0, list.from), bytes.subarray(list.to)]) : bytes
  const { callback_url } = jsonObject(new TextDecoder().decode(rest))
  const body: BulkBody = {
    item_count: slices.reduce((sum, { count }) => sum + count, 0),
    byte_size: bytes.length,
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
  if (is_blank) throw invalid(`No ${takes.replaceAll('_', ' ')} included for processing`)
  return body
}

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
  const failures: { item: unknown; errors: string[] }[] = []
  for (const item of raw) {
    const read = schema.safeParse(item)
    if (read.success) items.push(read.data)
    else failures.push({ item: failed.echo(item), errors: problemsOf(read.error) })
  }
  return { items, failures }
}
