import type pg from 'pg'

/** A table with its stored columns; generated columns are computed again. */
export interface Table {
  name: string
  columns: string[]
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Returns all tables of the product, sorted by name. The list of applied migrations is excluded. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> '_prisma_migrations'
     group by c.relname order by c.relname`,
  )
  return rows
}

export const copyOut = ({ name, columns }: Table): string =>
  `copy ${quote(name)} (${columns.map(quote).join(', ')}) to stdout`
export const copyIn = ({ name, columns }: Table): string =>
  `copy ${quote(name)} (${columns.map(quote).join(', ')}) from stdin`

/**
 * Makes both sides write and read values the same way, whatever the server's or role's settings, until the transaction ends: a pooler may then
 * give the session to other clients.
 */
export const COPY_SETTINGS = `set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local client_encoding = 'UTF8'; set local extra_float_digits = 1; set local bytea_output = 'hex';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/** Runs statements of a load as one transaction with these settings. */
async function together(client: pg.ClientBase, statements: readonly string[]): Promise<void> {
  await client.query(`begin; ${COPY_SETTINGS}`)
  try {
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Returns the last value of each sequence; null for one that was never used. */
export async function readSequences(client: pg.ClientBase): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `select sequencename as name, last_value::text as value from pg_sequences where schemaname = current_schema() order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function setSequences(client: pg.ClientBase, values: Record<string, string | null>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    if (value !== null) await client.query('select setval($1::regclass, $2)', [quote(name), value])
}

/**
 * Runs `load` with all tables empty and without foreign keys, our triggers, and indexes except keys. Then restores these, so PostgreSQL checks
 * all foreign keys and builds each index once.
 */
export async function withBareTables(client: pg.ClientBase, load: () => Promise<void>): Promise<void> {
  const tables = (await listTables(client)).map(({ name }) => quote(name))
  const { rows } = await client.query<{ drop: string; make: string }>(BARE)
  await together(client, [
    ...tables.map((table) => `alter table ${table} disable trigger user`),
    ...(tables.length > 0 ? [`truncate ${tables.join(', ')}`] : []),
    ...rows.map(({ drop }) => drop),
  ])
  await load()
  for (const { make } of rows.toReversed()) await together(client, [make])
  await together(client, [...tables.map((table) => `alter table ${table} enable trigger user`), 'analyze'])
}

// Foreign keys first, because they need the unique indexes of the tables that they reference.
const BARE = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make, 1 as at
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
  union all
  select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 2
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> '_prisma_migrations'
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by at`
