import type { Page } from '../../../core/page/page.ts'
import type { PageSpec, SortKey } from '../../../core/page/sql.ts'
import type { ListSort } from '../columns-schema.ts'
import { ENGAGEMENT_RANK } from '../engagement/engagement.ts'
import { IS_DATE } from '../filter/own-conditions.ts'
import { MAX_SORTED, STATES } from '../values-schema.ts'
import type { Bind } from '../view.ts'
import { LOCATION_SQL, lastOpenedSql, SOURCE_SQL, type SortField } from './columns.ts'

// Sorts without an index: reads all matches once with their sort value, and then the page's rows.

/** Value by which a list is sorted. */
export interface ListSortKey {
  /** Name in cursors, whose keys depend on the type of a field. */
  name: string
  /** The value for `subscriber t`, or for the subscriber with an id. */
  value: { of_row: (bind: Bind) => string } | { of_id: (id: string) => string }
  /** The sort key of `value`: a column of both the order and its cursors. */
  key: (value: string, bind: Bind) => string
  type: SortKey['type']
  /** 0: compared values. Larger: values that follow in either direction. */
  rank?: (value: string, bind: Bind) => string
}

/** Returns undefined for an unknown field. */
export function listSortKey(sort: ListSort, field: SortField | undefined): ListSortKey | undefined {
  if (sort === 'sent' || sort === 'opens' || sort === 'clicks') {
    const { expr, type } = ENGAGEMENT_RANK[`engagement__${sort}`]
    const of_id = (id: string) =>
      `(select ${expr} from subscriber_engagement e where e.account_id = $1 and e.subscriber_id = ${id})`
    return { name: sort, value: { of_id }, key: (value) => `coalesce(${value}, 0)`, type }
  }
  if (!field) return COLUMN_KEYS[sort]
  return {
    name: `${sort}:${field.type}`,
    value: { of_row: (bind) => `t.fields ->> ${bind(field.slot)}::text` },
    ...typedKey(field),
  }
}

/** Sort values of columns. */
const COLUMN_KEYS: Partial<Record<ListSort, ListSortKey>> = {
  joined: { name: 'joined', value: { of_row: () => 't.created_at' }, key: (value) => value, type: 'timestamptz' },
  last_opened: {
    name: 'last_opened',
    value: { of_id: lastOpenedSql },
    key: (value) => `coalesce(${value}, 'epoch')`,
    type: 'timestamptz',
    rank: (value) => `case when ${value} is null then 1 else 0 end`,
  },
  source: { name: 'source', value: { of_row: () => SOURCE_SQL }, ...textKey() },
  location: { name: 'location', value: { of_row: () => LOCATION_SQL }, ...textKey() },
  state: {
    name: 'state',
    value: { of_row: () => 't.state::text' },
    key: (value, bind) => `array_position(${bind(STATES)}::text[], ${value})`,
    type: 'integer',
  },
}

/** More characters would make cursors longer than an address allows. */
const COMPARED_CHARACTERS = 200

/** Compares as filters do: numbers by value, dates by day, other text case-insensitively. Choices have their own order. */
function typedKey({ type, choices }: SortField): Pick<ListSortKey, 'key' | 'type' | 'rank'> {
  const fitting = (fits: (value: string, bind: Bind) => string) => (value: string, bind: Bind) =>
    `case when ${isEmpty(value)} then 2 when ${fits(value, bind)} then 0 else 1 end`
  const position = (value: string, bind: Bind) => `array_position(${bind(choices)}::text[], ${value})`
  switch (type) {
    case 'number':
      return {
        // Only numbers reach the cast.
        key: (value) => `case when ${isNumber(value)} then ${value}::numeric else 0 end`,
        type: 'numeric',
        rank: fitting(isNumber),
      }
    case 'date':
      return {
        key: (value) => `case when ${isDate(value)} then left(ltrim(${value}), 10) else '' end`,
        type: 'text',
        rank: fitting(isDate),
      }
    case 'choice':
      return {
        key: (value, bind) => `coalesce(${position(value, bind)}, 0)`,
        type: 'integer',
        rank: fitting((value, bind) => `${position(value, bind)} is not null`),
      }
    default:
      return textKey()
  }
}

function textKey(): Pick<ListSortKey, 'key' | 'type' | 'rank'> {
  return {
    key: (value) => `coalesce(left(lower(btrim(${value})), ${COMPARED_CHARACTERS}), '')`,
    type: 'text',
    rank: (value) => `case when ${isEmpty(value)} then 1 else 0 end`,
  }
}

const MAX_DIGITS = 100

const isEmpty = (value: string) => `coalesce(btrim(${value}), '') = ''`
/**
 * Matches values that the filter compares as numbers. Limits the length separately, because PostgreSQL is slow with expressions that limit
 * digits.
 */
const isNumber = (value: string) =>
  `(length(${value}) <= ${MAX_DIGITS} and ${value} ~ '^[ \\t]*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)[ \\t]*$')`
const isDate = (value: string) => `${value} ~ '${IS_DATE}'`

/** Statements that return the ids of all matches. */
interface Matching {
  /** Returns them with another column. */
  sql: (column: string) => string
  id: string
  /** `row`: they read rows of `subscriber t`. `id`: only ids. */
  of: 'row' | 'id'
}

/** Reads one more than the limit, and then sorts nothing. A value in the row is read with the row, once. */
export function sortedSpec(
  { sql, id, of }: Matching,
  { key, dir, bind, with: others }: { key: ListSortKey; dir: SortKey['dir']; bind: Bind; with?: string | undefined },
): Omit<PageSpec, 'view' | 'values'> {
  const { value, rank } = key
  const read =
    'of_id' in value
      ? value.of_id(id)
      : of === 'row'
        ? value.of_row(bind)
        : `(select ${value.of_row(bind)} from subscriber t where t.account_id = $1 and t.id = ${id})`
  const matches = `found as materialized (
    select c.id, c.value from (${sql(`, ${read} as value`)}) c limit ${MAX_SORTED + 1})`
  const keys = [...(rank ? [`${rank('c.value', bind)} as rank`] : []), `${key.key('c.value', bind)} as key`]
  const by_key: PageSpec['order'] = [
    { expr: 'f.key', type: key.type, dir },
    { expr: 'f.id', type: 'bigint', dir },
  ]
  return {
    name: `subscribers:sorted:${key.name}`,
    with: others ? `${others}, ${matches}` : matches,
    total: 'select count(*) from found',
    from: `(select c.id, ${keys.join(', ')} from found c) f`,
    where: [`(select count(*) from found) <= ${MAX_SORTED}`],
    order: rank ? [{ expr: 'f.rank', type: 'integer', dir: 'asc' }, ...by_key] : by_key,
    columns: 'f.id as found_id',
    details: 'subscriber t on t.account_id = $1 and t.id = r.found_id',
  }
}

/** Returns whether there are too many matches to sort. Such a page has no rows. */
export const isTooMany = ({ pagination }: Page<unknown>): boolean => (pagination.total_count ?? 0) > MAX_SORTED
