import { type Ctx, makeCtx } from '../../../core/context.ts'
import { AppError } from '../../../core/errors.ts'
import { write } from '../../../core/write.ts'
import { isCollision } from '../../../db/errors.ts'
import { analyzeIfSmall } from '../../../db/young-table.ts'
import { bulkRoute } from '../../../rest/registry.ts'
import { applySlice, halveSlice, leaveSlice, refuseSlice, type Slice, type Stored } from './slices.ts'

/**
 * Applies slices for about `budget_ms` and returns whether there is more to do. Requests that the same app sent before this one are
 * applied first, whether or not their own job has started: an app's requests take effect in the order in which they were accepted.
 * A slice is applied, marked as done and counted in one transaction: it may be called again after any failure, even while another
 * process is at it.
 */
export async function runBulk(
  ctx: Ctx,
  { id, budget_ms = 5_000 }: { id: number; budget_ms?: number },
): Promise<boolean> {
  const deadline = performance.now() + budget_ms
  for (let request = await findFirst(ctx, id); request; request = await findFirst(ctx, id)) {
    const by_app = asApp(ctx, request)
    for (let more = true; more; ) {
      const turn = await takeNext(by_app, request)
      if ('fault' in turn) throw turn.fault
      more = turn.more
      if (more) await analyzeIfSmall()
      if (more && performance.now() > deadline) return true
    }
  }
  return false
}

/** Whether items wait to be applied. */
export async function isBulkOpen(ctx: Ctx, { id }: { id: number }): Promise<boolean> {
  const open = await ctx.sql.one(
    `select 1 from bulk_request where account_id = $1 and id = $2 and state in ('queued', 'running')`,
    [id],
  )
  return open !== undefined
}

/**
 * Goes on when the job gave up at a request: at this one, or at an earlier one that is applied first. The slice that fails is halved until the items at fault stand alone: those are
 * answered as failures, and the rest goes to the job again. When one after the other fails and none can be applied, no item is at
 * fault: then everything that is left is answered as a failure. Throws what no item can be at fault for.
 */
export async function unblockBulk(ctx: Ctx, { id, queue }: { id: number; queue: string }): Promise<void> {
  const request = await findFirst(ctx, id)
  if (!request) return
  const by_app = asApp(ctx, request)
  const goOn = async () => ((await isBulkOpen(ctx, { id })) ? ask(ctx, { id, queue }) : undefined)
  let [alone, applied, end] = [0, 0, 0]
  while (applied > 0 || alone < MOST_ALONE) {
    const turn = await takeNext(by_app, request)
    const { slice } = turn
    if ('fault' in turn) {
      if (!slice || isCollision(turn.fault)) throw turn.fault
      end = Math.max(end, slice.seq + slice.item_count)
      if (slice.item_count === 1) alone += 1
      await write(by_app, (tx) =>
        slice.item_count > 1 ? halveSlice(tx, request, slice) : refuseSlice(tx, request, [FAULT], slice),
      )
    } else if (!turn.more) return goOn()
    else if (slice) {
      applied += slice.item_count
      if (slice.seq + slice.item_count >= end) return ask(ctx, { id, queue })
    }
  }
  await leaveBulk(ctx, { id: request.id })
  await goOn()
}

/** Answers each item that was not applied as a failure. */
export async function leaveBulk(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const request = await findRequest(ctx, id)
  if (!request) return
  await ctx.sql.run(
    `update bulk_request set error = $3 where account_id = $1 and id = $2 and state in ('queued', 'running', 'stopping')`,
    [id, FAULT],
  )
  while (await write(ctx, (tx) => leaveSlice(tx, request, FAULT), LONGEST_MS));
}

const FAULT = 'Internal Server Error'
/** So many items that fail one after the other, before any could be applied, speak for a fault that is not theirs. */
const MOST_ALONE = 10

const ask = (ctx: Ctx, { id, queue }: { id: number; queue: string }) =>
  write(ctx, async (tx) => tx.emit('bulk.requested', { bulk_request_id: id, queue }))

const asApp = ({ account_id }: Ctx, { app_id, token_id, request_id, route }: Stored): Ctx =>
  makeCtx({
    account_id,
    actor: { kind: 'oauth', app_id, token_id, scopes: [route.options.scope] },
    request_id,
  })

type StoredRow = Omit<Stored, 'route'> & { operation: string }
const COLUMNS = 'r.id, r.app_id, r.token_id, r.request_id, r.operation'
const withRoute = (row: StoredRow | undefined): Stored | undefined => row && { ...row, route: bulkRoute(row.operation) }

async function findRequest(ctx: Ctx, id: number): Promise<Stored | undefined> {
  return withRoute(
    await ctx.sql.one<StoredRow>(`select ${COLUMNS} from bulk_request r where r.account_id = $1 and r.id = $2`, [id]),
  )
}

/**
 * The request that is next when this one is asked for: the oldest of its app that is not complete. Ids are in the order of acceptance,
 * because storing a request holds a lock of the app until it is committed. A cancelled request waits for none, and none for it.
 */
async function findFirst(ctx: Ctx, id: number): Promise<Stored | undefined> {
  return withRoute(
    await ctx.sql.one<StoredRow>(
      `select ${COLUMNS} from bulk_request own join bulk_request r on r.account_id = $1 and r.app_id = own.app_id and r.id <= own.id
       where own.account_id = $1 and own.id = $2 and own.state in ('queued', 'running', 'stopping')
         and r.state in ('queued', 'running', 'stopping')
         and case when own.state = 'stopping' then r.id = own.id else r.state <> 'stopping' end
       order by r.id limit 1`,
      [id],
    ),
  )
}

/** The last transaction of a request looks at what all its rows are about: millions, for one of 300 MB. */
const LONGEST_MS = 600_000

/** What came of the next slice. Without `more` there was none: the request is complete. */
type Turn = { slice: Slice | undefined } & ({ more: boolean } | { fault: unknown })

async function takeNext(ctx: Ctx, request: Stored): Promise<Turn> {
  let slice: Slice | undefined
  const begun = (next: Slice) => {
    slice = next
  }
  try {
    const more = await write(ctx, (tx) => applySlice(tx, request, begun), LONGEST_MS)
    return { slice, more }
  } catch (fault) {
    const refused = slice
    // The plan has filled up since the request was accepted: that is an answer.
    if (!refused || !(fault instanceof AppError) || fault.code !== 'forbidden') return { slice, fault }
    await write(ctx, (tx) => refuseSlice(tx, request, fault.messages, refused), LONGEST_MS)
    return { slice, more: true }
  }
}
