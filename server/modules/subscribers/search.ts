import { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page.ts'
import { Id, storable } from '../../core/wire.ts'
import { countStates, noCounts, type StateCounts } from './counts.ts'
import { type ListedSubscriber, SortOrder, type State, Status } from './schema.ts'
import { type Bind, binder, INCLUDE_SQL, subscriberColumns } from './view.ts'

/** What the dashboard's list is narrowed by. */
export const SubscriberSearch = z.object({
  search: z.string().overwrite(storable).trim().max(255).optional(),
  status: Status.default('all'),
  tag_id: Id.optional(),
  sort_order: SortOrder.default('desc'),
})
export type SubscriberSearch = z.infer<typeof SubscriberSearch>

/** People by any part of address or name, newest first, with their tags and without field values. */
export function searchSubscribers(
  ctx: Ctx,
  { sort_order, ...query }: SubscriberSearch & PageQuery,
): Promise<Page<ListedSubscriber>> {
  const values: unknown[] = []
  const bind = binder(values)
  const where = ['t.account_id = $1', ...searchConditions(query, bind)]
  if (query.status !== 'all') where.push(`t.state = ${bind(query.status)}::subscriber_state`)
  return keysetPage<ListedSubscriber>(
    ctx.sql,
    {
      name: 'subscribers:search',
      view: `${subscriberColumns(undefined)}, ${INCLUDE_SQL.tags}`,
      from: 'subscriber t',
      where,
      values,
      order: [{ expr: 't.id', type: 'bigint', dir: sort_order }],
    },
    query,
  )
}

/** How many people of each state the search and the tag leave: the numbers on the status tabs. */
export async function countSubscribers(
  ctx: Ctx,
  query: Pick<SubscriberSearch, 'search' | 'tag_id'>,
): Promise<StateCounts> {
  if (!query.search && !query.tag_id) return countStates(ctx)
  const values: unknown[] = []
  const where = searchConditions(query, binder(values))
  const rows = await ctx.sql.rows<{ state: State; count: number }>(
    `select t.state, count(*)::int as count from subscriber t
     where t.account_id = $1 and ${where.join(' and ')} group by t.state`,
    values,
  )
  return { ...noCounts(), ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

/** What a search and a tag ask of `subscriber t`. */
export function searchConditions(
  { search, tag_id }: Pick<SubscriberSearch, 'search' | 'tag_id'>,
  bind: Bind,
): string[] {
  return [
    // The expression of subscriber_search_idx, to the letter.
    search && `(t.email_address || ' ' || coalesce(t.first_name, '')) ilike ${bind(`%${escapeLike(search)}%`)}`,
    tag_id &&
      `exists (select from tagging x where x.account_id = t.account_id and x.subscriber_id = t.id and x.tag_id = ${bind(tag_id)})`,
  ]
    .filter((condition) => typeof condition === 'string')
    .filter(Boolean)
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
