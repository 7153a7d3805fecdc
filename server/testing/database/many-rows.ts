import { database } from '../../db/client.ts'

interface ColumnRow {
  name: string
  type: string
  kind: string
  first_label: string | null
}

/**
 * Inserts many rows in one statement, in a database prepared by `loosen`. Required columns without a default get a value of their type.
 * `values` contains SQL over the row's number `n`.
 */
export async function manyRows(table: string, count: number, values: Record<string, string> = {}): Promise<void> {
  const { pool } = database()
  const { rows } = await pool.query<ColumnRow>(
    `select a.attname as name, format_type(a.atttypid, null) as type, t.typtype as kind,
       (select enumlabel from pg_enum e where e.enumtypid = t.oid order by enumsortorder limit 1) as first_label
     from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = $1::text::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull
       and not a.atthasdef and a.attidentity = '' and a.attgenerated = ''`,
    [table],
  )
  const filled = rows.filter(({ name }) => !(name in values)).map((row) => [row.name, fillerOf(row)] as const)
  const columns = [...filled, ...Object.entries(values)]
  await pool.query(
    `insert into ${table} (${columns.map(([name]) => `"${name}"`).join(', ')}) overriding system value
     select ${columns.map(([, sql]) => sql).join(', ')} from generate_series(1, ${count}) n`,
  )
  await pool.query(`analyze ${table}`)
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

/**
 * Prepares the test's own database for many rows that only serve to be counted, without foreign keys, checks and the product's triggers.
 * Returns the result of `countWrites`.
 */
export async function loosen(): Promise<() => Promise<number>> {
  await database().pool.query(`
    do $$
    declare
      one record;
    begin
      for one in select conrelid::regclass as of_table, conname from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('f', 'c') and conrelid <> 0
      loop
        execute format('alter table %s drop constraint %I', one.of_table, one.conname);
      end loop;
      for one in select oid::regclass as of_table from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'outbox'
      loop
        execute format('alter table %s disable trigger user', one.of_table);
      end loop;
    end $$`)
  return countWrites()
}

/** Counts the rows written to the tables of the test's own database. Returns a function that counts the rows since its last call. */
export async function countWrites(): Promise<() => Promise<number>> {
  const { pool } = database()
  await pool.query(`
    create table written (n bigint);
    create function count_written() returns trigger language plpgsql as $$
    begin
      insert into written select count(*) from changed having count(*) > 0;
      return null;
    end $$;
    do $$
    declare
      one record;
    begin
      for one in select oid::regclass as of_table from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('written', 'outbox')
      loop
        execute format('create trigger zz_inserted after insert on %s referencing new table as changed
          for each statement execute function count_written()', one.of_table);
        execute format('create trigger zz_updated after update on %s referencing new table as changed
          for each statement execute function count_written()', one.of_table);
        execute format('create trigger zz_deleted after delete on %s referencing old table as changed
          for each statement execute function count_written()', one.of_table);
      end loop;
    end $$`)
  return async () => {
    const { rows } = await pool.query<{ n: number }>(
      'with gone as (delete from written returning n) select coalesce(sum(n), 0)::int as n from gone',
    )
    return rows[0]?.n ?? 0
  }
}
