import { ACCOUNT_PLAN, ONE_PLAN } from '../../db/statements/one-plan.ts'
import type { RowMember } from './rows.ts'

/** A sort key. `type` is its PostgreSQL type; a cursor has its value as text. */
export interface SortKey {
  expr: string
  type: 'bigint' | 'integer' | 'numeric' | 'timestamptz' | 'text' | 'double precision'
  dir: 'asc' | 'desc'
}

export interface PageSpec {
  /** Identifies the list and its sort. Cursors of others are refused. */
  name: string
  /** Select list of the view over `t`, with its own from clause if needed. Evaluated for the page's rows only. */
  view: string
  /** From clause with everything that conditions and sort keys need. */
  from: string
  /** Second from clause with other rows of the same tables. Both are read in the list's order and merged. */
  and_from?: string | undefined
  /** Limits `and_from` to rows whose first sort key is `value`, the smallest value of an integer column. */
  and_key?: { expr: string; value: number }
  /** From clause for the total, if it needs fewer tables. */
  count_from?: string
  /** Larger totals are returned as this plus one, so counting very many rows stops early. */
  most_counted?: number | undefined
  /** Conditions, ANDed. `$1` is the account. */
  where: string[]
  /** Values from `$2` on. */
  values: unknown[]
  /** Values only for the view, numbered after `values`. */
  view_values?: unknown[]
  /** A total order: the last key is unique. */
  order: [SortKey, ...SortKey[]]
  /** Columns that the view needs. Default: `t.*`, if the from clause names its table `t`. */
  columns?: string
  /** Common table expressions for `from`. */
  with?: string
  /** Table with details and its join condition, in which `r` is a row of `columns`. Read for the page's rows only. */
  details?: string
  /** Counts all rows in the same statement, which evaluates `with` once. Always included. */
  total?: string
  /** A value beside the total, passed to `take` as text. */
  aside?: { sql: string; take: (text: string | null) => void }
  /** True if PostgreSQL may keep one plan for all values. */
  keeps_plan?: boolean
  /**
   * Alias of the table whose `account_id` is the list's. PostgreSQL then keeps a plan for each account, so it must be one that has the list's order in
   * an index, and `where` may have no values but constants.
   */
  planned_for?: string
  /** A large property of each row that this process writes faster than PostgreSQL. */
  member?: RowMember
}

interface PageSource {
  from: string
  where: string[]
  /** Sort keys of this source. `and_key` may replace the first one. */
  order: PageSpec['order']
  /** The first sort key of all rows, if they share it. */
  shared?: number | undefined
}

/** Returns the sources of a page: each from clause with the cursor's conditions. */
export function sourcesOf(
  { from, and_from, and_key, where, order }: PageSpec,
  { cursor, is_reversed, values }: { cursor: string[] | undefined; is_reversed: boolean; values: unknown[] },
): PageSource[] {
  const source = (from: string, by: PageSpec['order'], keys: string[] | undefined): PageSource => ({
    from,
    where: keys ? [...where, boundary(by, keys, is_reversed, values)] : where,
    order: by,
  })
  const first = source(from, order, cursor)
  if (!and_from) return [first]
  if (!and_key) return [first, { ...first, from: and_from }]
  const [{ dir }, ...others] = order
  const { expr, value } = and_key
  const isFalling = (dir === 'desc') !== is_reversed
  const distance = cursor ? (Number(cursor[0]) - value) * (isFalling ? 1 : -1) : 0
  // All rows are before the cursor, after it, or share its first key.
  if (distance < 0) return [first]
  const keys = cursor && distance === 0 ? [String(value), ...cursor.slice(1)] : undefined
  const second = source(and_from, [{ expr, type: 'integer', dir }, ...others], keys)
  // With `=`, PostgreSQL would consider them sorted by the other keys and might read a whole joined table in that order. An index scan
  // starts at only one bound; a second one would make it read everything in between.
  if (!keys || !isFalling) second.where = [...second.where, `${expr} <= ${value}`]
  return [first, { ...second, shared: value }]
}

