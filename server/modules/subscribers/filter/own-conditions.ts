import { UNTRACKED, windowSql } from '../engagement/condition-sql.ts'
import type { EngagementLevel, OwnCondition } from '../segment-filter-schema.ts'
import type { Bind } from '../view.ts'
import type { IdSet } from './id-set.ts'

// SQL of conditions that only segments have. `$1` is the account.

type Own<Type extends OwnCondition['type']> = Extract<OwnCondition, { type: Type }>
type SetCondition = Own<'sequences' | 'automations' | 'purchases' | 'engagement_level'>

export function ownSet(condition: SetCondition, isNegated: boolean, now: Date, bind: Bind): IdSet {
  switch (condition.type) {
    case 'sequences':
      return rowsSet(sequencesSql(condition, bind), isNegated)
    case 'automations':
      return rowsSet(automationsSql(condition, bind), isNegated)
    case 'purchases':
      return rowsSet(purchasesSql(condition, now, bind), isNegated)
    case 'engagement_level':
      return levelsSet(condition, isNegated, now, bind)
  }
}

/** Rows `r` of a table that name a subscriber. */
interface Rows {
  from: string
  where: string
  having?: string
}

function rowsSet({ from, where, having }: Rows, isNegated: boolean): IdSet {
  const of = (id: string) => `exists (select from ${from} where ${where} and r.subscriber_id = ${id})`
  const query = having
    ? `select r.subscriber_id as id from ${from} where ${where} group by r.subscriber_id having ${having}`
    : `select distinct r.subscriber_id as id from ${from} where ${where}`
  const has = having ? (id: string) => `exists (select from (${query}) y where y.id = ${id})` : of
  return isNegated ? { query: null, has: (id) => `not ${has(id)}` } : { query, has }
}

function sequencesSql({ ids, status }: Own<'sequences'>, bind: Bind): Rows {
  const state = status === 'any' ? '' : ` and r.state = ${bind(status)}::text::enrollment_state`
  return { from: 'enrollment r', where: `r.account_id = $1 and r.sequence_id = any (${bind(ids)}::int[])${state}` }
}

function automationsSql({ ids, status }: Own<'automations'>, bind: Bind): Rows {
  const state = { any: '', in: ' and r.ended_at is null', completed: ` and r.state = 'completed'` }[status]
  return {
    from: 'automation_run r',
    where: `r.account_id = $1 and r.automation_id = any (${bind(ids)}::int[])${state}`,
  }
}

/** Refunded purchases have another status, so they do not count. */
function purchasesSql(condition: Own<'purchases'>, now: Date, bind: Bind): Rows {
  const {
    product_ids = [],
    count_greater_than_or_equal: count,
    total_greater_than_or_equal: total,
    currency,
  } = condition
  const where = [`r.account_id = $1 and r.status = 'paid'`, ...windowSql('r.transaction_time', condition, now, bind)]
  if (currency !== undefined) where.push(`upper(r.currency) = ${bind(currency)}::text`)
  if (product_ids.length > 0)
    where.push(`r.id in (select l.purchase_id from purchase_line l
      where l.account_id = $1 and l.product_id = any (${bind(product_ids)}::int[]))`)
  const having = [
    ...(count > 1 ? [`count(*) >= ${bind(count)}::bigint`] : []),
    ...(total === undefined ? [] : [`sum(r.total) >= ${bind(String(total))}::numeric`]),
  ]
  return {
    from: 'purchase r',
    where: where.join(' and '),
    ...(having.length > 0 ? { having: having.join(' and ') } : {}),
  }
}

const LEVEL_DAYS: Record<Exclude<EngagementLevel, 'none'>, { from: number; to: number }> = {
  high: { from: 0, to: 30 },
  medium: { from: 30, to: 90 },
  low: { from: 90, to: 180 },
}

