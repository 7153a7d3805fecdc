import { systemPool } from '../../core/context.ts'

/** Tables with an account that are not the account's: a session is its user's, and this row says how far the deletion is. */
const OTHERS = new Set(['account_deletion', 'session'])

/** Children without a foreign key, which a trigger deletes with their parents, in one statement however many there are. */
const KEYLESS: Record<string, readonly string[]> = { mail: ['delivery'] }

/**
 * Returns every table with rows of accounts, children before their parents. Read from the database, so a new table cannot be forgotten.
 * Rows without a column `account_id` are deleted with the row that they refer to.
 */
export async function accountTables(): Promise<string[]> {
  const { rows } = await systemPool().query<{ name: string; children: string[] }>(
    `select c.relname as name, coalesce((
         select array_agg(distinct r.relname::text) from pg_constraint f join pg_class r on r.oid = f.conrelid
         where f.contype = 'f' and f.confrelid = c.oid and f.conrelid <> c.oid), '{}') as children
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
     where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace order by c.relname`,
  )
  const children = new Map(rows.map((row) => [row.name, row.children]))
  const ordered = new Set<string>()
  const visited = new Set<string>()
  const visit = (table: string) => {
    if (visited.has(table) || !children.has(table)) return
    visited.add(table)
    for (const child of [...(children.get(table) ?? []), ...(KEYLESS[table] ?? [])]) visit(child)
    ordered.add(table)
  }
  for (const { name } of rows) visit(name)
  return [...ordered].filter((table) => !OTHERS.has(table))
}