/** The scan is no common table expression, which would read all columns instead of those in the view. */
export function pageSql(
  spec: PageSpec,
  sources: readonly PageSource[],
  page: { is_reversed: boolean; limit: string },
): string {
  const { order, member, details, total, aside } = spec
  const row = details ? 'r' : 't'
  const scan = ({ from, where, order: by, shared }: PageSource) => {
    // Without a cast PostgreSQL knows the column's order, and reads no more rows than the merged page needs.
    const keys = order.map(({ expr, type }, i) => {
      if (i > 0 || shared === undefined) return expr
      return type === by[0].type ? by[0].expr : `${shared}::${type}`
    })
    return `
        select ${spec.columns ?? 't.*'}, ${keys.map((key, i) => `${key} as sort_key_${i}`).join(', ')}
        from ${from}
        where ${where.join(' and ')}
        order by ${orderBy(by, page.is_reversed)}
        limit ${page.limit}`
  }
  const numbered = `(
      select row_number() over ()::int as row_no, t.* from (${merged(order, sources.map(scan), page)}
      ) t
    ) ${row}`
  const columns = [
    `${row}.row_no`,
    ...(member ? [`case when ${row}.row_no = 1 then (${member.context}) end as context`] : []),
    ...order.map((key, i) => `${keyText(key, `${row}.sort_key_${i}`)} as key_${i}`),
    // Properties of the row come last, so their names may be the same as those above.
    'v.*',
    ...(member ? [`${member.sql} as ${member.name}`] : []),
  ]
  const text = `select ${columns.join(', ')}
    from ${numbered}${details ? ` join ${details}` : ''}
    cross join lateral (select ${spec.view}) v`
  const beside = aside ? `, (${aside.sql})::text as aside` : ''
  const counted = total
    ? `select c.*, p.* from (select (${total})::int as total${beside}) c left join (${text}) p on true`
    : text
  const plan = spec.keeps_plan ? ONE_PLAN : spec.planned_for ? ACCOUNT_PLAN : ''
  return `${plan}${spec.with ? `with ${spec.with} ` : ''}${counted}`
}

/** Each from clause returns at most a page, so both use their index for any number of matches. */
function merged(
  order: PageSpec['order'],
  [first = '', ...others]: string[],
  { is_reversed, limit }: { is_reversed: boolean; limit: string },
): string {
  if (others.length === 0) return first
  const by_keys = order.map((key, i) => ({ ...key, expr: `t.sort_key_${i}` }))
  return `
        select t.* from (${[first, ...others].map((scan) => `(${scan})`).join(' union all ')}) t
        order by ${orderBy(by_keys, is_reversed)} limit ${limit}`
}

const orderBy = (order: readonly SortKey[], reversed: boolean) =>
  order.map((key) => `${key.expr} ${(key.dir === 'desc') === reversed ? 'asc' : 'desc'}`).join(', ')

/** Text of a key. Times have milliseconds. */
export const keyText = (key: SortKey, column: string): string =>
  key.type === 'timestamptz' ? `floor(extract(epoch from ${column}) * 1000)::text` : `${column}::text`

/** Compares rows as a whole if all keys have one direction, otherwise key by key. */
function boundary(order: PageSpec['order'], cursor: string[], reversed: boolean, values: unknown[]): string {
  const first = values.length + 2
  values.push(...cursor)
  const sides = order.map((key, i) => ({ key, value: `$${first + i}::text::${key.type}` }))
  const less = (key: SortKey) => (key.dir === 'desc') !== reversed
  if (sides.every(({ key }) => less(key) === less(order[0]))) {
    const left = sides.map(({ key }) => key.expr).join(', ')
    const right = sides.map(({ value }) => value).join(', ')
    return `(${left}) ${less(order[0]) ? '<' : '>'} (${right})`
  }
  const steps = sides.map(({ key, value }, i) => {
    const equal = sides.slice(0, i).map((side) => `${side.key.expr} = ${side.value}`)
    return `(${[...equal, `${key.expr} ${less(key) ? '<' : '>'} ${value}`].join(' and ')})`
  })
  return `(${steps.join(' or ')})`
}
