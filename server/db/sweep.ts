import { database } from './client.ts'

const ROWS_PER_STATEMENT = 5_000

/**
 * Deletes rows of all accounts, a few thousand at a time, so that no statement locks or bloats much. Gives how many went.
 * @param where over the table's columns, with values from `$1` on; both come from code, never from a request
 */
export async function sweep({
  table,
  where,
  values,
}: {
  table: string
  where: string
  values: unknown[]
}): Promise<number> {
  for (let gone = 0; ; ) {
    const { rowCount } = await database().pool.query(
      `delete from ${table} where ctid = any (array(select ctid from ${table} where ${where} limit ${ROWS_PER_STATEMENT}))`,
      values,
    )
    gone += rowCount ?? 0
    if ((rowCount ?? 0) < ROWS_PER_STATEMENT) return gone
  }
}
