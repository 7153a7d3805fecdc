import { z } from 'zod'
import type { AccountSql } from '../db/sql.ts'
import { invalid } from './errors.ts'
import { Flag } from './wire.ts'

export const DEFAULT_PER_PAGE = 500
export const MAX_PER_PAGE = 1000

/** Paging parameters of every list: contract section 6.1. */
export const PageQuery = z.object({
  after: z.string().optional().meta({ description: 'Cursor: the page that follows `end_cursor`.' }),
  before: z.string().optional().meta({ description: 'Cursor: the page that precedes `start_cursor`.' }),
  per_page: z
    .preprocess(
      (value) => (typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value),
      z
        .int({ error: 'per_page must be between 1 and 1000' })
        .min(1, 'per_page must be between 1 and 1000')
        .transform((value) => Math.min(value, MAX_PER_PAGE)),
    )
    .default(DEFAULT_PER_PAGE)
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: MAX_PER_PAGE,
      description: 'Rows per page; larger values are clamped to 1000.',
    }),
  include_total_count: Flag.default(false).meta({
    type: 'boolean',
    description: 'Adds `pagination.total_count`; slow on large lists, ask for it once.',
  }),
})
export type PageQuery = z.infer<typeof PageQuery>

export const Pagination = z
  .object({
    has_previous_page: z.boolean(),
    has_next_page: z.boolean(),
    start_cursor: z.string().nullable(),
    end_cursor: z.string().nullable(),
    per_page: z.int(),
    total_count: z.int().optional().meta({ description: 'Present only when requested.' }),
  })
  .meta({ id: 'Pagination' })
export type Pagination = z.infer<typeof Pagination>

/** One page of a list as PostgreSQL wrote it: REST passes the text on, the dashboard reads the rows. */
export interface Page<Row> {
  json: string
  pagination: Pagination
  rows: () => Row[]
}

/** One sort key. `type` is its PostgreSQL type; the value in a cursor is its text. */
export interface SortKey {
  expr: string
  type: 'bigint' | 'integer' | 'timestamptz' | 'text' | 'double precision'
  dir: 'asc' | 'desc'
}

export interface PageSpec {
  /** Names the list and its sort; a cursor of another list or sort is refused. */
  name: string
  /** Select list of the view over `t`, with a from clause of its own where it needs one; evaluated for the rows of the page only. */
  view: string
  /** From clause with everything that the where and the sort keys need. */
  from: string
  /** Conditions, ANDed. `$1` is the account. */
  where: string[]
  /** Values from `$2` on. */
  values: unknown[]
  /** Values that only the view names: their places go on after those of `values`. */
  view_values?: unknown[]
  /** A total order: the last key is unique. */
  order: [SortKey, ...SortKey[]]
  /** Columns that the view needs of the rows; `t.*` by default, where the from clause names its table `t`. */
  columns?: string
  /** Common table expressions that `from` names. */
  with?: string
  /** The table of the rows' details with its join condition, where `r` is a row of `columns`: read for the rows of the page only. */
  details?: string
  /** Counts all rows in the same statement, so that `with` is evaluated once; always in the answer. */
  total?: string
}

/** Keyset paging in one statement: a page in the middle costs what the first costs. */
export async function keysetPage<Row>(sql: AccountSql, spec: PageSpec, query: PageQuery): Promise<Page<Row>> {
  const { after, before, per_page, include_total_count } = query
  if (after && before) throw invalid('after and before cannot be combined')
  const values = [...spec.values, ...(spec.view_values ?? [])]
  const where = [...spec.where]
  const cursor = after || before
  if (cursor) where.push(boundary(spec, readCursor(spec, cursor, after ? 'after' : 'before'), Boolean(before), values))
  values.push(per_page + 1)
  const text = `
    with ${spec.with ? `${spec.with}, ` : ''}scan as materialized (
      select ${spec.columns ?? 't.*'}, ${spec.order.map((key, i) => `${key.expr} as sort_key_${i}`).join(', ')}
      from ${spec.from}
      where ${where.join(' and ')}
      order by ${orderBy(spec.order, Boolean(before))}
      limit $${values.length + 1}
    ), numbered as (
      select row_number() over () as row_no, t.* from scan t
    ), page as (
      select ${spec.details ? `r.*, t.* from numbered r join ${spec.details}` : '* from numbered'}
    )
    select count(*)::int as found, ${spec.total ? `(${spec.total})::int` : 'null::int'} as total,
           '[' || coalesce(string_agg(v.row, ',' order by t.row_no ${before ? 'desc' : 'asc'}) filter (where t.row_no <= ${per_page}), '') || ']' as json,
           max(${cursorText(spec)}) filter (where t.row_no = 1) as first,
           max(${cursorText(spec)}) filter (where t.row_no = least(${per_page}, (select count(*) from scan))) as last
    from page t
    cross join lateral (select row_to_json(r)::text as row from (select ${spec.view}) r) v`
  const [page, counted] = await Promise.all([
    sql.one<{ found: number; total: number | null; json: string; first: string | null; last: string | null }>(
      text,
      values,
    ),
    include_total_count && !spec.total ? countRows(sql, spec) : undefined,
  ])
  const { found = 0, json = '[]', first = null, last = null } = page ?? {}
  const total = page?.total ?? counted
  const more = found > per_page
  const [start, end] = before ? [last, first] : [first, last]
  return {
    json,
    rows: () => JSON.parse(json) as Row[],
    pagination: {
      has_previous_page: before ? more : Boolean(after) && found > 0,
      has_next_page: before ? found > 0 : more,
      start_cursor: writeCursor(spec, start),
      end_cursor: writeCursor(spec, end),
      per_page,
      ...(total === undefined ? {} : { total_count: total }),
    },
  }
}

