import { database } from '../db/client.ts'

interface ColumnRow {
  name: string
  type: string
  kind: string
  first_label: string | null
}

/**
 * Inserts many rows by one statement. Columns that must have a value and have no default get one of their type; `values` holds SQL
 * over the row's number `n`. Foreign keys and the product's triggers do not apply: the rows only serve to be counted and removed.
 */
export async function manyRows(table: string, count: number, values: Record<string, string> = {}): Promise<void> {
  const client = await database().pool.connect()
  try {
    const { rows } = await client.query<ColumnRow>(
      `select a.attname as name, format_type(a.atttypid, null) as type, t.typtype as kind,
         (select enumlabel from pg_enum e where e.enumtypid = t.oid order by enumsortorder limit 1) as first_label
       from pg_attribute a join pg_type t on t.oid = a.atttypid
       where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull
         and not a.atthasdef and a.attidentity = '' and a.attgenerated = ''`,
      [table],
    )
    const filled = rows.filter(({ name }) => !(name in values)).map((row) => [row.name, fillerOf(row)] as const)
    const columns = [...filled, ...Object.entries(values)]
    await client.query(`set session_replication_role = replica`)
    await client.query(
      `insert into ${table} (${columns.map(([name]) => `"${name}"`).join(', ')}) overriding system value
       select ${columns.map(([, sql]) => sql).join(', ')} from generate_series(1, ${count}) n`,
    )
    await client.query('reset session_replication_role')
  } finally {
    client.release()
  }
}

function fillerOf({ type, kind, first_label }: ColumnRow): string {
  if (kind === 'e') return `'${first_label}'`
  if (type.endsWith('[]')) return `'{}'`
  if (type === 'bytea') return `sha256(n::text::bytea)`
  if (type === 'boolean') return 'false'
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'inet') return `'192.0.2.1'`
  if (type.startsWith('json')) return `'{}'`
  if (type.startsWith('timestamp') || type === 'date') return 'now()'
  return ['integer', 'bigint', 'smallint', 'double precision', 'numeric'].includes(type) ? 'n' : `'x' || n`
}

/** Counts rows that are written, by a trigger on every table. Returns a function that tells how many there were since it was last asked. */
export async function countWrites(): Promise<() => Promise<number>> {
  const { pool } = database()
  await pool.query(`
    create table written (n bigint);
    create function count_written() returns trigger language plpgsql as $$
    begin
      insert into written select count(*) from changed;
      return null;
    end $$;
    do $$
    declare
      of_table regclass;
    begin
      for of_table in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('written', 'outbox') loop
        execute format('create trigger zz_inserted after insert on %s referencing new table as changed for each statement execute function count_written()', of_table);
        execute format('create trigger zz_updated after update on %s referencing new table as changed for each statement execute function count_written()', of_table);
        execute format('create trigger zz_deleted after delete on %s referencing old table as changed for each statement execute function count_written()', of_table);
      end loop;
    end $$`)
  return async () => {
    const { rows } = await pool.query<{ n: number }>(
      'with gone as (delete from written returning n) select coalesce(sum(n), 0)::int as n from gone',
    )
    return rows[0]?.n ?? 0
  }
}
