import { systemPool } from '../../core/context.ts'

/** Tables with an account ID that are not the account's own: a session belongs to its user, and `account_deletion` records the progress. */
const OTHERS = new Set(['account_deletion', 'session'])

/** Children without a foreign key, which a trigger deletes with their parents, all in one statement. */
const KEYLESS: Record<string, readonly string[]> = { mail: ['delivery'] }

/**
 * Returns every table with rows of accounts, children before parents. Read from the database, so no new table is missed. Rows without an
 * `account_id` column are deleted with the row they refer to.
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
