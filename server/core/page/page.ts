import { z } from 'zod'
import { ONE_PLAN } from '../../db/statements/one-plan.ts'
import type { RowBytes } from '../../db/statements/row-bytes.ts'
import type { AccountSql } from '../../db/statements/sql.ts'
import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import { Flag, named } from '../wire.ts'
import { PageRows } from './rows.ts'
import { keyText, type PageSpec, pageSql, type SortKey, sourcesOf } from './sql.ts'

export const DEFAULT_PER_PAGE = 500
export const MAX_PER_PAGE = 1000

/** Paging parameters of all lists (contract 6.1). */
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

export const Pagination = named('Pagination', {
  has_previous_page: z.boolean(),
  has_next_page: z.boolean(),
  start_cursor: z.string().nullable(),
  end_cursor: z.string().nullable(),
  per_page: z.int(),
  total_count: z.int().optional().meta({ description: 'Present only when requested.' }),
})
export type Pagination = z.infer<typeof Pagination>

/** A page of a list. REST sends its JSON; the dashboard reads its rows. */
export interface Page<Row> {
  /** Returns a JSON object with the rows under this name, and the pagination. */
  body: (name: string) => Buffer<ArrayBuffer>
  /** Releases the memory of the sent body for reuse. */
  release: () => void
  pagination: Pagination
  rows: () => Row[]
}

/** Reads a page by keyset, in one statement: a page in the middle costs as much as the first. */
export async function keysetPage<Row>(sql: AccountSql, query: PageQuery, spec: PageSpec): Promise<Page<Row>> {
  const { after, before, per_page, include_total_count } = query
  if (after && before) throw invalid('after and before cannot be combined')
  const values = [...spec.values, ...(spec.view_values ?? [])]
  const cursor = (after || before) && readCursor(spec, after || before || '', after ? 'after' : 'before')
  const where = spec.planned_for ? [...spec.where, `${spec.planned_for}.account_id = ${sql.account_id}`] : spec.where
  const sources = sourcesOf({ ...spec, where }, { cursor: cursor || undefined, is_reversed: Boolean(before), values })
  // As a value, PostgreSQL would take the limit for a tenth of all rows, and never find a kept plan cheaper.
  const limit = spec.planned_for ? String(per_page + 1) : `$${values.push(per_page + 1) + 1}`
  const [found, counted] = await Promise.all([
    sql.bytes(pageSql(spec, sources, { is_reversed: Boolean(before), limit }), values),
    include_total_count && !spec.total ? countRows(sql, spec) : undefined,
  ])
  const total = spec.total ? Number(found.text(0, found.column('total'))) : counted
  spec.aside?.take(found.text(0, found.column('aside')))
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
  const first_column = found.column(`key_${spec.order.length - 1}`) + 1
  const written = new PageRows(found, { rows, first_column, member: spec.member })
  found.release()
  return {
    body: (name) => written.object(name, `,"pagination":${JSON.stringify(pagination)}}`),
    rows: () => written.parsed() as Row[],
    release: () => written.release(),
    pagination,
  }
}

type UniqueSpec = Pick<PageSpec, 'name' | 'view' | 'from' | 'where' | 'values' | 'order'>

/**
 * Reads a list with at most one row by a unique key, like `keysetPage` without a cursor. `view` is a list of columns. Without sorting and
 * limits PostgreSQL keeps one plan, which takes a third of the CPU time.
 */
export async function pageOfOne<Row>(
  sql: AccountSql,
  { per_page, include_total_count }: PageQuery,
  spec: UniqueSpec,
): Promise<Page<Row>> {
  const { name, view, from, where, values, order } = spec
  const first_row = await sql.one<Row & { page_keys?: (string | null)[] }>(
    `${ONE_PLAN}select ${view}, array[${order.map((key) => keyText(key, key.expr)).join(', ')}] as page_keys
     from ${from} where ${where.join(' and ')}`,
    values,
  )
  const cursor = first_row ? cursorOf({ name, order }, first_row.page_keys ?? []) : null
  delete first_row?.page_keys
  const rows = first_row ? [first_row] : []
  const pagination = {
    has_previous_page: false,
    has_next_page: false,
    start_cursor: cursor,
    end_cursor: cursor,
    per_page,
    ...(include_total_count ? { total_count: rows.length } : {}),
  }
  return pageOfRows({ rows, pagination })
}

/**
 * Makes a list of a verb that reads all rows, because they are few. A cursor is the id of a row and its place, where the list continues after
 * the row is deleted.
 */
