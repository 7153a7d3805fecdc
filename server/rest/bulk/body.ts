import { setImmediate } from 'node:timers/promises'
import { type BulkBody, itemsOf, MAX_QUEUED_BYTES, overQuota } from '../../core/bulk.ts'
import { AppError, invalid, tooLarge } from '../../core/errors.ts'
import { refuseReach } from '../../core/reach.ts'
import { type Cut, type CutLimits, cutList, LongItemError } from '../../lib/bytes/json-list.ts'
import { readCapped } from '../../lib/bytes/read-capped.ts'
import { jsonObject } from '../request/parse.ts'
import type { BulkRoute } from './declaration.ts'

const MB = 2 ** 20
/** Maximum bytes of large bodies in a process's memory. */
const MAX_BYTES_IN_MEMORY = 400 * MB
/** Maximum bytes of an item, and of a body's other content. Limits the text parsed at a time. */
const LONGEST = MB
const SLICE: CutLimits = { most_items: 2_000, most_bytes: 2 * MB, longest: LONGEST }
/** Minimum bytes that an item counts against the quota, because empty items also need a response. */
const ITEM_BYTES = 16

let in_memory = 0

/** Reads a possibly large body. Throws unavailable if too many are in memory; `done` releases this one's share. */
export async function readLargeBody(request: Request): Promise<{ bytes: Buffer<ArrayBuffer>; done: () => void }> {
  let own = 0
  const done = () => {
    in_memory -= own
    own = 0
  }
  const take = (bytes: number) => {
    if (in_memory + bytes > MAX_BYTES_IN_MEMORY)
      throw new AppError('unavailable', ['Too many large requests at the same time'], 5)
    in_memory += bytes
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

/** Finds the items of a body. Throws malformed for invalid JSON, invalid without items, and too_large. */
export async function parseBulk(
  { takes }: Pick<BulkRoute, 'takes'>,
  bytes: Buffer,
  limits: CutLimits = SLICE,
): Promise<BulkBody> {
  const nothing = () => invalid(`No ${takes.replaceAll('_', ' ')} included for processing`)
  const { cuts, list } = await cutItems(bytes, takes, limits)
  if (!list && bytes.length > LONGEST) throw nothing()
  if (list && bytes.length - (list.to - list.from) > LONGEST)
    throw tooLarge(`The body has more than ${LONGEST / MB} MB besides the list`)
  const rest = list ? Buffer.concat([bytes.subarray(0, list.from), bytes.subarray(list.to)]) : bytes
  const { callback_url, ...others } = jsonObject(new TextDecoder().decode(rest), () => '')
  refuseReach(others)
  const item_count = cuts.reduce((sum, { count }) => sum + count, 0)
  const byte_size = Math.max(bytes.length, item_count * ITEM_BYTES)
  if (byte_size > MAX_QUEUED_BYTES) throw overQuota()
  const slices = cuts.map(({ from, to, count }) => ({
    count,
    text: () => `[${new TextDecoder().decode(bytes.subarray(from, to))}]`,
  }))
  let isBlank = true
  for (const slice of slices) {
    if (itemsOf(slice).some((item) => Object.keys(item).length > 0)) isBlank = false
    await setImmediate()
  }
  if (isBlank) throw nothing()
  return { item_count, byte_size, callback_url, slices }
}

async function cutItems(bytes: Buffer, name: string, limits: CutLimits) {
  const cuts: Cut[] = []
  const found = cutList(bytes, name, limits)
  try {
    let next = found.next()
    for (; !next.done; next = found.next()) {
      cuts.push(next.value)
      await setImmediate()
    }
    return { cuts, list: next.value }
  } catch (error) {
    throw error instanceof LongItemError ? tooLarge(`An item is larger than ${LONGEST / MB} MB`) : error
  }
}
