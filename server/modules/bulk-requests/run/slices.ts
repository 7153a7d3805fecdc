import type { Tx } from '../../../core/write.ts'
import type { BulkRoute } from '../../../rest/bulk.ts'
import { applyItems, type RawItem, rawItems } from '../../../rest/bulk-body.ts'
import { type BulkResult, resultOf } from './answer.ts'
import { completeBulk } from './complete.ts'
import { noteFailures } from './failures.ts'

/** A stored request. */
export interface Stored {
  id: number
  app_id: number
  token_id: number
  request_id: string
  route: BulkRoute
}

/** Items that are applied, marked as done and counted in one transaction. */
export interface Slice {
  /** The place of its first item in the request, from 0. */
  seq: number
  items: string
  item_count: number
}

export interface Position {
  state: string
  done_count: number
  failure_count: number
}

const CANCELLED = 'This request was cancelled'

/** How far the request is, which is held until the transaction ends. */
export const lockPosition = (tx: Tx, id: number) =>
  tx.sql.one<Position>(
    `select state::text as state, done_count, failure_count from bulk_request
     where account_id = $1 and id = $2 for no key update`,
    [id],
  )

const OPEN = ['queued', 'running', 'stopping']

/** The first slice that is not applied. Without any, an open request is completed. */
async function nextSlice(tx: Tx, { id, route }: Stored, position: Position | undefined): Promise<Slice | undefined> {
  if (!position || !OPEN.includes(position.state)) return undefined
  const slice = await tx.sql.one<Slice>(
    `select seq, items, item_count from bulk_slice
     where account_id = $1 and bulk_request_id = $2 and items is not null order by seq limit 1`,
    [id],
  )
  if (!slice) await completeBulk(tx, { id, has_keys: Boolean(route.bulk.key) })
  return slice
}

/** Applies the next slice, of which `begun` hears first. Gives whether there was one; of a cancelled request it is left. */
export async function applySlice(tx: Tx, request: Stored, begun: (slice: Slice) => void): Promise<boolean> {
  const position = await lockPosition(tx, request.id)
  if (position?.state === 'stopping') return leaveSlice(tx, request, CANCELLED)
  const slice = await nextSlice(tx, request, position)
  if (!slice) return false
  begun(slice)
  const raw = rawItems(slice.items, slice.item_count)
  const done = await applyItems(request.route, tx, raw)
  await noteFailures(tx, { id: request.id, position, raw, failures: done.failures })
  await keep(tx, request, slice, resultOf(request.route, done))
  return true
}

/** Answers all items of the slice with what the verb has said about the set. */
export async function refuseSlice(tx: Tx, request: Stored, errors: string[], expected: Slice): Promise<void> {
  const found = await stillNext(tx, request, expected)
  if (!found) return
  const raw = rawItems(found.slice.items, found.slice.item_count)
  const failures = allFailed(request, raw, errors)
  await noteFailures(tx, { id: request.id, position: found.position, raw, failures })
  await keep(tx, request, found.slice, resultOf(request.route, { rows: [], failures }))
}

/** Makes two slices of one. The first half comes first. */
export async function halveSlice(tx: Tx, request: Stored, expected: Slice): Promise<void> {
  const found = await stillNext(tx, request, expected)
  if (!found) return
  const { seq, items, item_count } = found.slice
  const raw = rawItems(items, item_count)
  const half = Math.ceil(item_count / 2)
  await tx.sql.run(
    `with first as (
       update bulk_slice set item_count = $4, items = $5 where account_id = $1 and bulk_request_id = $2 and seq = $3
     )
     insert into bulk_slice (account_id, bulk_request_id, seq, item_count, items) values ($1, $2, $3 + $4, $6, $7)`,
    [request.id, seq, half, JSON.stringify(raw.slice(0, half)), item_count - half, JSON.stringify(raw.slice(half))],
  )
}

/** Answers all items of the next slice as not applied. */
export async function leaveSlice(tx: Tx, request: Stored, reason: string): Promise<boolean> {
  const slice = await nextSlice(tx, request, await lockPosition(tx, request.id))
  if (!slice) return false
  const failures = allFailed(request, rawItems(slice.items, slice.item_count), [reason])
  await keep(tx, request, slice, resultOf(request.route, { rows: [], failures }), slice.item_count)
  return true
}

/** The slice as it is, unless another process was faster. */
async function stillNext(tx: Tx, request: Stored, { seq, item_count }: Slice) {
  const position = await lockPosition(tx, request.id)
  const slice = await nextSlice(tx, request, position)
  return slice?.seq === seq && slice.item_count === item_count ? { position, slice } : undefined
}

const allFailed = ({ route: { bulk } }: Stored, raw: readonly RawItem[], errors: string[]) =>
  raw.map((item, at) => ({ at, item: bulk.failed.echo(item), errors }))

async function keep(
  tx: Tx,
  { id }: Stored,
  { seq, item_count }: Slice,
  result: BulkResult,
  untried_count = 0,
): Promise<void> {
  await tx.sql.run(
    `with kept as (
       update bulk_slice set items = null, rows = $4, failures = $5, keys = $6::text[]
       where account_id = $1 and bulk_request_id = $2 and seq = $3
     )
     update bulk_request set done_count = done_count + $7, failure_count = failure_count + $8, untried_count = untried_count + $9,
       updated_at = $10, started_at = coalesce(started_at, $10),
       state = case when state = 'queued' then 'running'::work_state else state end
     where account_id = $1 and id = $2`,
    [id, seq, result.rows, result.failures, result.keys, item_count, result.failure_count, untried_count, tx.now()],
  )
}
