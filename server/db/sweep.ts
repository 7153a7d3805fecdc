import type { Budget } from '../lib/concurrency/budget.ts'
import { database } from './client.ts'

export interface PurgeOptions {
  table: string
  /** Over the table's columns, with values from `$1` on; both come from code, never from a request. */
  where: string
  values: unknown[]
  /** Rows per statement: fewer for rows with files in them. */
  rows?: number
  /** Without one all rows go. */
  budget?: Budget
}

/** Deletes rows of all accounts, a few thousand at a time, so that no statement locks or bloats much. Returns how many. */
export async function purgeRows({ table, where, values, rows = 5_000, budget }: PurgeOptions): Promise<number> {
  if (budget?.has_more) return 0
  for (let deleted = 0; ; ) {
    const { rowCount } = await database().pool.query(
      `delete from ${table} where ctid = any (array(select ctid from ${table} where ${where} limit ${rows}))`,
      values,
    )
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < rows || budget?.isSpent()) return deleted
  }
}
