import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { keysetPage, type Page, type PageQuery, pageOfOne } from '../../../core/page/page.ts'
import type { PageSpec, SortKey } from '../../../core/page/sql.ts'
import { ENGAGEMENT_RANK, isEngagementSort, rankedSubscribers } from '../engagement/engagement.ts'
import { FIELDS_MEMBER } from '../fields/field-values.ts'
import type { ListedSubscriber, SortField, SubscriberFilter } from '../schema.ts'
import { type Bind, binder, INCLUDE_SQL, ONE_SUBSCRIBER_COLUMNS, subscriberColumns } from '../view.ts'
import { eachByAddress, hasAddress } from './by-address.ts'

/** Lists subscribers in one statement. `status` also applies to lookups by address. */
export async function listSubscribers(
  ctx: Ctx,
  { after, before, per_page, include_total_count, ...filter }: SubscriberFilter & PageQuery,
): Promise<Page<ListedSubscriber>> {
  rejectCombinations(filter)
  const values: unknown[] = []
  const bind = binder(values)
  const where = ['t.account_id = $1', ...conditions(filter, bind)]
  const { email_address: [address, ...others] = [], sort_field, slim } = filter
  const isOne = address !== undefined && others.length === 0 && !after && !before && !isEngagementSort(sort_field)
  const columns = [
    isOne && !slim ? ONE_SUBSCRIBER_COLUMNS : subscriberColumns(),
    ...new Set(filter.include.map((name) => INCLUDE_SQL[name])),
  ]
  const name = `subscribers:${sort_field}`
  const view = columns.join(', ')
  if (isOne) {
    const { order } = sorted({ ...filter, email_address: undefined }, bind)
    const from = `(select s.* from subscriber s where ${hasAddress(bind(address))}) t`
    return pageOfOne(ctx.sql, { per_page, include_total_count }, { name, view, from, where, values, order })
  }
  return keysetPage<ListedSubscriber>(
    ctx.sql,
    { after, before, per_page, include_total_count },
    {
      name,
      view,
      ...(slim ? {} : { member: FIELDS_MEMBER }),
      ...sorted(filter, bind),
      where,
      values,
      ...(values.length === 0 ? { planned_for: 't' } : {}),
    },
  )
}

function rejectCombinations({ email_address, status, include, sort_field }: SubscriberFilter): void {
  const messages: string[] = []
  if (include.includes('canceled_at') && status !== 'cancelled') {
    messages.push('`canceled_at` may only be included when status is `cancelled`')
  }
  if (sort_field === 'cancelled_at' && status !== 'cancelled') {
    messages.push('The status param must be `cancelled` if sort_field is `cancelled_at`')
  }
  if (isEngagementSort(sort_field) && email_address) {
    messages.push('An engagement sort_field cannot be combined with email_address')
  }
  if (messages.length > 0) throw invalid(messages)
}

function conditions(filter: SubscriberFilter, bind: Bind): string[] {
  const { status, created_after, created_before, updated_after, updated_before } = filter
  return [
    status !== 'all' && `t.state = '${status}'`,
    created_after && `t.created_at >= ${bind(created_after)}::timestamptz`,
    created_before && `t.created_at <= ${bind(created_before)}::timestamptz`,
    updated_after && `t.updated_at >= ${bind(updated_after)}::timestamptz`,
    updated_before && `t.updated_at <= ${bind(updated_before)}::timestamptz`,
  ].filter((condition) => typeof condition === 'string')
}

/** The sort key before the ID. */
const SORT_KEY: Record<Exclude<SortField, 'id'>, Omit<SortKey, 'dir'>> = {
  created_at: { expr: 't.created_at', type: 'timestamptz' },
  updated_at: { expr: 't.updated_at', type: 'timestamptz' },
  cancelled_at: { expr: 't.canceled_at', type: 'timestamptz' },
  ...ENGAGEMENT_RANK,
}

/** Looks up given addresses one by one, and sorts the results. A rank is read from its own index, which includes the id. */
function sorted(
  { sort_field, sort_order: dir, email_address }: SubscriberFilter,
  bind: Bind,
): Pick<PageSpec, 'from' | 'and_from' | 'and_key' | 'count_from' | 'order'> {
  const by_id: SortKey = { expr: 't.id', type: 'bigint', dir }
  const subscribers = email_address ? `(${eachByAddress('s.*', { addresses: bind(email_address) })}) t` : 'subscriber t'
  if (sort_field === 'id') return { from: subscribers, order: [by_id] }
  const by_field: SortKey = { ...SORT_KEY[sort_field], dir }
  if (!isEngagementSort(sort_field)) return { from: subscribers, order: [by_field, by_id] }
  return { ...rankedSubscribers(sort_field), order: [by_field, { ...by_id, expr: 'e.subscriber_id' }] }
}