export const pagesOf =
  <In, Row>(
    name: string,
    readAll: (ctx: Ctx, input: In) => Promise<readonly Row[]>,
    idOf: (row: Row) => number = (row) => (row as { id: number }).id,
  ) =>
  async (ctx: Ctx, { after, before, per_page, include_total_count, ...input }: In & PageQuery): Promise<Page<Row>> => {
    if (after && before) throw invalid('after and before cannot be combined')
    const spec: PagesSpec = { name, order: [PLACE, { ...PLACE, expr: 'id' }] }
    const all = await readAll(ctx, input as unknown as In)
    const placeOf = (cursor: string, parameter: 'after' | 'before', next: number) => {
      const [place, id] = readCursor(spec, cursor, parameter).map(Number)
      const at = all.findIndex((row) => idOf(row) === id)
      return at < 0 ? Math.max(0, Math.min(place ?? 0, all.length)) : at + next
    }
    const end = before ? placeOf(before, 'before', 0) : all.length
    const start = after ? placeOf(after, 'after', 1) : before ? Math.max(0, end - per_page) : 0
    const rows = all.slice(start, Math.min(end, start + per_page))
    const cursorAt = (at: number) => (rows[at] ? cursorOf(spec, [start + at, idOf(rows[at])].map(String)) : null)
    const pagination = {
      has_previous_page: start > 0,
      has_next_page: start + rows.length < all.length,
      start_cursor: cursorAt(0),
      end_cursor: cursorAt(rows.length - 1),
      per_page,
      ...(include_total_count ? { total_count: all.length } : {}),
    }
    return pageOfRows({ rows, pagination })
  }

const PLACE: SortKey = { expr: 'place', type: 'integer', dir: 'asc' }

/** Returns a page of rows that were completed after they were read. */
export const pageOfRows = <Row>({ rows, pagination }: { rows: Row[]; pagination: Pagination }): Page<Row> => ({
  body: (list) => Buffer.from(JSON.stringify({ [list]: rows, pagination })),
  rows: () => rows,
  release: () => undefined,
  pagination,
})

/** Returns rows in the order of the page. A row without a number has only the total. */
function rowsInOrder(found: RowBytes, per_page: number): number[] {
  const column = found.column('row_no')
  const rows: number[] = []
  for (let row = 0; row < found.count; row++) {
    const number = Number(found.text(row, column))
    if (number > 0 && number <= per_page) rows[number - 1] = row
  }
  // The join with details can drop rows.
  return rows.filter((row) => row !== undefined)
}

export async function countRows(
  sql: AccountSql,
  {
    from,
    and_from,
    count_from,
    most_counted,
    where,
    values,
  }: Pick<PageSpec, 'from' | 'and_from' | 'count_from' | 'most_counted' | 'where' | 'values'>,
): Promise<number> {
  const matching = (source: string) => `from ${source} where ${where.join(' and ')}`
  const count = (source: string) =>
    most_counted === undefined
      ? `(select count(*) ${matching(source)})`
      : `(select count(*) from (select ${matching(source)} limit ${most_counted + 1}) c)`
  const row = await sql.one<{ count: number }>(
    `select (${(count_from ? [count_from] : [from, and_from])
      .filter((source) => source !== undefined)
      .map(count)
      .join(' + ')})::int as count`,
    values,
  )
  return row?.count ?? 0
}

type PagesSpec = Pick<PageSpec, 'name' | 'order'>

const signature = (spec: PagesSpec) => `${spec.name}:${spec.order.map((key) => key.dir[0]).join('')}`

/** Returns whether a cursor belongs to this list and sort. */
export const isCursorOf = (spec: PageSpec, cursor: string): boolean => decode(cursor)?.[0] === signature(spec)

function writeCursor(spec: PageSpec, found: RowBytes, row: number | undefined): string | null {
  if (row === undefined) return null
  return cursorOf(
    spec,
    spec.order.map((_, i) => found.text(row, found.column(`key_${i}`))),
  )
}

function cursorOf(spec: PagesSpec, texts: readonly (string | null)[]): string {
  const keys = texts.map((text, i) =>
    spec.order[i]?.type === 'timestamptz' && text !== null ? new Date(Number(text)).toISOString() : text,
  )
  return Buffer.from(JSON.stringify([signature(spec), ...keys])).toString('base64url')
}

function readCursor(spec: PagesSpec, cursor: string, name: 'after' | 'before'): string[] {
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

/** Accepted text of each key type. A forged cursor never reaches a cast. */
const PATTERN: Record<SortKey['type'], { test: (key: string) => boolean }> = {
  bigint: /^-?\d{1,18}$/,
  integer: /^-?\d{1,10}$/,
  numeric: /^-?\d{1,100}(\.\d{1,100})?$/,
  timestamptz: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  'double precision': /^-?\d{1,15}(\.\d{1,17})?(e[-+]?\d{1,2})?$/,
  // PostgreSQL cannot store NUL.
  text: { test: (key) => key.length <= 1_000 && !key.includes('\0') },
}
