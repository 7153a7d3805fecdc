// Compares the columns of a statement with the declared type of its rows.
import type pg from 'pg'
import type { CallSite } from './call-sites.ts'
import type { DescribedColumn } from './describe.ts'

/** Types and columns of the database. */
export interface Catalog {
  /** By OID: the name of the type, its labels if it is an enum, and the item's type if it is an array. */
  types: ReadonlyMap<number, { name: string; labels: string[] | null; item: number | null }>
  /** Names of columns that can be null, by `table.column` in OID and number. Prisma never writes null into a list. */
  nullable: ReadonlyMap<string, string>
  /** Names of tables, by OID. */
  tables: ReadonlyMap<number, string>
}

const FORMS: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  json: 'any',
  jsonb: 'any',
  oid: 'number',
  timestamp: 'Date',
  timestamptz: 'Date',
}
/** Numbers that JavaScript may not represent exactly, which only the connections of an account convert. */
const LARGE = new Set(['int8', 'numeric'])

/** Returns the JavaScript type of values, as node-postgres reads them. */
function formOf(type: number, types: Catalog['types'], hasNumbers: boolean): string {
  const { name = '', item = null } = types.get(type) ?? {}
  if (item) return `${formOf(item, types, hasNumbers)}[]`
  if (LARGE.has(name)) return hasNumbers ? 'number' : 'string'
  return FORMS[name] ?? 'string'
}

/** Returns the problems of a statement's declared row, one line each. */
export function compareRow(
  { columns: declared = [], has_numbers }: Pick<CallSite, 'columns' | 'has_numbers'>,
  { text, columns: described }: { text: string; columns: readonly DescribedColumn[] },
  catalog: Catalog,
): string[] {
  const problems: string[] = []
  for (const { name, forms, literals } of declared) {
    const column = described.find((each) => each.name === name)
    if (!column) {
      if (!forms.includes('undefined')) problems.push(`${name} is declared, and the statement does not return it`)
      continue
    }
    const expected = formOf(column.type, catalog.types, has_numbers)
    const present = forms.filter((form) => form !== 'null' && form !== 'undefined')
    const { name: type = '', labels = null } = catalog.types.get(column.type) ?? {}
    if (!present.some((form) => fits(form, expected)))
      problems.push(
        `${name} is declared as ${present.join(' | ')}, and PostgreSQL returns ${type}, which is read as ${expected}`,
      )
    const isNamed = (label: string) => text.includes(`'${label}'`)
    // A condition may exclude the other values.
    const missing = literals?.every(isNamed)
      ? []
      : literals && labels?.filter((label) => !literals.includes(label) && !isNamed(label))
    if (missing?.length) problems.push(`${name} can also be ${missing.join(', ')} (${type})`)
    const unknown = labels && literals?.filter((literal) => !labels.includes(literal))
    if (unknown?.length) problems.push(`${name} is never ${unknown.join(', ')} (${type})`)
    const source = catalog.nullable.get(`${column.table}.${column.column}`)
    const canBeNull =
      (source && !excludesNull(text, source)) || isOnlyLeftJoined(text, catalog.tables.get(column.table) ?? '')
    if (canBeNull && !forms.includes('null') && !forms.includes('any')) problems.push(`${name} can be null`)
  }
  return problems
}

const fits = (form: string, expected: string): boolean =>
  form === expected ||
  form === 'any' ||
  expected === 'any' ||
  (form.endsWith('[]') && expected.endsWith('[]') && fits(form.slice(0, -2), expected.slice(0, -2)))

/** Returns whether a condition on a column excludes its nulls. */
const excludesNull = (text: string, column: string): boolean =>
  new RegExp(
    String.raw`\b${column}\)?(?:::\w+)? (?:is not null|=|<|>|in \(|between|like|~)|= (?:\w+\.)?${column}\b`,
  ).test(text)

/** Returns whether a table may have no row, because each join with it is an outer one. */
function isOnlyLeftJoined(text: string, table: string): boolean {
  const joins = [...text.matchAll(new RegExp(String.raw`(left )?(?:from|join|,|update|into) ${table}\b`, 'g'))]
  return joins.length > 0 && joins.every(([, left]) => left)
}

/** Reads the catalog of a migrated database. */
export async function readCatalog(client: pg.ClientBase): Promise<Catalog> {
  const { rows: types } = await client.query<{
    oid: number
    name: string
    item: number | null
    labels: string[] | null
  }>(
    `select t.oid::int as oid, t.typname as name, case when t.typcategory = 'A' then t.typelem::int end as item,
       (select array_agg(e.enumlabel::text) from pg_enum e where e.enumtypid = t.oid) as labels
     from pg_type t`,
  )
  const { rows: columns } = await client.query<{ key: string; name: string }>(
    `select a.attrelid || '.' || a.attnum as key, a.attname as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
     where a.attnum > 0 and not a.attnotnull and t.typcategory <> 'A' and c.relnamespace <> 'pg_catalog'::regnamespace`,
  )
  const { rows: tables } = await client.query<{ oid: number; name: string }>(
    'select oid::int as oid, relname as name from pg_class',
  )
  return {
    tables: new Map(tables.map(({ oid, name }) => [oid, name])),
    types: new Map(types.map(({ oid, ...type }) => [oid, type])),
    nullable: new Map(columns.map(({ key, name }) => [key, name])),
  }
}