/** Subscribers who object to tracking have no level, so they match neither a level nor its opposite. */
function levelsSet({ levels }: Own<'engagement_level'>, isNegated: boolean, now: Date, bind: Bind): IdSet {
  const ago = (days: number) => `${bind(new Date(+now - days * 86_400_000))}::timestamptz`
  const engaged = `engagement e where e.account_id = $1 and not e.is_machine and e.occurred_at >= ${ago(LEVEL_DAYS.low.to)}`
  const wanted = (Object.keys(LEVEL_DAYS) as (keyof typeof LEVEL_DAYS)[]).filter((level) => levels.includes(level))
  const bounds = wanted.map((level) => {
    const { from, to } = LEVEL_DAYS[level]
    return `(max(e.occurred_at) >= ${ago(to)}${from > 0 ? ` and max(e.occurred_at) < ${ago(from)}` : ''})`
  })
  const queries = [
    ...(bounds.length > 0
      ? [`select e.subscriber_id as id from ${engaged} group by e.subscriber_id having ${bounds.join(' or ')}`]
      : []),
    ...(levels.includes('none')
      ? [
          `select g.subscriber_id as id from subscriber_engagement g where g.account_id = $1 and g.sent > 0
             and not exists (select from ${engaged} and e.subscriber_id = g.subscriber_id)`,
        ]
      : []),
  ]
  const with_level = `select l.id from (${queries.join(' union all ')}) l`
  if (!isNegated) {
    const query = `${with_level} where l.id not in (${UNTRACKED})`
    return { query, has: (id) => `${id} in (${query})` }
  }
  return {
    query: null,
    has: (id) => `not exists (select from (${with_level}) y where y.id = ${id}) and ${id} not in (${UNTRACKED})`,
  }
}

/** The value of a custom field of `subscriber t`. Null: no such field. */
export const storedSql = (id: number, bind: Bind): string =>
  `(t.fields ->> (select f.slot from custom_field f where f.account_id = $1 and f.id = ${bind(id)}::bigint))`

/** PostgreSQL's regular expression for a stored value that begins with a day. */
export const IS_DATE = '^ *[0-9]{4}-[0-9]{2}-[0-9]{2}'

/**
 * Compares dates as text, which orders them and never fails. Today is a day in the account's time zone, as for automations. In a year
 * without February 29, that day counts as February 28.
 */
export function dateFieldSql(condition: Own<'date_field'>, now: Date, bind: Bind): string {
  const { subscriber_custom_field_id, after, before, last_days, next_days, yearly } = condition
  const stored = storedSql(subscriber_custom_field_id, bind)
  const isDate = `${stored} ~ '${IS_DATE}'`
  const date = `left(ltrim(${stored}), 10)`
  const today = () =>
    `(${bind(now)}::timestamptz at time zone (select a.time_zone from account a where a.id = $1))::date`
  if (yearly) {
    const days = `array(select unnest(case when to_char(d.day, 'MM-DD') = '02-28' and to_char(d.day + 1, 'MM-DD') <> '02-29'
        then '{02-28,02-29}' else array[to_char(d.day, 'MM-DD')] end)
      from (select ${today()} + n as day from generate_series(${bind(-(last_days ?? 0))}::int, ${bind(next_days ?? 0)}::int) n) d)`
    return `(${isDate} and substr(${date}, 6) = any (${days}))`
  }
  const given = (day: string) => `${bind(day.slice(0, 10))}::text`
  const dayAt = (days: number) => `to_char(${today()} + ${bind(days)}::int, 'YYYY-MM-DD')`
  const bounds: string[] = []
  if (after !== undefined) bounds.push(`${date} >= ${given(after)}`)
  if (before !== undefined) bounds.push(`${date} <= ${given(before)}`)
  // With only one of the two, today is the other end.
  if (last_days !== undefined || next_days !== undefined)
    bounds.push(`${date} between ${dayAt(-(last_days ?? 0))} and ${dayAt(next_days ?? 0)}`)
  return `(${[isDate, ...bounds].join(' and ')})`
}

/** Splits the labels of a stored value as `splitChoices` does. A text search first limits the values to split. */
export function choiceFieldSql({ subscriber_custom_field_id, value }: Own<'choice_field'>, bind: Bind): string {
  const stored = storedSql(subscriber_custom_field_id, bind)
  if (value === '') return `${stored} <> ''`
  const label = `lower(${bind(value)}::text)`
  const labels = String.raw`regexp_split_to_array(regexp_replace(lower(${stored}), '^\s+|\s+$', '', 'g'), '\s*[,;]\s*')`
  return `case when position(${label} in lower(${stored})) > 0 then ${label} = any (${labels}) else false end`
}
