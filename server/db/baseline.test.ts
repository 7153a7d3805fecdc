import { createHash } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { REPLACED, recordReplaced } from '../testing/database/before-baseline.ts'
import { makeEmptyDatabase } from '../testing/database/database.ts'
import { migrate, readMigrations } from './migrate.ts'

async function empty() {
  const { url, drop } = await makeEmptyDatabase(inject('server_url'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await drop()
  })
  return { url, client }
}

/** Creates a database with the schema and the records of the migrations replaced by the baseline, or of some. */
async function migratedBefore(names: readonly string[]) {
  const { url, client } = await empty()
  await migrate(url, { migrations: readMigrations().slice(0, 1) })
  await recordReplaced(client, names)
  return { url, client }
}

const recorded = async (client: pg.Client): Promise<string[]> =>
  (await client.query('select migration_name from _prisma_migrations')).rows.map(({ migration_name }) => migration_name)

test('an empty database gets the baseline, and later migrations', async () => {
  const { url } = await empty()
  expect(await migrate(url)).toEqual(readMigrations().map(({ name }) => name))
  expect(await migrate(url)).toEqual([])
})

test('a database of version 0.1.0 is recognized and continues', async () => {
  const { url, client } = await migratedBefore(REPLACED)
  await client.query('create table kept (id int)')
  expect(await migrate(url)).toEqual(readMigrations().map(({ name }) => name))
  expect((await recorded(client)).sort()).toEqual([...REPLACED, ...readMigrations().map(({ name }) => name)].sort())
  await client.query('select from kept')
  expect(await migrate(url)).toEqual([])
})

test('a database that lacks some of the migrations of version 0.1.0 must be updated to it first, and is not changed', async () => {
  const names = REPLACED.slice(0, -1)
  const { url, client } = await migratedBefore(names)
  await expect(migrate(url)).rejects.toThrow(
    `DATABASE_URL: the database is older than version 0.1.0 (commit a3cbe829): it lacks the migration ${REPLACED.at(-1)}. Bring it`,
  )
  expect((await recorded(client)).sort()).toEqual([...names].sort())
})

test('the error names a migration that version 0.1.0 did not finish', async () => {
  const { url, client } = await migratedBefore(REPLACED)
  await client.query('update _prisma_migrations set finished_at = null where migration_name = $1', [REPLACED[5]])
  await expect(migrate(url)).rejects.toThrow(`the migration ${REPLACED[5]} has failed on this database`)
})

/** Checksums of the schema made by the replaced migrations and the one after the baseline, computed before their removal (decision 0127). */
const SUMS = {
  columns: '1780 af9fdfe09f7342ef',
  constraints: '345 b3beac12bda5e6f6',
  enums: '57 a9855d136e1402ea',
  functions: '59 78df8369708ad0ee',
  indexes: '406 3f60ef9a651e2222',
  plans: '3 4598c11cca6725d0',
  sequences: '84 bfccd8847763838a',
  tables: '183 9bf60582c9a7249d',
  triggers: '55 a241c52ba4c74f60',
}

test('the baseline makes the same schema as the migrations that it replaces', async () => {
  const { url, client } = await empty()
  await migrate(url, { migrations: readMigrations().slice(0, 2) })
  const { rows } = await client.query<{ kind: string; parts: string[] }>(SCHEMA)
  const sumOf = (parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)
  expect(Object.fromEntries(rows.map(({ kind, parts }) => [kind, `${parts.length} ${sumOf(parts)}`]))).toEqual(SUMS)
})

const SCHEMA = `
  with own as (
    select oid, relname, relpersistence, reloptions from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> '_prisma_migrations'
  ), part as (
    select 'tables' as kind, concat_ws(' ', relname, relpersistence, reloptions) as text from own
    union all
    select 'columns', concat_ws(' ', relname, row_number() over (partition by a.attrelid order by attnum), attname,
      format_type(atttypid, atttypmod), attnotnull, attstorage, attidentity, attgenerated, attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid))
    from own join pg_attribute a on a.attrelid = own.oid and attnum > 0 and not attisdropped
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    union all
    select 'indexes', pg_get_indexdef(indexrelid) from own join pg_index on indrelid = own.oid
    union all
    select 'constraints', concat_ws(' ', relname, conname, pg_get_constraintdef(c.oid), convalidated)
    from own join pg_constraint c on conrelid = own.oid and contype in ('c', 'f', 'p', 'u')
    union all
    select 'triggers', pg_get_triggerdef(t.oid) from own join pg_trigger t on tgrelid = own.oid where not tgisinternal
    union all
    select 'functions', pg_get_functiondef(p.oid) || has_function_privilege('public', p.oid, 'execute') from pg_proc p
    where pronamespace = 'public'::regnamespace and prolang <> (select oid from pg_language where lanname = 'c')
    union all
    select 'sequences', concat_ws(' ', sequencename, data_type, start_value, increment_by, cache_size) from pg_sequences where schemaname = 'public'
    union all
    select 'enums', concat_ws(' ', typname, enumsortorder, enumlabel) from pg_enum join pg_type t on t.oid = enumtypid
    union all
    select 'plans', concat_ws(' ', key, name, description, subscriber_limit, has_reporting, position) from plan
  )
  select kind, array_agg(text order by text collate "C") as parts from part group by kind order by kind`
