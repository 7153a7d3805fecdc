import { type Ctx, makeCtx } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { type Tx, write } from '../core/write.ts'
import { lookAtYoungTable } from '../db/young-table.ts'
import type { BulkRoute } from './bulk.ts'
import { type BulkResult, resultOf } from './bulk-answer.ts'
import { rawItems, sortItems } from './bulk-body.ts'
import { completeBulk } from './bulk-complete.ts'
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
  await ctx.sql.run('update bulk_request set error = $3 where account_id = $1 and id = $2', [id, FAULT])
  while (await write(ctx, (tx) => refuseSlice(tx, request, [FAULT])));
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

interface Slice {
  seq: number
  items: string
  item_count: number
}

/** Whether there was a slice to apply; the last one gone, the request is complete. */
async function applyNext(ctx: Ctx, request: Request): Promise<boolean> {
  let current: Slice | undefined
  try {
    return await write(ctx, async (tx) => {
      const state = await lockState(tx, request.id)
      if (state === 'stopping') return refuseSlice(tx, request, [CANCELLED])
      current = await nextSlice(tx, request, state)
      if (!current) return false
      const { items, failures } = sortItems(request.route, rawItems(current.items, current.item_count))
      const done = await request.route.bulk.verb(tx, { items })
      const result = resultOf(request.route, { rows: done.rows, failures: [...failures, ...done.failures] })
      await keep(tx, request, current, result)
      return true
    })
  } catch (error) {
    // The plan has filled up since the request was accepted: that is an answer. Anything else is tried again by the job.
    const seq = current?.seq
    if (!(error instanceof AppError) || error.code !== 'forbidden' || seq === undefined) throw error
    return write(ctx, (tx) => refuseSlice(tx, request, error.messages, seq))
  }
}

/** Holds the request until the transaction ends. */
async function lockState(tx: Tx, id: number): Promise<string | undefined> {
  const row = await tx.sql.one<{ state: string }>(
    'select state::text as state from bulk_request where account_id = $1 and id = $2 for no key update',
    [id],
  )
  return row?.state
}

const OPEN = ['queued', 'running', 'stopping']

/** The first slice that is not applied. Without any, an open request is completed. */
async function nextSlice(tx: Tx, { id, route }: Request, state: string | undefined): Promise<Slice | undefined> {
  if (!state || !OPEN.includes(state)) return undefined
  const slice = await tx.sql.one<Slice>(
    `select seq, items, item_count from bulk_slice
     where account_id = $1 and bulk_request_id = $2 and items is not null order by seq limit 1`,
    [id],
  )
  if (!slice) await completeBulk(tx, { id, has_keys: Boolean(route.bulk.key) })
  return slice
}

/** Answers all items of the next slice, or of slice `only`, with the same errors. */
async function refuseSlice(tx: Tx, request: Request, errors: string[], only?: number): Promise<boolean> {
  const slice = await nextSlice(tx, request, await lockState(tx, request.id))
  if (!slice) return false
  // Another process was faster.
  if (only !== undefined && slice.seq !== only) return true
  const { failed } = request.route.bulk
  const failures = rawItems(slice.items, slice.item_count).map((item) => ({ item: failed.echo(item), errors }))
  await keep(tx, request, slice, resultOf(request.route, { rows: [], failures }))
  return true
}

async function keep(tx: Tx, { id }: Request, { seq, item_count }: Slice, result: BulkResult): Promise<void> {
  await tx.sql.run(
    `with kept as (
       update bulk_slice set items = null, rows = $4, failures = $5, keys = $6::text[]
       where account_id = $1 and bulk_request_id = $2 and seq = $3
     )
     update bulk_request set done_count = done_count + $7, failure_count = failure_count + $8, updated_at = $9,
       started_at = coalesce(started_at, $9), state = case when state = 'queued' then 'running'::work_state else state end
     where account_id = $1 and id = $2`,
    [id, seq, result.rows, result.failures, result.keys, item_count, result.failure_count, tx.now()],
  )
}
