import { type BulkOperations, requireOperation } from '../../../core/bulk.ts'
import { type Ctx, makeCtx } from '../../../core/context.ts'
import { AppError } from '../../../core/errors.ts'
import { write } from '../../../core/write/write.ts'
import { analyzeIfSmall } from '../../../db/analyze-if-small.ts'
import { isCollision } from '../../../db/errors.ts'
import { Budget } from '../../../lib/concurrency/budget.ts'
import { sliceOf } from '../../../lib/concurrency/slice.ts'
import { applySlice, failSlice, halveSlice, type QueuedRequest, type Slice, skipSlice } from './slices.ts'

interface Work {
  id: number
  operations: BulkOperations
}

/**
 * Applies slices for about `budget_ms` and returns whether there is more to do. Applies earlier requests of the same app first, even if
 * their own jobs have not started, so an app's requests take effect in the order they were accepted. Each slice is applied, marked as done
 * and counted in one transaction, so a retry is safe after any failure, even while another process works on the request.
 */
export async function runBulk(
  ctx: Ctx,
  { budget_ms = 5_000, ...work }: Work & { budget_ms?: number },
): Promise<boolean> {
  const budget = new Budget(budget_ms)
  for (let request = await findFirst(ctx, work); request; request = await findFirst(ctx, work)) {
    const current = request
    const app = appContext(ctx, current)
    const hasMore = await sliceOf(budget, async () => {
      const outcome = await applyNext(app, current)
      if ('fault' in outcome) throw outcome.fault
      if (outcome.more) await analyzeIfSmall()
      return outcome.more
    })
    if (hasMore) return true
  }
  return false
}

/** Returns whether the request has items left to apply. */
export async function isBulkOpen(ctx: Ctx, { id }: { id: number }): Promise<boolean> {
  const open = await ctx.sql.one(
    `select 1 from bulk_request where account_id = $1 and id = $2 and state in ('queued', 'running')`,
    [id],
  )
  return open !== undefined
}

/**
 * Continues after the job failed for good at this request, or at an earlier one that is applied first. Halves the failing slice until the
 * failing items are alone, answers those as failures, and enqueues the job again. If ten items fail alone before any is applied, the cause
 * is not in the items, so all remaining items are answered as failures. Throws errors that no item can cause.
 */
export async function unblockBulk(ctx: Ctx, { queue, ...work }: Work & { queue: string }): Promise<void> {
  const { id } = work
  const request = await findFirst(ctx, work)
  if (!request) return
  const app = appContext(ctx, request)
  const enqueueIfOpen = async () => ((await isBulkOpen(ctx, { id })) ? enqueue(ctx, { id, queue }) : undefined)
  let [failed_alone, applied, end] = [0, 0, 0]
  while (applied > 0 || failed_alone < MAX_FAILED_ALONE) {
    const outcome = await applyNext(app, request)
    const { slice } = outcome
    if ('fault' in outcome) {
      if (!slice || isCollision(outcome.fault)) throw outcome.fault
      end = Math.max(end, slice.seq + slice.item_count)
      if (slice.item_count === 1) failed_alone += 1
      await write(app, (tx) =>
        slice.item_count > 1 ? halveSlice(tx, request, slice) : failSlice(tx, request, [FAULT], slice),
      )
    } else if (!outcome.more) return enqueueIfOpen()
    else if (slice) {
      applied += slice.item_count
      if (slice.seq + slice.item_count >= end) return enqueue(ctx, { id, queue })
    }
  }
  await failRemaining(ctx, { ...work, id: request.id })
  await enqueueIfOpen()
}

/** Answers every remaining item as a failure. */
export async function failRemaining(ctx: Ctx, work: Work): Promise<void> {
  const request = await findRequest(ctx, work)
  if (!request) return
  await ctx.sql.run(
    `update bulk_request set error = $3 where account_id = $1 and id = $2 and state in ('queued', 'running', 'stopping')`,
    [request.id, FAULT],
  )
  while (await write(ctx, (tx) => skipSlice(tx, request, FAULT), MAX_TRANSACTION_MS));
}

const FAULT = 'Internal Server Error'
/** If this many items fail alone before any is applied, the cause is not in the items. */
const MAX_FAILED_ALONE = 10

const enqueue = (ctx: Ctx, { id, queue }: { id: number; queue: string }) =>
  write(ctx, async (tx) => tx.emit('bulk.requested', { bulk_request_id: id, queue }))

const appContext = ({ account_id }: Ctx, { app_id, token_id, request_id, operation }: QueuedRequest): Ctx =>
  makeCtx({
    account_id,
    actor: { kind: 'oauth', app_id, token_id, scopes: [operation.scope] },
    request_id,
  })

type RequestRow = Omit<QueuedRequest, 'operation'> & { operation: string }
const COLUMNS = 'r.id, r.app_id, r.token_id, r.request_id, r.operation'
const withOperation = (row: RequestRow | undefined, { operations }: Work): QueuedRequest | undefined =>
  row && { ...row, operation: requireOperation(operations, row.operation) }

async function findRequest(ctx: Ctx, work: Work): Promise<QueuedRequest | undefined> {
  const row = await ctx.sql.one<RequestRow>(
    `select ${COLUMNS} from bulk_request r where r.account_id = $1 and r.id = $2`,
    [work.id],
  )
  return withOperation(row, work)
}

/**
 * Returns the oldest incomplete request of the app, up to this one. IDs follow the order of acceptance, because storing a request locks the
 * app until its commit. Canceled requests neither wait nor make others wait.
 */
async function findFirst(ctx: Ctx, work: Work): Promise<QueuedRequest | undefined> {
  const row = await ctx.sql.one<RequestRow>(
    `select ${COLUMNS} from bulk_request own join bulk_request r on r.account_id = $1 and r.app_id = own.app_id and r.id <= own.id
     where own.account_id = $1 and own.id = $2 and own.state in ('queued', 'running', 'stopping')
       and r.state in ('queued', 'running', 'stopping')
       and case when own.state = 'stopping' then r.id = own.id else r.state <> 'stopping' end
     order by r.id limit 1`,
    [work.id],
  )
  return withOperation(row, work)
}

/** The last transaction of a request compares the keys of all its rows: millions for a request of 300 MB. */
const MAX_TRANSACTION_MS = 600_000

/** Outcome of the next slice. If `slice` is undefined, no slice was left and the request is complete. */
type Outcome = { slice: Slice | undefined } & ({ more: boolean } | { fault: unknown })

async function applyNext(ctx: Ctx, request: QueuedRequest): Promise<Outcome> {
  let slice: Slice | undefined
  const onBegin = (next: Slice) => {
    slice = next
  }
  try {
    const more = await write(ctx, (tx) => applySlice(tx, request, onBegin), MAX_TRANSACTION_MS)
    return { slice, more }
  } catch (fault) {
    const failed = slice
    // The plan's limit was reached after the request was accepted. This is an answer, not a fault.
    if (!failed || !(fault instanceof AppError) || fault.code !== 'forbidden') return { slice, fault }
    await write(ctx, (tx) => failSlice(tx, request, fault.messages, failed), MAX_TRANSACTION_MS)
    return { slice, more: true }
  }
}
