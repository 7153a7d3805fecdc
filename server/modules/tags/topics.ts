import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { isoSql } from '../../core/wire.ts'
import type { TagDetail, Topic, TopicInput } from './schema.ts'

/** Maximum number that fits on a phone's page. */
const MAX_TOPICS = 50

/** Lists topics, sorted by public name. */
export const listTopics = (ctx: Ctx): Promise<Topic[]> =>
  ctx.sql.rows<Topic>(
    `select id, name as tag_name, topic_name as name, topic_description as description from tag
     where account_id = $1 and topic_name is not null order by lower(topic_name), id limit ${MAX_TOPICS}`,
  )

/** Makes a tag a topic, or changes its texts for subscribers. Throws not_found. */
export async function saveTopic(ctx: Ctx, { id, name, description }: TopicInput & { id: number }): Promise<void> {
  const saved = await ctx.sql.run(
    'update tag set topic_name = $3, topic_description = $4 where account_id = $1 and id = $2',
    [id, name, description || null],
  )
  if (saved === 0) throw notFound()
}

/** Makes a topic an ordinary tag again, which subscribers keep. Throws not_found. */
export async function removeTopic(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const removed = await ctx.sql.run(
    'update tag set topic_name = null, topic_description = null where account_id = $1 and id = $2',
    [id],
  )
  if (removed === 0) throw notFound()
}

/** Returns a tag with its color and its texts for subscribers. Throws not_found. */
export async function getTagDetail(ctx: Ctx, { id }: { id: number }): Promise<TagDetail> {
  const tag = await ctx.sql.one<TagDetail>(
    `select id, name, ${isoSql('created_at')} as created_at, color, case when topic_name is not null then
       jsonb_build_object('name', topic_name, 'description', topic_description) end as topic
     from tag where account_id = $1 and id = $2`,
    [id],
  )
  if (!tag) throw notFound()
  return tag
}
