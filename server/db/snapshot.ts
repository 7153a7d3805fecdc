import type { Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { database, poolExecutor } from './client.ts'
import { withConnection } from './connection-use.ts'
import { translate } from './errors.ts'
import { type AccountSql, accountSql } from './sql.ts'

/** One moment of the database, for a long read: everything that is read through it fits together. */
export interface Snapshot {
  account_id: number
  sql: AccountSql
  /**
   * The rows of a query in the form that COPY's `options` name, without ever holding more than a few of them. COPY takes no
   * parameters: the query is built of our own words, numbers and `literal`s.
   */
  copy(query: string, options: string): CopiedRows
}

/** `rows` is how many PostgreSQL says it sent; known when the bytes have been read to their end. */
interface CopiedRows extends AsyncIterable<Uint8Array> {
  rows: () => number
}

/**
 * Nothing that `fn` writes through the snapshot is kept. It holds one of the connections for long work: the caller has counted that
 * there is one.
 */
export async function snapshot<T>(account_id: number, fn: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  try {
    return await withConnection(database().long.pool, async (client, discard) => {
      try {
        return await readOn(client, account_id, fn)
      } catch (error) {
        // In the middle of a COPY a connection is good for nothing else.
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
      // Whoever reads it hears of a failure; one that nobody reads any more must not end the process.
      stream.on('error', () => undefined)
      return Object.assign(stream as Readable & AsyncIterable<Uint8Array>, { rows: () => stream.rowCount })
    },
  })
  await client.query('rollback')
  return result
}
