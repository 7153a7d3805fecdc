import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { isoSql } from '../../core/wire.ts'
import { escapeLike } from '../../db/statements/like.ts'
import { activeCountSql, readCountedAt } from '../subscribers/state/active-counts.ts'
import type { TagColor } from './colors-schema.ts'
import type { ColoredTag, ColoredTagFilter, TagColorInput } from './schema.ts'

/** Lists tags with their colors and numbers of active subscribers, the most used first. */
export async function listColoredTags(
  ctx: Ctx,
  { search, color, ...paging }: ColoredTagFilter & PageQuery,
): Promise<Page<ColoredTag>> {
  await readCountedAt(ctx)
  const [conditions, values]: [string[], unknown[]] = [['t.account_id = $1'], []]
  if (search) {
    values.push(`%${escapeLike(search)}%`)
    conditions.push(`t.name ilike $${values.length + 1}`)
  }
  if (color === 'none') conditions.push('t.color is null')
  else if (color) {
    values.push(color)
    conditions.push(`t.color = $${values.length + 1}`)
  }
  return keysetPage<ColoredTag>(ctx.sql, paging, {
    name: 'colored_tags',
    view: `t.id, t.name, t.color, ${isoSql('t.created_at')} as created_at, t.subscriber_count`,
    columns: 't.*, s.subscriber_count',
    from: `tag t cross join lateral (select ${activeCountSql('tag')} as subscriber_count) s`,
    count_from: 'tag t',
    where: conditions,
    values,
    order: [
      { expr: 's.subscriber_count', type: 'integer', dir: 'desc' },
      { expr: 't.id', type: 'integer', dir: 'desc' },
    ],
  })
}

/** Maximum number of colored tags. Further ones appear without a color where only their ids are known. */
const MAX_COLORS = 2_000

/** Returns the colors of tags by id, for places that show tags. */
export async function listTagColors(ctx: Ctx): Promise<Record<number, TagColor>> {
  const rows = await ctx.sql.rows<{ id: number; color: TagColor }>(
    'select id, color from tag where account_id = $1 and color is not null order by id desc limit $2',
    [MAX_COLORS],
  )
  return Object.fromEntries(rows.map(({ id, color }) => [id, color]))
}

/** Sets or removes a tag's color. Throws not_found. */
export async function setTagColor(ctx: Ctx, { id, color }: TagColorInput): Promise<void> {
  const { count } = await ctx.db.tag.updateMany({ where: { id }, data: { color } })
  if (count === 0) throw notFound()
}
