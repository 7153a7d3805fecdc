import type { Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { database, poolExecutor } from '../client.ts'
import { withConnection } from '../connections/connection-use.ts'
import { translate } from '../errors.ts'
import { type AccountSql, accountSql } from '../statements/sql.ts'

/** A consistent view of the database for a long read. */
export interface Snapshot {
  account_id: number
  sql: AccountSql
  /**
   * Streams the rows of a query in the format of COPY's `options`, keeping few rows in memory. COPY takes no parameters, so the query must be
   * built from our own text, numbers and `literal`s.
   */
  copy(query: string, options: string): CopiedRows
}

/** `rows` returns the number of rows sent by PostgreSQL, known once all bytes are read. */
interface CopiedRows extends AsyncIterable<Uint8Array> {
  rows: () => number
}

/** Runs `fn` with a snapshot; its writes are rolled back. Uses a connection for long work, so the caller must respect their limit. */
export async function snapshot<T>(account_id: number, fn: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  try {
    return await withConnection(database().long.pool, async (client, discard) => {
      try {
        return await readOn(client, account_id, fn)
      } catch (error) {
        // A connection in the middle of a COPY cannot be reused.
        discard(error as Error)
        throw error
      }
    })
  } catch (error) {
    throw translate(error)
  }
}

async function readOn<T>(
  client: pg.PoolClient,
  account_id: number,
  fn: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  await client.query(
    `begin isolation level repeatable read; set local statement_timeout = 0; set local timezone = 'UTC'`,
  )
  const result = await fn({
    account_id,
    sql: accountSql(poolExecutor(client), account_id),
    copy: (query, options) => {
      const stream = client.query(copyTo(`copy (${query}) to stdout (${options})`))
      // The stream's consumer gets the error, too. Without a listener, an unread error would end the process.
      stream.on('error', () => undefined)
      return Object.assign(stream as Readable & AsyncIterable<Uint8Array>, { rows: () => stream.rowCount })
    },
  })
  await client.query('rollback')
  return result
}