export async function countRows(sql: AccountSql, spec: Pick<PageSpec, 'from' | 'where' | 'values'>): Promise<number> {
  const row = await sql.one<{ count: number }>(
    `select count(*)::int as count from ${spec.from} where ${spec.where.join(' and ')}`,
    spec.values,
  )
  return row?.count ?? 0
}

const orderBy = (order: readonly SortKey[], reversed: boolean) =>
  order.map((key) => `${key.expr} ${(key.dir === 'desc') === reversed ? 'asc' : 'desc'}`).join(', ')

const keyText = (key: SortKey, column: string) =>
  key.type === 'timestamptz'
    ? `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : `${column}::text`

const cursorText = (spec: PageSpec) =>
  `json_build_array(${spec.order.map((key, i) => keyText(key, `t.sort_key_${i}`)).join(', ')})::text`

/** Row comparison for uniform directions, spelled out when they are mixed. */
function boundary(spec: PageSpec, cursor: string[], reversed: boolean, values: unknown[]): string {
  const first = values.length + 2
  values.push(...cursor)
  const sides = spec.order.map((key, i) => ({ key, value: `$${first + i}::text::${key.type}` }))
  const less = (key: SortKey) => (key.dir === 'desc') !== reversed
  if (sides.every(({ key }) => less(key) === less(spec.order[0]))) {
    const left = sides.map(({ key }) => key.expr).join(', ')
    const right = sides.map(({ value }) => value).join(', ')
    return `(${left}) ${less(spec.order[0]) ? '<' : '>'} (${right})`
  }
  const steps = sides.map(({ key, value }, i) => {
    const equal = sides.slice(0, i).map((side) => `${side.key.expr} = ${side.value}`)
    return `(${[...equal, `${key.expr} ${less(key) ? '<' : '>'} ${value}`].join(' and ')})`
  })
  return `(${steps.join(' or ')})`
}

const signature = (spec: PageSpec) => `${spec.name}:${spec.order.map((key) => key.dir[0]).join('')}`

function writeCursor(spec: PageSpec, keys: string | null): string | null {
  if (keys === null) return null
  return Buffer.from(JSON.stringify([signature(spec), ...(JSON.parse(keys) as string[])])).toString('base64url')
}

function readCursor(spec: PageSpec, cursor: string, name: 'after' | 'before'): string[] {
  const refusal = invalid(`${name} is not a valid cursor`)
  const [list, ...keys] = decode(cursor) ?? []
  if (list !== signature(spec) || keys.length !== spec.order.length) throw refusal
  if (!keys.every((key, i) => isKey(key, spec.order[i]?.type ?? 'text'))) throw refusal
  return keys
}

function decode(cursor: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(value) && value.every((part) => typeof part === 'string') ? value : undefined
  } catch {
    return undefined
  }
}

const isKey = (key: string, type: SortKey['type']) =>
  PATTERN[type].test(key) &&
  (type !== 'integer' || Math.abs(Number(key)) <= MAX_INT4) &&
  (type !== 'timestamptz' || (new Date(key).toJSON() === key && !key.startsWith('0000')))

const MAX_INT4 = 2_147_483_647

/** What a key's text may look like, so that a made-up cursor can never reach a cast. */
const PATTERN: Record<SortKey['type'], { test: (key: string) => boolean }> = {
  bigint: /^-?\d{1,18}$/,
  integer: /^-?\d{1,10}$/,
  timestamptz: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  'double precision': /^-?\d{1,15}(\.\d{1,17})?(e[-+]?\d{1,2})?$/,
  // PostgreSQL cannot store NUL.
  text: { test: (key) => key.length <= 1_000 && !key.includes('\0') },
}
