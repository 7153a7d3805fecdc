import { unscoped } from '../../db/client.ts'

/** Returns the places where an account's rows contain a text, in every column that can store text. Ignores case. */
export async function placesOf(account_id: number, text: string): Promise<string[]> {
  // In a row as text, these characters are doubled.
  if (/["\\]/.test(text)) throw new Error('Quotes and backslashes are not found')
  const wanted_text = text.toLowerCase()
  const tables = await readTables()
  const matchSql = (stored: string) =>
    `(position($1 in lower(${stored})) > 0 or position(encode(convert_to($1, 'UTF8'), 'hex') in lower(${stored})) > 0)`
  const scopeOf = ({ is_of_account }: Table) => (is_of_account ? `account_id = ${account_id}` : 'true')
  const find = (from: { table: Table; name: string; stored: string }[]) =>
    unscoped().$queryRawUnsafe<{ name: string }[]>(
      from
        .map(
          ({ table, name, stored }) =>
            `select '${name}' as name where exists (select from "${table.name}" t where ${scopeOf(table)} and ${matchSql(stored)})`,
        )
        .join(' union all '),
      wanted_text,
    )
  // Searches whole rows first, because most tables have no match, and a statement for each column takes seconds.
  const rows = await find(tables.map((table) => ({ table, name: table.name, stored: 't::text' })))
  const found = new Set(rows.map(({ name }) => name))
  const columns = tables
    .filter(({ name }) => found.has(name))
    .flatMap((table) =>
      table.columns.map((column) => ({ table, name: `${table.name}.${column}`, stored: `t."${column}"::text` })),
    )
  return columns.length === 0 ? [] : (await find(columns)).map(({ name }) => name)
}

interface Table {
  name: string
  is_of_account: boolean
  columns: string[]
}

const readTables = () =>
  unscoped().$queryRawUnsafe<Table[]>(
    `select c.table_name as name, bool_or(c.column_name = 'account_id') as is_of_account,
       array_agg(c.column_name::text) filter (where c.data_type in
         ('text', 'json', 'jsonb', 'character varying', 'bytea', 'ARRAY', 'USER-DEFINED')) as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
     group by 1 having count(*) filter (where c.data_type in
       ('text', 'json', 'jsonb', 'character varying', 'bytea', 'ARRAY', 'USER-DEFINED')) > 0`,
  )
