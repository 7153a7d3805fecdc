import { database } from './client.ts'

/**
 * Foreign keys are checked by plans that a connection keeps, as those of named statements are. Plans made while a table was nearly
 * empty read all of it for every row, until somebody looks at its size again; autovacuum comes once a minute. Called after each
 * batch of rows.
 */
export async function analyzeIfSmall(table: 'subscriber' | 'webhook_delivery' = 'subscriber'): Promise<void> {
  const { pool } = database()
  const { rows } = await pool.query<{ reltuples: number }>('select reltuples from pg_class where oid = $1::regclass', [
    table,
  ])
  if ((rows[0]?.reltuples ?? 0) < YOUNG_BELOW) await pool.query(`analyze ${table}`)
}

const YOUNG_BELOW = 2_000
