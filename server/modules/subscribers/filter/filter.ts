import type { Ctx } from '../../../core/context.ts'
import { invalid, malformed } from '../../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import type { SortKey } from '../../../core/page/sql.ts'
import { isoSql } from '../../../core/wire.ts'
import { parseInstant } from '../../../lib/time/date-filter.ts'
import { ENGAGEMENT_RANK, isEngagementSort, joinEngagement } from '../engagement/engagement.ts'
import { retentionStart } from '../engagement/retention.ts'
import { statsSql } from '../engagement/stats.ts'
import { FIELDS_MEMBER } from '../fields/field-values.ts'
import type { Condition, Filter, FilteredSubscriber, FilterRequest, FilterSort } from '../filter-schema.ts'
import type { SegmentFilter } from '../segment-filter-schema.ts'
import { type Bind, binder, INCLUDE_SQL } from '../view.ts'
import { clausesOf } from './clauses.ts'
import { distanceSql, type FilterScope, matchedSql } from './matched-sql.ts'
import { planOf } from './small-accounts.ts'

/** Lists matching subscribers in any state, with a total (contract 8.3), in one statement. */
export async function filterSubscribers(
  ctx: Ctx,
  request: FilterRequest & PageQuery,
): Promise<Page<FilteredSubscriber>> {
  const { sort_field = 'created_at', include, after, before, per_page } = request
  const { sort_order = sort_field === 'location__distance' ? 'asc' : 'desc' } = request
  const includes = include.map(({ type }) => type)
  const values: unknown[] = []
  const bind = binder(values)
  const rank = rankSql(sort_field, request, bind)
  const columns = rank && !isEngagementSort(sort_field) ? [`${rank.expr} as rank`] : []
  const matched = matchedSql(clausesOf(request), { now: ctx.now() }, bind, columns)
  const view_values: unknown[] = []
  const view = viewSql(ctx, request, binder(view_values, values.length))
  const by_id: SortKey = { expr: 't.id', type: 'bigint', dir: sort_order }
  const by_rank = rank && { ...rank, expr: isEngagementSort(sort_field) ? rank.expr : 't.rank', dir: sort_order }
  return keysetPage<FilteredSubscriber>(
    ctx.sql,
    { after, before, per_page, include_total_count: true },
    {
      name: `filter:${sort_field}`,
      with: matched,
      total: 'select count(*) from matched',
      from: isEngagementSort(sort_field) ? `matched t join ${joinEngagement('t.id')}` : 'matched t',
      where: ['true'],
      values,
      columns: 't.id as matched_id',
      details: 'subscriber t on t.account_id = $1 and t.id = r.matched_id',
      view,
      view_values,
      ...(includes.includes('custom_fields') ? { member: FIELDS_MEMBER } : {}),
      order: by_rank ? [by_rank, by_id] : [by_id],
      ...planOf(ctx),
    },
  )
}

/**
 * Compiles a filter to common table expressions that end in `matched (id)`. `within` returns a condition on an id that limits the
 * subscribers considered.
 */
export function compileFilter(
  ctx: Ctx,
  filter: Filter | SegmentFilter,
  bind: Bind,
  within?: FilterScope['within'],
): string {
  return matchedSql(clausesOf(filter), { now: ctx.now(), within }, bind)
}

/** Returns the sort key before the id. Distance is measured from the first location condition. */
function rankSql(sort: FilterSort, filter: Filter, bind: Bind): Omit<SortKey, 'dir'> | undefined {
  if (isEngagementSort(sort)) return ENGAGEMENT_RANK[sort]
  if (sort === 'first_name') return { expr: `coalesce(t.first_name, '')`, type: 'text' }
  if (sort === 'email_address') return { expr: 't.email_address', type: 'text' }
  if (sort === 'created_at') return { expr: 't.created_at', type: 'timestamptz' }
  if (sort !== 'location__distance') return undefined
  const place = filter.all.find(
    (condition): condition is Condition & { type: 'location' } => condition.type === 'location',
  )
  if (!place) throw invalid('sort_field location__distance needs a location condition')
  return { expr: distanceSql(place, bind), type: 'double precision' }
}

function viewSql(ctx: Ctx, request: FilterRequest, bind: Bind): string {
  const more = new Map<string, string>()
  request.include.forEach(({ type, range }, i) => {
    if (type === 'custom_fields') return
    if (type === 'stats') {
      const { start, end } = statsRange(ctx, range ?? {}, `include[${i}].range`)
      more.set(type, `${statsSql('t.id', { start: bind(start), end: bind(end) })} as stats`)
    } else more.set(type, INCLUDE_SQL[type])
  })
  const base = `t.id::text as id, t.first_name, t.email_address, ${isoSql('t.created_at')} as created_at, x.tag_names, x.tag_ids`
  return `${[base, ...more.values()].join(', ')} from (
    select coalesce(json_agg(g.name order by g.id), '[]') as tag_names, coalesce(json_agg(g.id::text order by g.id), '[]') as tag_ids
    from tagging a join tag g on g.account_id = a.account_id and g.id = a.tag_id
    where a.account_id = t.account_id and a.subscriber_id = t.id) x`
}

const DEFAULT_DAYS = 90

/** Throws malformed for dates before the retention window (contract 13). */
function statsRange(ctx: Ctx, { start, end }: { start?: string | undefined; end?: string | undefined }, path: string) {
  const earliest = retentionStart(ctx.now())
  const range = {
    start: (start && parseInstant(start)?.start) || new Date(+ctx.now() - DEFAULT_DAYS * 86_400_000),
    end: (end && parseInstant(end)?.end) || ctx.now(),
  }
  for (const name of ['start', 'end'] as const) {
    if (range[name] < earliest)
      throw malformed(`${path}.${name} must be on or after ${earliest.toISOString().slice(0, 10)}`)
  }
  return range
}
