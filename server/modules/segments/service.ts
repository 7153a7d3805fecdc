import type { Ctx } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { iso, isoSql } from '../../core/wire.ts'
import { write } from '../../core/write/write.ts'
import { compileFilter } from '../subscribers/filter/filter.ts'
import type { FilterScope } from '../subscribers/filter/matched-sql.ts'
import type { Filter } from '../subscribers/filter-schema.ts'
import { SegmentFilter } from '../subscribers/segment-filter-schema.ts'
import { type Bind, binder } from '../subscribers/view.ts'
import { renameInConditions } from '../tags/conditions/names.ts'
import type { Segment, SegmentChange, SegmentCount, SegmentDetail, SegmentInput, SegmentPreview } from './schema.ts'

/** Lists segments, newest first. */
export function listSegments(ctx: Ctx, paging: PageQuery): Promise<Page<Segment>> {
  return keysetPage<Segment>(ctx.sql, paging, {
    name: 'segments',
    view: `t.id, t.name, ${isoSql('t.created_at')} as created_at`,
    from: 'segment t',
    where: ['t.account_id = $1'],
    values: [],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
}

export async function getSegment(ctx: Ctx, { id }: { id: number }): Promise<SegmentDetail> {
  const segment = await ctx.db.segment.findFirst({ where: { id } })
  if (!segment) throw notFound()
  const { name, definition, created_at, updated_at } = segment
  return {
    id,
    name,
    definition: SegmentFilter.parse(definition),
    created_at: iso(created_at),
    updated_at: iso(updated_at),
  }
}

export function createSegment(ctx: Ctx, { name, definition }: SegmentInput): Promise<SegmentDetail> {
  return write(ctx, async (tx) => {
    const now = tx.now()
    const data = { account_id: tx.account_id, name, definition: stored(definition), created_at: now, updated_at: now }
    const { id } = await tx.db.segment.create({ data })
    return getSegment(tx, { id })
  })
}

/** Changes the given properties. A broadcast that is still enqueuing its recipients continues with the new filter. */
export function changeSegment(
  ctx: Ctx,
  { id, name, definition }: SegmentChange & { id: number },
): Promise<SegmentDetail> {
  return write(ctx, async (tx) => {
    const before = await tx.sql.one<{ name: string; is_only: boolean }>(
      `select t.name, not exists (
         select from segment o where o.account_id = t.account_id and o.id <> t.id and o.name = t.name) as is_only
       from segment t where t.account_id = $1 and t.id = $2 for update of t`,
      [id],
    )
    if (!before) throw notFound()
    await tx.db.segment.updateMany({
      where: { id },
      data: { name, ...(definition && { definition: stored(definition) }), updated_at: tx.now() },
    })
    // Segment names are not unique, so blocks for this name may mean another segment.
    if (name !== undefined && before.name !== name && before.is_only)
      await renameInConditions(tx, 'segments', { from: { id, name: before.name }, into: { id, name } })
    return getSegment(tx, { id })
  })
}

/** Deletes a segment. Scheduled broadcasts that use it will be aborted with a reason. */
export function deleteSegment(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const { count } = await tx.db.segment.deleteMany({ where: { id } })
    if (count === 0) throw notFound()
  })
}

export async function countSegment(ctx: Ctx, { id }: { id: number }): Promise<SegmentCount> {
  const { definition } = await getSegment(ctx, { id })
  const values: unknown[] = []
  const matched = compileFilter(ctx, definition, binder(values))
  const row = await ctx.sql.one<SegmentCount>(`with ${matched} select ${COUNTS} from matched m join ${DETAILS}`, values)
  return row ?? { count: 0, active: 0 }
}

const PREVIEWED = 8

/** Returns the subscribers that a segment with this filter would have. */
export async function previewSegment(ctx: Ctx, { definition }: { definition: SegmentFilter }): Promise<SegmentPreview> {
  const values: unknown[] = []
  const matched = compileFilter(ctx, definition, binder(values))
  const row = await ctx.sql.one<SegmentPreview>(
    `with ${matched}, newest as (select id from matched order by id desc limit ${PREVIEWED})
     select ${COUNTS}, (
       select coalesce(json_agg(json_build_object('id', t.id, 'email_address', t.email_address, 'first_name', t.first_name,
         'state', t.state) order by t.id desc), '[]')
       from newest n join subscriber t on t.account_id = $1 and t.id = n.id) as subscribers
     from matched m join ${DETAILS}`,
    values,
  )
  return row ?? { count: 0, active: 0, subscribers: [] }
}

/** Throws invalid if a segment does not exist. */
export async function checkSegments(ctx: Ctx, { ids }: { ids: readonly number[] }): Promise<void> {
  const unique = [...new Set(ids)]
  const known = unique.length > 0 ? await ctx.db.segment.count({ where: { id: { in: unique } } }) : 0
  if (known < unique.length) throw invalid('Segment not found')
}

/** Returns a subquery of the segment's subscriber IDs, limited to IDs matched by `within`. Throws invalid if the segment does not exist. */
export async function segmentSql(
  ctx: Ctx,
  { id, bind, within }: { id: number; bind: Bind; within?: FilterScope['within'] },
): Promise<string> {
  const segment = await ctx.db.segment.findFirst({ where: { id }, select: { definition: true } })
  if (!segment) throw invalid('Segment not found')
  return definitionSql(ctx, { definition: SegmentFilter.parse(segment.definition), bind, within })
}

/** Like `segmentSql` for several segments, by ID, in one query. Omits segments that do not exist. */
export async function segmentSqls(
  ctx: Ctx,
  { ids, bind, within }: { ids: readonly number[]; bind: Bind; within?: FilterScope['within'] },
): Promise<Map<number, string>> {
  const segments = await readDefinitions(ctx, { ids })
  return new Map([...segments].map(([id, definition]) => [id, definitionSql(ctx, { definition, bind, within })]))
}

/** Returns segment definitions by ID, in one query. Omits segments that do not exist. */
export async function readDefinitions(
  ctx: Ctx,
  { ids }: { ids: readonly number[] },
): Promise<Map<number, SegmentFilter>> {
  if (ids.length === 0) return new Map()
  const segments = await ctx.db.segment.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, definition: true },
    orderBy: { id: 'asc' },
  })
  return new Map(segments.map(({ id, definition }) => [id, SegmentFilter.parse(definition)]))
}

/** Returns a subquery of the subscriber IDs that match a segment's definition, which may be outdated. */
export const definitionSql = (
  ctx: Ctx,
  { definition, bind, within }: { definition: Filter | SegmentFilter; bind: Bind; within?: FilterScope['within'] },
): string => `(with ${compileFilter(ctx, definition, bind, within)} select id from matched)`

const COUNTS = `count(*)::int as count, count(*) filter (where t.state = 'active')::int as active`
const DETAILS = 'subscriber t on t.account_id = $1 and t.id = m.id'

/** Converts a parsed filter to plain JSON without undefined properties. */
const stored = (definition: SegmentFilter) => JSON.parse(JSON.stringify(definition)) as object
