import type { Ctx } from '../../core/context.ts'
import { SegmentFilter } from '../subscribers/segment-filter-schema.ts'
import { binder } from '../subscribers/view.ts'
import { definitionSql } from './service.ts'

/** Maximum number of segments, because names are not unique. The newest are ignored first. */
const MAX_SEGMENTS = 50

/** Returns, by subscriber, the names of the segments that they are in now. Omits subscribers who are in none. */
export async function segmentsOf(
  ctx: Ctx,
  { names, subscriber_ids }: { names: readonly string[]; subscriber_ids: readonly number[] },
): Promise<Map<number, string[]>> {
  const namesById = new Map<number, string[]>()
  if (names.length === 0 || subscriber_ids.length === 0) return namesById
  const segments = await ctx.db.segment.findMany({
    where: { name: { in: [...names] } },
    select: { name: true, definition: true },
    orderBy: { id: 'asc' },
    take: MAX_SEGMENTS,
  })
  for (const { name, definition } of segments) {
    const values: unknown[] = []
    const bind = binder(values)
    const ids = bind(subscriber_ids)
    const within = (id: string) => `${id} = any (${ids}::bigint[])`
    const members = definitionSql(ctx, { definition: SegmentFilter.parse(definition), bind, within })
    const rows = await ctx.sql.rows<{ id: number }>(`select m.id from ${members} m where ${within('m.id')}`, values)
    for (const { id } of rows) namesById.set(id, [...new Set([...(namesById.get(id) ?? []), name])])
  }
  return namesById
}

/** Returns the names that no segment has. */
export async function unknownSegments(ctx: Ctx, { names }: { names: readonly string[] }): Promise<string[]> {
  if (names.length === 0) return []
  const known = await ctx.db.segment.findMany({
    where: { name: { in: [...names] } },
    select: { name: true },
    distinct: ['name'],
  })
  const has = new Set(known.map(({ name }) => name))
  return names.filter((name) => !has.has(name))
}
