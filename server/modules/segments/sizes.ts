import { type Ctx, systemCtx, systemPool } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { write } from '../../core/write/write.ts'
import type { Expired } from '../../db/purge.ts'
import type { SegmentCount, SegmentSizes } from './schema.ts'
import { countSegment } from './service.ts'

/** Maximum number of an account's segments counted each day, the newest ones. */
const MAX_SEGMENTS = 200
/** A slower filter is not counted on that day. */
const COUNT_TIMEOUT_MS = 15_000
const KEPT_DAYS = 800
/** Days in the chart. */
const SHOWN_DAYS = 366

/** Position in the order of accounts and their segments. */
export interface SegmentPosition extends Record<string, number> {
  account_id: number
  id: number
}

/**
 * Counts the next segment after the position that has no size for today, in its account's time zone, and stores the size. Returns the
 * position to continue from, or null at the end. Keeps existing sizes.
 */
export async function countNextSize({
  after,
  now,
}: {
  after: SegmentPosition
  now: Date
}): Promise<SegmentPosition | null> {
  const { rows } = await systemPool().query<SegmentPosition & { day: string }>(
    `select s.account_id, s.id, to_char(t.day, 'YYYY-MM-DD') as day
     from segment s join account a on a.id = s.account_id
     cross join lateral (select ($3::timestamptz at time zone a.time_zone)::date as day) t
     where (s.account_id, s.id) > ($1, $2)
       and not exists (select from segment_size z where z.account_id = s.account_id and z.segment_id = s.id and z.day = t.day)
       and (select count(*) from (select from segment n where n.account_id = s.account_id and n.id > s.id limit ${MAX_SEGMENTS}) n) < ${MAX_SEGMENTS}
     order by s.account_id, s.id limit 1`,
    [after.account_id, after.id, now],
  )
  const [next] = rows
  if (!next) return null
  const { account_id, id, day } = next
  await storeSize(systemCtx(account_id), { id, day })
  return { account_id, id }
}

async function storeSize(ctx: Ctx, { id, day }: { id: number; day: string }): Promise<void> {
  const size = await countInTime(ctx, { id })
  await ctx.sql.run(
    `insert into segment_size (account_id, segment_id, day, count, active)
     select $1, id, $3::date, $4, $5 from segment where account_id = $1 and id = $2 on conflict do nothing`,
    [id, day, size?.count ?? null, size?.active ?? null],
  )
}

/** Returns null if the segment was deleted or counting takes too long. */
async function countInTime(ctx: Ctx, { id }: { id: number }): Promise<SegmentCount | null> {
  try {
    return await write(ctx, (tx) => countSegment(tx, { id }), COUNT_TIMEOUT_MS)
  } catch (error) {
    ctx.log.warn({ error, segment_id: id }, 'The size of a segment was not counted')
    return null
  }
}

/** Returns a segment's sizes by day, oldest first, including those counted with earlier filters. Throws not_found. */
export async function getSegmentSizes(ctx: Ctx, { id }: { id: number }): Promise<SegmentSizes> {
  const row = await ctx.sql.one<SegmentSizes>(
    `select (select coalesce(json_agg(json_build_object('day', to_char(z.day, 'YYYY-MM-DD'), 'count', z.count, 'active', z.active) order by z.day), '[]')
       from segment_size z where z.account_id = $1 and z.segment_id = s.id and z.count is not null
         and z.day > ($3::timestamptz at time zone a.time_zone)::date - ${SHOWN_DAYS}) as days
     from segment s join account a on a.id = s.account_id where s.account_id = $1 and s.id = $2`,
    [id, ctx.now()],
  )
  if (!row) throw notFound()
  return row
}

export const EXPIRED_SIZES: readonly Expired[] = [
  { table: 'segment_size', where: `day < ($1::timestamptz at time zone 'UTC')::date`, kept_days: KEPT_DAYS },
]
