import { z } from 'zod'
import { type Ctx, systemPool } from '../../../core/context.ts'
import { isCursorOf, keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import type { PageSpec, SortKey } from '../../../core/page/sql.ts'
import { Id, storable } from '../../../core/wire.ts'
import { escapeLike } from '../../../db/statements/like.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'
import { searchedText } from '../../../lib/text/email-address.ts'
import { type Columns, type ColumnValues, DEFAULT_COLUMNS, ListSort, type Unsorted } from '../columns-schema.ts'
import { ENGAGEMENT_RANK, rankedSubscribers } from '../engagement/engagement.ts'
import { clausesOf } from '../filter/clauses.ts'
import { matchedSql } from '../filter/matched-sql.ts'
import { type ListedSubscriber, SortOrder, type State, Status } from '../schema.ts'
import { SegmentFilter } from '../segment-filter-schema.ts'
import { countStates, type StateCounts, zeroCounts } from '../state/counts.ts'
import { isSortedByIndex } from '../values-schema.ts'
import { type Bind, binder } from '../view.ts'
import { listedColumns, type SortField } from './columns.ts'
import { isTooMany, type ListSortKey, listSortKey, sortedSpec } from './sorted.ts'

/** Filters of the dashboard's list. */
export const SubscriberSearch = z.object({
  search: z.string().overwrite(storable).trim().max(255).optional(),
  status: Status.default('all'),
  tag_id: Id.optional(),
  filter: SegmentFilter.optional(),
  sort: ListSort.default('added'),
  sort_order: SortOrder.default('desc'),
})
export type SubscriberSearch = z.infer<typeof SubscriberSearch>

/** A row of the dashboard's list, with the values of the chosen columns. */
export type ShownSubscriber = Omit<ListedSubscriber, 'location'> & ColumnValues

/** A page of the list. If the requested order is impossible, it is sorted by the time subscribers were added. */
export interface ListedPage extends Page<ShownSubscriber> {
  unsorted?: Unsorted
}

type ListQuery = Omit<SubscriberSearch, 'sort'> & { sort?: ListSort; columns?: Columns } & PageQuery

/**
 * Lists subscribers by part of their address or name, newest first, with the user's columns. Sorting without an index reads all matches, so
 * it is skipped above `MAX_SORTED` (decision 0011). `sort_field`: the field that `sort` names.
 */
export async function searchSubscribers(
  ctx: Ctx,
  { sort = 'added', sort_field, ...query }: ListQuery & { sort_field?: SortField | undefined },
): Promise<ListedPage> {
  const is_narrowed = Boolean(query.search || query.tag_id || query.filter)
  if (isSortedByIndex(sort, { is_narrowed, status: query.status }))
    return keysetPage(ctx.sql, query, indexedList(ctx, query, sort))
  const unsorted = (reason: Unsorted['reason'], cursors: Pick<PageQuery, 'after' | 'before'>) =>
    unsortedPage(ctx, { ...query, ...cursors }, { reason, label: sort_field?.label })
  const key = listSortKey(sort, sort_field)
  if (!key) return unsorted('unknown_field', query)
  const spec = sortedList(ctx, query, key)
  const { after, before } = query
  const cursor = after ?? before
  // A later page of a list that had too many matches to sort.
  if (cursor && !isCursorOf(spec, cursor)) return unsorted('too_many', query)
  const page = await keysetPage<ShownSubscriber>(ctx.sql, query, spec)
  return isTooMany(page) ? unsorted('too_many', { after: undefined, before: undefined }) : page
}

async function unsortedPage(ctx: Ctx, query: ListQuery, unsorted: Unsorted): Promise<ListedPage> {
  const newest_first = { ...query, sort_order: 'desc' as const }
  return { ...(await keysetPage<ShownSubscriber>(ctx.sql, query, indexedList(ctx, newest_first, 'added'))), unsorted }
}

/** Lists in the order of an index. */
function indexedList(ctx: Ctx, { sort_order: dir, columns, ...query }: ListQuery, sort: ListSort): PageSpec {
  const { values, sources, matched } = matchingSources(ctx, query)
  const { from, and_from, id, details, where } = sources
  const view_values: unknown[] = []
  const by_id: SortKey = { expr: id, type: 'bigint', dir }
  return {
    name: sort === 'added' ? 'subscribers:search' : `subscribers:search:${sort}`,
    view: listedColumns(columns ?? DEFAULT_COLUMNS, binder(view_values, values.length)),
    from,
    and_from,
    where,
    values,
    view_values,
    ...matched,
    ...(details ? { details, columns: `${id} as found_id` } : {}),
    order: [by_id],
    ...sorted(sort, by_id),
  }
}

/** Lists in an order without an index, which reads all matches, at most `MAX_SORTED`. */
function sortedList(ctx: Ctx, { sort_order, columns, ...query }: ListQuery, key: ListSortKey): PageSpec {
  const { values, bind, sources, matched } = matchingSources(ctx, query)
  const view_values: unknown[] = []
  const spec = sortedSpec(
    {
      sql: (extra) => selected(`${sources.id} as id${extra}`, sources),
      id: sources.id,
      of: query.search ? 'id' : 'row',
    },
    { key, dir: sort_order, bind, with: matched.with },
  )
  return {
    ...spec,
    view: listedColumns(columns ?? DEFAULT_COLUMNS, binder(view_values, values.length)),
    values,
    view_values,
  }
}

/** The from clauses and conditions of a list. */
function matchingSources(ctx: Ctx, query: Omit<SubscriberSearch, 'sort' | 'sort_order'>) {
  const values: unknown[] = []
  const bind = binder(values)
  const sources = searchSources(query, bind)
  if (query.status !== 'all') sources.where.push(`${sources.state} = ${bind(query.status)}::subscriber_state`)
  return { values, bind, sources, matched: matching(ctx, query, { ...sources, bind }) }
}

function sorted(sort: ListSort, by_id: SortKey): Partial<Pick<PageSpec, 'from' | 'and_from' | 'and_key' | 'order'>> {
  if (sort === 'added') return {}
  if (sort === 'joined') return { order: [{ expr: 't.created_at', type: 'timestamptz', dir: by_id.dir }, by_id] }
  const rank = `engagement__${sort as 'sent' | 'opens' | 'clicks'}` as const
  const order: PageSpec['order'] = [
    { ...ENGAGEMENT_RANK[rank], dir: by_id.dir },
    { ...by_id, expr: 'e.subscriber_id' },
  ]
  return { ...rankedSubscribers(rank), order }
}

/** Counts matching subscribers by state, for the tabs. */
export async function countSubscribers(
  ctx: Ctx,
  query: Pick<SubscriberSearch, 'search' | 'tag_id' | 'filter'>,
): Promise<StateCounts> {
  if (!query.search && !query.tag_id && !query.filter) return countStates(ctx)
  const values: unknown[] = []
  const bind = binder(values)
  const { state, ...sources } = searchSources(query, bind)
  const matched = matching(ctx, query, { ...sources, bind })
  const rows = await ctx.sql.rows<{ state: State; count: number }>(
    `${matched.with ? `with ${matched.with} ` : ''}select state, sum(count)::int as count from (${selected(`${state} as state, count(*) as count`, sources, 'group by 1')}) t group by 1`,
    values,
  )
  return { ...zeroCounts(), ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

/** Returns conditions on `subscriber t` for statements that read all matches. */
export function searchConditions(query: Pick<SubscriberSearch, 'search' | 'tag_id'>, bind: Bind): string[] {
  const { id, ...sources } = searchSources(query, bind)
  return query.search ? [`t.id in (${selected(id, sources)})`] : sources.where.slice(1)
}

/** Adds the condition of the filter to `where`. Returns its common table expressions. */
function matching(
  ctx: Ctx,
  { filter }: Pick<SubscriberSearch, 'filter'>,
  { id, where, bind }: { id: string; where: string[]; bind: Bind },
): { with?: string } {
  if (!filter) return {}
  where.push(`${id} in (select id from matched)`)
  return { with: matchedSql(clausesOf(filter), { now: ctx.now() }, bind) }
}

interface Sources {
  from: string
  and_from?: string
  where: string[]
}

const selected = (columns: string, { from, and_from, where }: Sources, end = '') =>
  [from, ...(and_from ? [and_from] : [])]
    .map((source) => `select ${columns} from ${source} where ${where.join(' and ')} ${end}`)
    .join(' union all ')

/**
 * Returns the from clauses and conditions of a search and a tag. A search reads the search texts, and subscribers whose texts are not
 * written yet (decision 0011). `details` joins `subscriber t` to the page's rows.
 */
function searchSources(
  { search, tag_id }: Pick<SubscriberSearch, 'search' | 'tag_id'>,
  bind: Bind,
): Sources & { id: string; state: string; details?: string } {
  const tagged = (id: string) =>
    tag_id
      ? [
          `exists (select from tagging g where g.account_id = $1 and g.subscriber_id = ${id} and g.tag_id = ${bind(tag_id)})`,
        ]
      : []
  if (!search) {
    return { from: 'subscriber t', id: 't.id', state: 't.state', where: ['t.account_id = $1', ...tagged('t.id')] }
  }
  const pattern = bind(`%${escapeLike(searchedText(search))}%`)
  return {
    from: `(select subscriber_id, state from subscriber_search where account_id = $1 and text ilike ${pattern}) x`,
    and_from: `(
      select distinct s.id as subscriber_id, s.state from subscriber_search_due d cross join lateral (
        select id, state from subscriber where account_id = $1 and id between d.first_id and d.last_id
          and (email_address || ' ' || coalesce(first_name, '')) ilike ${pattern} offset 0
      ) s left join subscriber_search x on x.account_id = $1 and x.subscriber_id = s.id
      where d.account_id = $1 and x.account_id is null
    ) x`,
    id: 'x.subscriber_id',
    state: 'x.state',
    details: 'subscriber t on t.account_id = $1 and t.id = r.found_id',
    where: ['true', ...tagged('x.subscriber_id')],
  }
}

const ROWS_PER_BATCH = 5_000

/** Writes search texts of new subscribers of all accounts. Until then, searches read their rows. */
export async function writeSearchTexts({ budget }: { budget?: Budget } = {}): Promise<void> {
  for (;;) {
    const { rows } = await systemPool().query<{ done: number }>('select write_subscriber_search($1) as done', [
      ROWS_PER_BATCH,
    ])
    if (!rows[0]?.done || budget?.isSpent()) return
  }
}
