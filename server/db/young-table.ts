import { database } from './client.ts'

/**
 * Foreign keys are checked by plans that a connection keeps. Those made while `subscriber` was nearly empty read all of it for
 * every row, until somebody looks at its size again; autovacuum comes once a minute. Called after each batch of people.
 */
export async function lookAtYoungTable(): Promise<void> {
  const { pool } = database()
  const { rows } = await pool.query<{ reltuples: number }>(
    `select reltuples from pg_class where oid = 'subscriber'::regclass`,
  )
  if ((rows[0]?.reltuples ?? 0) < YOUNG_BELOW) await pool.query('analyze subscriber')
}

const YOUNG_BELOW = 2_000
