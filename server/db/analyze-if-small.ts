import { database } from './client.ts'

/**
 * Analyzes a table whose statistics say that it is small. Connections keep the plans of foreign key checks and named statements. Plans
 * made while a table was nearly empty read all of it for every row, until it is analyzed; autovacuum does that once a minute. Called
 * after each batch of rows.
 */
export async function analyzeIfSmall(table: 'subscriber' | 'webhook_delivery' = 'subscriber'): Promise<void> {
  const { pool } = database()
  const { rows } = await pool.query<{ reltuples: number }>('select reltuples from pg_class where oid = $1::regclass', [
    table,
  ])
  if ((rows[0]?.reltuples ?? 0) < SMALL_BELOW) await pool.query(`analyze ${table}`)
}

const SMALL_BELOW = 2_000
