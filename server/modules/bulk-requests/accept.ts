import {
  type BulkBody,
  type BulkOperation,
  itemsOf,
  MAX_ITEMS_IN_REQUEST,
  MAX_QUEUED_BYTES,
  overQuota,
} from '../../core/bulk.ts'
import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { requirePublicUrl } from '../../core/outbound.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../core/write/write.ts'
import { answerText, resultOf } from './run/answer.ts'

export interface NewRequest {
  operation: BulkOperation
  body: BulkBody
  /** Checks that the app still has access, and keeps that access until the transaction that stores its request ends. */
  lockAccess: (tx: Tx) => Promise<void>
}

/** Checks the request as a whole. Applies up to 100 items and returns the answer; queues more and returns null. */
export async function acceptBulk(ctx: Ctx, { operation, body, lockAccess }: NewRequest): Promise<string | null> {
  const callback_url = await publicUrl(body.callback_url)
  await operation.check(ctx, body)
  if (body.item_count > MAX_ITEMS_IN_REQUEST) {
    await storeBulk(ctx, { operation, body, lockAccess, callback_url })
    return null
  }
  const raw = body.slices.flatMap(itemsOf)
  const done = await write(ctx, (tx) => operation.apply(tx, raw))
  return answerText(operation, resultOf(operation, done))
}

/** Returns null for null and blank. The address is checked again before every call (W6). */
async function publicUrl(given: unknown): Promise<string | null> {
  if (given === undefined || given === null || given === '') return null
  if (typeof given !== 'string') throw invalid('callback_url must be a string')
  return requirePublicUrl('callback_url', given)
}

/** Stores the items as sent; they are validated when they are applied. Throws too_large over the quota. */
export function storeBulk(
  ctx: Ctx,
  { operation, body, lockAccess, callback_url }: NewRequest & { callback_url: string | null },
): Promise<number> {
  if (ctx.actor.kind !== 'oauth') throw new Error('Bulk requests come from apps')
  const { app_id, token_id } = ctx.actor
  return write(
    ctx,
    async (tx) => {
      const queue = `${tx.account_id}:${app_id}`
      await acquireAdvisoryLock(tx, `bulk requests of app ${app_id}`)
      const stored = await tx.sql.one<{ id: number }>(
        `insert into bulk_request (account_id, app_id, token_id, operation, request_id, item_count, byte_size, callback_url,
           created_at, updated_at)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9, $9
         where $7::bigint + coalesce((select sum(byte_size) from bulk_request where account_id = $1 and app_id = $2
           and state in ('queued', 'running')), 0) <= $10
         returning id`,
        [
          app_id,
          token_id,
          operation.name,
          tx.request_id,
          body.item_count,
          body.byte_size,
          callback_url,
          tx.now(),
          MAX_QUEUED_BYTES,
        ],
      )
      if (!stored) throw overQuota()
      let seq = 0
      for (const slice of body.slices) {
        await tx.sql.run(
          'insert into bulk_slice (account_id, bulk_request_id, seq, item_count, items) values ($1, $2, $3, $4, $5)',
          [stored.id, seq, slice.count, slice.text()],
        )
        seq += slice.count
      }
      await lockAccess(tx)
      tx.emit('bulk.requested', { bulk_request_id: stored.id, queue })
      return stored.id
    },
    MAX_STORE_MS,
  )
}

/** Long enough to store a body of 300 MB in one transaction. */
const MAX_STORE_MS = 120_000
