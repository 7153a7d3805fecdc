import { z } from 'zod'
import type { RowBytes } from '../db/row-bytes.ts'
import type { AccountSql } from '../db/sql.ts'
import { invalid } from './errors.ts'
import { PageRows, type RowMember } from './page-rows.ts'
import { Flag } from './wire.ts'

export const DEFAULT_PER_PAGE = 500
export const MAX_PER_PAGE = 1000

/** Paging parameters of every list: contract 6.1. */
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

/** One page of a list: REST passes its JSON on, the dashboard reads the rows. */
export interface Page<Row> {
  /** An object with the rows under this name, and the pagination. */
  body: (name: string) => Buffer<ArrayBuffer>
  /** Lets others use the memory of the body, once it is sent. */
  release: () => void
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
  /** A second from clause with other rows of the same tables: each is read in the order of the list, then both are merged. */
  and_from?: string | undefined
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
  /** A large member of each row, written here: PostgreSQL would take longer. */
  member?: RowMember
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
  const [found, counted] = await Promise.all([
    sql.bytes(pageSql(spec, where, { is_reversed: Boolean(before), limit: values.length + 1 }), values),
    include_total_count && !spec.total ? countRows(sql, spec) : undefined,
  ])
  const total = spec.total ? Number(found.text(0, found.column('total'))) : counted
  const rows = rowsInOrder(found, per_page)
  if (before) rows.reverse()
  const more = found.count > per_page
  const pagination = {
    has_previous_page: before ? more : Boolean(after) && rows.length > 0,
    has_next_page: before ? rows.length > 0 : more,
    start_cursor: writeCursor(spec, found, rows[0]),
    end_cursor: writeCursor(spec, found, rows.at(-1)),
    per_page,
    ...(total === undefined ? {} : { total_count: total }),
  }
  const written = new PageRows(found, rows, spec.member)
  found.release()
  return {
    body: (name) => written.object(name, `,"pagination":${JSON.stringify(pagination)}}`),
    rows: () => written.parsed() as Row[],
    release: () => written.release(),
    pagination,
  }
}

/** The rows of the answer that the page shows. The number is null when only the total was found. */
function rowsInOrder(found: RowBytes, per_page: number): number[] {
  const column = found.column('row_no')
  const rows: number[] = []
  for (let row = 0; row < found.count; row++) {
    const number = Number(found.text(row, column))
    if (number > 0 && number <= per_page) rows[number - 1] = row
  }
  // A join of details can leave gaps.
  return rows.filter((row) => row !== undefined)
}

/** Only the columns that the view needs are read: the scan is no common table expression, which would keep them all. */
function pageSql(spec: PageSpec, where: readonly string[], page: { is_reversed: boolean; limit: number }): string {
  const { order, member, details, total } = spec
  const row = details ? 'r' : 't'
  const scan = (from: string) => `
        select ${spec.columns ?? 't.*'}, ${order.map((key, i) => `${key.expr} as sort_key_${i}`).join(', ')}
        from ${from}
        where ${where.join(' and ')}
        order by ${orderBy(order, page.is_reversed)}
        limit $${page.limit}`
  const numbered = `(
      select row_number() over ()::int as row_no, t.* from (${spec.and_from ? merged(spec, scan, page) : scan(spec.from)}
      ) t
    ) ${row}`
  const columns = [
    `${row}.row_no`,
    'v.row',
    ...(member
      ? [`${member.sql} as member`, `case when ${row}.row_no = 1 then (${member.context}) end as context`]
      : []),
    ...order.map((key, i) => `${keyText(key, `${row}.sort_key_${i}`)} as key_${i}`),
  ]
  const text = `select ${columns.join(', ')}
    from ${numbered}${details ? ` join ${details}` : ''}
    cross join lateral (select row_to_json(v)::text as row from (select ${spec.view}) v) v`
  const counted = total
    ? `select c.total, p.* from (select (${total})::int as total) c left join (${text}) p on true`
    : text
  return spec.with ? `with ${spec.with} ${counted}` : counted
}

export async function countRows(
  sql: AccountSql,
  { from, and_from, where, values }: Pick<PageSpec, 'from' | 'and_from' | 'where' | 'values'>,
): Promise<number> {
  const count = (source: string) => `(select count(*) from ${source} where ${where.join(' and ')})`
  const row = await sql.one<{ count: number }>(
    `select (${[from, and_from]
      .filter((source) => source !== undefined)
      .map(count)
      .join(' + ')})::int as count`,
    values,
  )
  return row?.count ?? 0
}

/** Each from clause gives a page at most, so both are read by index however many rows match. */
function merged(
  { from, and_from = '', order }: PageSpec,
  scan: (from: string) => string,
  { is_reversed, limit }: { is_reversed: boolean; limit: number },
): string {
  const by_keys = order.map((key, i) => ({ ...key, expr: `t.sort_key_${i}` }))
  return `
        select t.* from ((${scan(from)}) union all (${scan(and_from)})) t
        order by ${orderBy(by_keys, is_reversed)} limit $${limit}`
}

const orderBy = (order: readonly SortKey[], reversed: boolean) =>
  order.map((key) => `${key.expr} ${(key.dir === 'desc') === reversed ? 'asc' : 'desc'}`).join(', ')

/** Times are milliseconds here and text in the cursor. */
const keyText = (key: SortKey, column: string) =>
  key.type === 'timestamptz' ? `floor(extract(epoch from ${column}) * 1000)::text` : `${column}::text`

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

function writeCursor(spec: PageSpec, found: RowBytes, row: number | undefined): string | null {
  if (row === undefined) return null
  const keys = spec.order.map(({ type }, i) => {
    const text = found.text(row, found.column(`key_${i}`))
    return type === 'timestamptz' && text !== null ? new Date(Number(text)).toISOString() : text
  })
  return Buffer.from(JSON.stringify([signature(spec), ...keys])).toString('base64url')
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
