import { type Ctx, makeCtx } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { type Tx, write } from '../core/write.ts'
import { lookAtYoungTable } from '../db/young-table.ts'
import type { BulkRoute } from './bulk.ts'
import { type BulkResult, resultOf } from './bulk-answer.ts'
import { applyItems, type RawItem, rawItems } from './bulk-body.ts'
import { completeBulk } from './bulk-complete.ts'
import { noteFailures } from './bulk-failures.ts'
import { bulkRoute } from './registry.ts'

/**
 * Applies slices of a stored request for about `budget_ms` and answers whether there is more to do. A slice is applied, marked as
 * done and counted in one transaction: it may be called again after any failure, even while another process is at it.
 */
export async function runBulk(
  ctx: Ctx,
  { id, budget_ms = 5_000 }: { id: number; budget_ms?: number },
): Promise<boolean> {
  const deadline = performance.now() + budget_ms
  const request = await findRequest(ctx, id)
  if (!request) return false
  const by_app = makeCtx({
    account_id: ctx.account_id,
    actor: { kind: 'oauth', app_id: request.app_id, token_id: request.token_id, scopes: [request.route.options.scope] },
    request_id: request.request_id,
  })
  while (await applyNext(by_app, request)) {
    await lookAtYoungTable()
    if (performance.now() > deadline) return true
  }
  return false
}

/** Ends a request at which the job gave up: each item that was not applied is answered as a failure. */
export async function giveUpBulk(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const request = await findRequest(ctx, id)
  if (!request) return
  await ctx.sql.run(
    `update bulk_request set error = $3 where account_id = $1 and id = $2 and state in ('queued', 'running', 'stopping')`,
    [id, FAULT],
  )
  while (await write(ctx, (tx) => leaveSlice(tx, request, FAULT), LONGEST_MS));
}

const FAULT = 'Internal Server Error'
const CANCELLED = 'This request was cancelled'

interface Request {
  id: number
  app_id: number
  token_id: number
  request_id: string
  route: BulkRoute
}

async function findRequest(ctx: Ctx, id: number): Promise<Request | undefined> {
  const row = await ctx.sql.one<Omit<Request, 'route'> & { operation: string }>(
    'select id, app_id, token_id, request_id, operation from bulk_request where account_id = $1 and id = $2',
    [id],
  )
  return row && { ...row, route: bulkRoute(row.operation) }
}

/** The last transaction of a request looks at what all its rows are about: millions, for one of 300 MB. */
const LONGEST_MS = 600_000

interface Slice {
  seq: number
  items: string
  item_count: number
}

/** Whether there was a slice to apply; the last one gone, the request is complete. */
async function applyNext(ctx: Ctx, request: Request): Promise<boolean> {
  let current: Slice | undefined
  try {
    const apply = async (tx: Tx) => {
      const position = await lockPosition(tx, request.id)
      if (position?.state === 'stopping') return leaveSlice(tx, request, CANCELLED)
      current = await nextSlice(tx, request, position)
      if (!current) return false
      const raw = rawItems(current.items, current.item_count)
      const done = await applyItems(request.route, tx, raw)
      await noteFailures(tx, { id: request.id, position, raw, failures: done.failures })
      await keep(tx, request, current, resultOf(request.route, done))
      return true
    }
    return await write(ctx, apply, LONGEST_MS)
  } catch (error) {
    // The plan has filled up since the request was accepted: that is an answer. Anything else is tried again by the job.
    const seq = current?.seq
    if (!(error instanceof AppError) || error.code !== 'forbidden' || seq === undefined) throw error
    return write(ctx, (tx) => refuseSlice(tx, request, error.messages, seq), LONGEST_MS)
  }
}

export interface Position {
  state: string
  done_count: number
  failure_count: number
}

/** How far the request is, which is held until the transaction ends. */
const lockPosition = (tx: Tx, id: number) =>
  tx.sql.one<Position>(
    `select state::text as state, done_count, failure_count from bulk_request
     where account_id = $1 and id = $2 for no key update`,
    [id],
  )

const OPEN = ['queued', 'running', 'stopping']

/** The first slice that is not applied. Without any, an open request is completed. */
async function nextSlice(tx: Tx, { id, route }: Request, position: Position | undefined): Promise<Slice | undefined> {
  if (!position || !OPEN.includes(position.state)) return undefined
  const slice = await tx.sql.one<Slice>(
    `select seq, items, item_count from bulk_slice
     where account_id = $1 and bulk_request_id = $2 and items is not null order by seq limit 1`,
    [id],
  )
  if (!slice) await completeBulk(tx, { id, has_keys: Boolean(route.bulk.key) })
  return slice
}

/** Answers all items of slice `seq` with what the verb has said about the set. */
async function refuseSlice(tx: Tx, request: Request, errors: string[], seq: number): Promise<boolean> {
  const position = await lockPosition(tx, request.id)
  const slice = await nextSlice(tx, request, position)
  if (!slice) return false
  // Another process was faster.
  if (slice.seq !== seq) return true
  const raw = rawItems(slice.items, slice.item_count)
  const failures = allFailed(request, raw, errors)
  await noteFailures(tx, { id: request.id, position, raw, failures })
  await keep(tx, request, slice, resultOf(request.route, { rows: [], failures }))
  return true
}

/** Answers all items of the next slice as not applied. */
async function leaveSlice(tx: Tx, request: Request, reason: string): Promise<boolean> {
  const slice = await nextSlice(tx, request, await lockPosition(tx, request.id))
  if (!slice) return false
  const failures = allFailed(request, rawItems(slice.items, slice.item_count), [reason])
  await keep(tx, request, slice, resultOf(request.route, { rows: [], failures }), slice.item_count)
  return true
}

const allFailed = ({ route: { bulk } }: Request, raw: readonly RawItem[], errors: string[]) =>
  raw.map((item, at) => ({ at, item: bulk.failed.echo(item), errors }))

async function keep(
  tx: Tx,
  { id }: Request,
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
