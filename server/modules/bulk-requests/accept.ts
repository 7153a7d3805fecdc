import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { outbound } from '../../core/outbound.ts'
import { acquireAdvisoryLock, write } from '../../core/write.ts'
import { UnsafeUrlError } from '../../lib/net/safe-fetch.ts'
import { lockAccess } from '../../rest/authenticate.ts'
import { type BulkRoute, MAX_ITEMS_AT_ONCE, operationOf } from '../../rest/bulk.ts'
import { applyItems, type BulkBody, MAX_QUEUED_BYTES, overQuota, parseBulk, sortItems } from '../../rest/bulk-body.ts'
import type { Answer } from '../../rest/errors.ts'
import { answerText, resultOf } from './run/answer.ts'

/** Checks the request as a whole, and then applies its items or, when they are many, leaves them to a job. */
export async function answerBulk(route: BulkRoute, ctx: Ctx, bytes: Buffer): Promise<Answer> {
  const body = await parseBulk(route, bytes)
  const callback_url = await publicUrl(body.callback_url)
  await route.bulk.check?.(ctx, { pieces: () => pieces(route, body) })
  if (body.item_count > MAX_ITEMS_AT_ONCE) {
    await storeBulk(ctx, { route, body, callback_url })
    return { status: 202, body: '{}', headers: {} }
  }
  const raw = body.slices.flatMap(body.itemsOf)
  const done = await write(ctx, (tx) => applyItems(route, tx, raw))
  return { status: 200, body: answerText(route, resultOf(route, done)), headers: {} }
}

async function* pieces(route: BulkRoute, body: BulkBody): AsyncGenerator<unknown[]> {
  for (const slice of body.slices) yield sortItems(route, body.itemsOf(slice)).items
}

const NOT_PUBLIC = 'callback_url is not a publicly reachable http(s) address'

/** Blank and null are none. It is looked at again whenever it is called (W6). */
async function publicUrl(given: unknown): Promise<string | null> {
  if (given === undefined || given === null || given === '') return null
  if (typeof given !== 'string') throw invalid(NOT_PUBLIC)
  try {
    return (await outbound().assertPublicUrl(given)).href
  } catch (error) {
    throw error instanceof UnsafeUrlError ? invalid(NOT_PUBLIC) : error
  }
}

/** Items are stored as they were sent, once: what they mean is read when they are applied. Throws too_large over the quota. */
export function storeBulk(
  ctx: Ctx,
  { route, body, callback_url }: { route: BulkRoute; body: BulkBody; callback_url: string | null },
): Promise<number> {
  if (ctx.actor.kind !== 'oauth') throw new Error('Bulk requests come from apps')
  const { app_id, token_id } = ctx.actor
  return write(
    ctx,
    async (tx) => {
      const queue = `${tx.account_id}:${app_id}`
      await acquireAdvisoryLock(tx, `bulk requests of app ${app_id}`)
      const made = await tx.sql.one<{ id: number }>(
        `insert into bulk_request (account_id, app_id, token_id, operation, request_id, item_count, byte_size, callback_url,
           created_at, updated_at)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9, $9
         where $7::bigint + coalesce((select sum(byte_size) from bulk_request where account_id = $1 and app_id = $2
           and state in ('queued', 'running')), 0) <= $10
         returning id`,
        [
          app_id,
          token_id,
          operationOf(route),
          tx.request_id,
          body.item_count,
          body.byte_size,
          callback_url,
          tx.now(),
          MAX_QUEUED_BYTES,
        ],
      )
      if (!made) throw overQuota()
      let seq = 0
      for (const slice of body.slices) {
        await tx.sql.run(
          'insert into bulk_slice (account_id, bulk_request_id, seq, item_count, items) values ($1, $2, $3, $4, $5)',
          [made.id, seq, slice.count, body.textOf(slice)],
        )
        seq += slice.count
      }
      await lockAccess(tx, 'editor')
      tx.emit('bulk.requested', { bulk_request_id: made.id, queue })
      return made.id
    },
    STORING_MS,
  )
}

const STORING_MS = 120_000
