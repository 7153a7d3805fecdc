import { unscoped } from '../../db/client.ts'

/** Returns where an account's rows contain a text, in every column that can store text. */
export async function placesOf(account_id: number, text: string): Promise<string[]> {
  const db = unscoped()
  const columns = await db.$queryRawUnsafe<{ table: string; column: string; scope: string }[]>(
    `select c.table_name as table, c.column_name as column,
       case when exists (select from information_schema.columns a where a.table_schema = 'public'
         and a.table_name = c.table_name and a.column_name = 'account_id') then 'account_id = ${account_id}' else 'true' end as scope
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and (c.data_type in ('text', 'json', 'jsonb', 'character varying', 'bytea', 'ARRAY', 'USER-DEFINED'))`,
  )
  const places: string[] = []
  for (const { table, column, scope } of columns) {
    const [found] = await db.$queryRawUnsafe<unknown[]>(
      `select 1 from "${table}" where ${scope} and (position($1 in lower("${column}"::text)) > 0
         or position(encode(convert_to($1, 'UTF8'), 'hex') in lower("${column}"::text)) > 0) limit 1`,
      text.toLowerCase(),
    )
    if (found) places.push(`${table}.${column}`)
  }
  return places
}
