import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Returns the number of rows and a checksum of every table of the product, as seen by the session's transaction. */
export async function tableSums(client: pg.ClientBase): Promise<Record<string, string>> {
  // Makes rows as text independent of the server's settings.
  await client.query(
    `set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set extra_float_digits = 1; set bytea_output = 'hex'`,
  )
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    if (name === '_prisma_migrations') continue
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text) collate "C")), '') as sum from "${name}" t`,
    )
    sums[name] = rows[0]?.sum ?? ''
  }
  return sums
}

/** Returns checksums of all indexes, constraints and triggers of the product. */
export async function schemaSums(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ kind: string; parts: string | null }>(
    `select 'indexes' as kind, string_agg(indexdef, e'\\n' order by indexdef) as parts from pg_indexes where schemaname = 'public'
     union all select 'constraints', string_agg(conrelid::regclass::text || conname || pg_get_constraintdef(oid) || convalidated, e'\\n' order by conrelid::regclass::text, conname)
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select 'triggers', string_agg(tgrelid::regclass::text || tgname || tgenabled::text, e'\\n' order by tgrelid::regclass::text, tgname)
       from pg_trigger where not tgisinternal`,
  )
  return Object.fromEntries(rows.map(({ kind, parts }) => [kind, digest(parts)]))
}

/**
 * Returns a checksum of the positions of all sequences. Sequences are outside of transactions: they advance while a snapshot stays the
 * same.
 */
export async function sequencesOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ parts: string | null }>(
    `select string_agg(sequencename || coalesce(last_value, 0)::text, e'\\n' order by sequencename) as parts
     from pg_sequences where schemaname = 'public'`,
  )
  return digest(rows[0]?.parts)
}

const digest = (parts: string | null | undefined) =>
  createHash('sha256')
    .update(parts ?? '')
    .digest('hex')
