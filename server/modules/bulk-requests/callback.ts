import { type BulkOperation, type BulkOperations, requireOperation } from '../../core/bulk.ts'
import type { Ctx } from '../../core/context.ts'
import { countedFetch } from '../../core/instance/outbound-calls.ts'
import { recordOutside } from '../../core/write/record-outside.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { answerParts } from './run/answer.ts'
import { deleteResults } from './run/complete.ts'

const MINUTE = 60_000
/** Pauses before each retry: contract 7. After the last retry the callback is dropped. */
const RETRY_AFTER_MS = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE)
const TIMEOUT_MS = 30_000

interface DueCallback {
  callback_url: string
  callback_attempts: number
  callback_at: Date
  operation: string
  request_id: string
}

/**
 * Posts the answer of a completed request to its callback URL if that is due. Returns the time of the next attempt, or null if there is
 * none. A receiver can get the same answer twice, because a process can die between the call and recording it.
 */
export async function sendCallback(
  ctx: Ctx,
  { id, operations }: { id: number; operations: BulkOperations },
): Promise<Date | null> {
  const due = await ctx.sql.one<DueCallback>(
    `select callback_url, callback_attempts, callback_at, operation, request_id from bulk_request
     where account_id = $1 and id = $2 and callback_state = 'waiting'`,
    [id],
  )
  if (!due) return null
  if (due.callback_at > ctx.now()) return due.callback_at
  const { is_received, result } = await post(ctx, id, due, requireOperation(operations, due.operation))
  const pause = is_received ? undefined : RETRY_AFTER_MS[due.callback_attempts]
  const next = pause === undefined ? null : new Date(+ctx.now() + pause)
  const recordIt = async (tx: Tx) => {
    // Two processes may call when one was presumed dead. A failed call does not overwrite a delivered one.
    const recorded = await tx.sql.run(
      `update bulk_request set callback_attempts = greatest(callback_attempts, $3::int), callback_result = $4, callback_at = $5,
         callback_state = $6, updated_at = $7
       where account_id = $1 and id = $2 and callback_state = 'waiting' and (callback_attempts = $3 - 1 or $6 = 'delivered')`,
      [
        id,
        due.callback_attempts + 1,
        result.slice(0, 500),
        next,
        is_received ? 'delivered' : next ? 'waiting' : 'dropped',
        tx.now(),
      ],
    )
    if (recorded > 0 && !next) await deleteResults(tx, id)
  }
  await recordOutside(() => write(ctx, recordIt))
  return next
}

/** Returns whether the callback is due. */
export async function isCallbackDue(ctx: Ctx, { id }: { id: number }): Promise<boolean> {
  const due = await ctx.sql.one(
    `select 1 from bulk_request where account_id = $1 and id = $2 and callback_state = 'waiting' and callback_at <= $3`,
    [id, ctx.now()],
  )
  return due !== undefined
}

async function post(
  ctx: Ctx,
  id: number,
  { callback_url, request_id }: DueCallback,
  operation: BulkOperation,
): Promise<{ is_received: boolean; result: string }> {
  const { byte_size, body } = await answer(ctx, id, operation)
  try {
    const { status } = await countedFetch({ kind: 'callback' }, callback_url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': String(byte_size),
        'User-Agent': 'Service-Bulk/1.0',
        'X-Service-Request-Id': request_id,
      },
      body,
      timeout_ms: TIMEOUT_MS,
      max_bytes: 0,
    })
    return { is_received: status >= 200 && status < 300, result: `HTTP ${status}` }
  } catch (error) {
    return { is_received: false, result: error instanceof Error ? error.message : String(error) }
  }
}

/** Streams the answer slice by slice, because it may not fit in memory. */
async function answer(ctx: Ctx, id: number, operation: BulkOperation) {
  const lists = operation.as ? (['rows', 'failures'] as const) : (['failures'] as const)
  const parts = answerParts(operation)
  const lengths = await ctx.sql.rows<{ seq: number; rows: number; failures: number }>(
    `select seq, octet_length(rows) as rows, octet_length(failures) as failures from bulk_slice
     where account_id = $1 and bulk_request_id = $2 order by seq`,
    [id],
  )
  const filled = lists.map((list) => lengths.filter((slice) => slice[list] > 0))
  let byte_size = Buffer.byteLength(parts.join(''))
  filled.forEach((slices, i) => {
    const list = lists[i] ?? 'failures'
    byte_size += slices.reduce((sum, slice) => sum + slice[list], 0) + Math.max(0, slices.length - 1)
  })
  async function* body(): AsyncGenerator<Buffer> {
    for (const [i, list] of lists.entries()) {
      yield Buffer.from(parts[i] ?? '')
      for (const [at, { seq }] of (filled[i] ?? []).entries()) {
        const row = await ctx.sql.one<{ text: string }>(
          `select ${list} as text from bulk_slice where account_id = $1 and bulk_request_id = $2 and seq = $3`,
          [id, seq],
        )
        yield Buffer.from(`${at > 0 ? ',' : ''}${row?.text ?? ''}`)
      }
    }
    yield Buffer.from(parts.at(-1) ?? '')
  }
  return { byte_size, body: body() }
}
