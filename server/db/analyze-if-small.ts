import { database } from './client.ts'

/**
 * Analyzes a table whose statistics say that it is small. Connections keep the plans of foreign key checks and named statements, and plans made
 * for a nearly empty table read all of it for every row until it is analyzed. Autovacuum does that only once a minute. Call this after each
 * batch of rows.
 */
export async function analyzeIfSmall(table: 'subscriber' | 'webhook_delivery' = 'subscriber'): Promise<void> {
  const { pool } = database()
  const { rows } = await pool.query<{ reltuples: number }>('select reltuples from pg_class where oid = $1::regclass', [
    table,
  ])
  if ((rows[0]?.reltuples ?? 0) < SMALL_BELOW) await pool.query(`analyze ${table}`)
}

const SMALL_BELOW = 2_000

/**
 * Analyzes the tables with a foreign key to subscribers that are small according to their statistics, but have grown. Deleting a subscriber
 * searches each of these tables, so call this before deleting many.
 */
export async function analyzeBeforeDeletingSubscribers(): Promise<void> {
  const { pool } = database()
  const { rows } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.oid in (select conrelid from pg_constraint where contype = 'f' and confrelid = 'subscriber'::regclass)
       and c.reltuples < $1 and pg_relation_size(c.oid) > $2`,
    [SMALL_BELOW, SMALL_BYTES],
  )
  if (rows.length > 0) await pool.query(`analyze ${rows.map(({ name }) => name).join(', ')}`)
}

/** PostgreSQL reads a table of this size as fast as an index. */
const SMALL_BYTES = 65_536
