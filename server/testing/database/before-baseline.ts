import type pg from 'pg'
import { readMigrations } from '../../db/migrate.ts'

const [baseline] = readMigrations()

/** The migrations of version 0.1.0 that the baseline replaces. */
export const REPLACED: readonly string[] = baseline?.replaces ?? []

/** Replaces the baseline's record in a migrated database with the records of those migrations, or of some. */
export async function recordReplaced(client: pg.ClientBase | pg.Pool, names = REPLACED): Promise<void> {
  await client.query('delete from _prisma_migrations where migration_name = any ($1)', [[baseline?.name, ...REPLACED]])
  await client.query(
    `insert into _prisma_migrations (id, checksum, finished_at, migration_name)
     select gen_random_uuid(), 'c', now(), unnest($1::text[])`,
    [names],
  )
}
