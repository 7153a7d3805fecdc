import type { Ctx } from '../../../core/context.ts'
import type { Place } from '../schema.ts'

/** Number of newest subscribers that are read. No index has cities, and a list of suggestions can be incomplete. */
const LOOKED_AT = 20_000
const MAX_PLACES = 300

/** Returns the most frequent cities of the newest subscribers, with the average of their locations. */
export function listPlaces(ctx: Ctx): Promise<Place[]> {
  return ctx.sql.rows<Place>(
    `select city, region, country, avg(latitude) as latitude, avg(longitude) as longitude, count(*)::int as subscribers
     from (select city, region, country, latitude, longitude from subscriber where account_id = $1 order by id desc limit ${LOOKED_AT}) s
     where city is not null and latitude is not null and longitude is not null
     group by city, region, country order by count(*) desc, city, region, country limit ${MAX_PLACES}`,
  )
}
