import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import type { LocatedSubscriber, LocationInput } from '../location-schema.ts'

/** Pins a subscriber's location. It overrides an inferred one until it is unpinned. Throws not_found. */
export async function pinLocation(
  ctx: Ctx,
  { subscriber_id, location }: LocationInput & { subscriber_id: number },
): Promise<LocatedSubscriber> {
  const { city, state_province, country_code, latitude, longitude, timezone } = location
  const pinned = await ctx.sql.run(
    `update subscriber set city = $3, region = $4, country = $5, latitude = $6, longitude = $7, time_zone = $8,
       location_pinned = true, updated_at = $9
     where account_id = $1 and id = $2`,
    [subscriber_id, city, state_province, country_code, latitude, longitude, timezone, ctx.now()],
  )
  if (pinned === 0) throw notFound()
  return { id: subscriber_id, location }
}

/** Unpins a location. An inferred one stays. Throws not_found. */
export async function unpinLocation(ctx: Ctx, { subscriber_id }: { subscriber_id: number }): Promise<void> {
  const unpinned = await ctx.sql.run(
    `update subscriber set city = null, region = null, country = null, latitude = null, longitude = null, time_zone = null,
       location_pinned = false, updated_at = $3
     where account_id = $1 and id = $2 and location_pinned`,
    [subscriber_id, ctx.now()],
  )
  if (unpinned > 0) return
  const known = await ctx.sql.one('select 1 from subscriber where account_id = $1 and id = $2', [subscriber_id])
  if (!known) throw notFound()
}
