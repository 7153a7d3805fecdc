import { type BulkOperation, type RawItem, rawItems } from '../../../core/bulk.ts'
import type { Tx } from '../../../core/write/write.ts'
import { type BulkResult, resultOf } from './answer.ts'
import { completeBulk } from './complete.ts'
import { storeFailures } from './failures.ts'

export interface QueuedRequest {
  id: number
  app_id: number
  token_id: number
  request_id: string
  operation: BulkOperation
}

/** Items that are applied, marked as done and counted together in one transaction. */
export interface Slice {
  /** Position of the slice's first item in the request, from 0. */
  seq: number
  items: string
  item_count: number
}

interface Progress {
  state: string
  done_count: number
  failure_count: number
}

const CANCELLED = 'This request was cancelled'

const lockProgress = (tx: Tx, id: number) =>
  tx.sql.one<Progress>(
    `select state::text as state, done_count, failure_count from bulk_request
     where account_id = $1 and id = $2 for no key update`,
    [id],
  )

const OPEN = ['queued', 'running', 'stopping']

/** Returns the first unanswered slice. Completes an open request that has none left. */
async function nextSlice(
  tx: Tx,
  { id, operation }: QueuedRequest,
  progress: Progress | undefined,
): Promise<Slice | undefined> {
  if (!progress || !OPEN.includes(progress.state)) return undefined
  const slice = await tx.sql.one<Slice>(
    `select seq, items, item_count from bulk_slice
     where account_id = $1 and bulk_request_id = $2 and items is not null order by seq limit 1`,
    [id],
  )
  if (!slice) await completeBulk(tx, { id, has_keys: Boolean(operation.key) })
  return slice
}

/** Applies the next slice, or skips it if the request was cancelled. Returns false if there is none. */
export async function applySlice(tx: Tx, request: QueuedRequest, onBegin: (slice: Slice) => void): Promise<boolean> {
  const progress = await lockProgress(tx, request.id)
  if (progress?.state === 'stopping') return skipSlice(tx, request, CANCELLED)
  const slice = await nextSlice(tx, request, progress)
  if (!slice) return false
  onBegin(slice)
  const raw = rawItems(slice.items, slice.item_count)
  const done = await request.operation.apply(tx, raw)
  await storeFailures(tx, { id: request.id, progress, raw, failures: done.failures })
  await saveResult(tx, request, slice, resultOf(request.operation, done))
  return true
}

/** Answers all items of the slice with these errors. */
export async function failSlice(tx: Tx, request: QueuedRequest, errors: string[], expected: Slice): Promise<void> {
  const found = await findUnchanged(tx, request, expected)
  if (!found) return
  const raw = rawItems(found.slice.items, found.slice.item_count)
  const failures = allFailed(request, raw, errors)
  await storeFailures(tx, { id: request.id, progress: found.progress, raw, failures })
  await saveResult(tx, request, found.slice, resultOf(request.operation, { rows: [], failures }))
}

/** Replaces the slice by two halves, in item order. */
export async function halveSlice(tx: Tx, request: QueuedRequest, expected: Slice): Promise<void> {
  const found = await findUnchanged(tx, request, expected)
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

/** Answers all items of the next slice with the reason and counts them as untried. Returns false if there is none. */
export async function skipSlice(tx: Tx, request: QueuedRequest, reason: string): Promise<boolean> {
  const slice = await nextSlice(tx, request, await lockProgress(tx, request.id))
  if (!slice) return false
  const failures = allFailed(request, rawItems(slice.items, slice.item_count), [reason])
  await saveResult(tx, request, slice, resultOf(request.operation, { rows: [], failures }), slice.item_count)
  return true
}

/** Returns nothing if another process has applied or halved the slice. */
async function findUnchanged(tx: Tx, request: QueuedRequest, { seq, item_count }: Slice) {
  const progress = await lockProgress(tx, request.id)
  const slice = await nextSlice(tx, request, progress)
  return slice?.seq === seq && slice.item_count === item_count ? { progress, slice } : undefined
}

const allFailed = ({ operation }: QueuedRequest, raw: readonly RawItem[], errors: string[]) =>
  raw.map((item, at) => ({ at, item: operation.failed.echo(item), errors }))

async function saveResult(
  tx: Tx,
  { id }: QueuedRequest,
  { seq, item_count }: Slice,
  result: BulkResult,
  untried_count = 0,
): Promise<void> {
  await tx.sql.run(
    `with saved as (
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
