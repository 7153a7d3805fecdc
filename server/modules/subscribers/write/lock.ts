import type { Tx } from '../../../core/write.ts'

/**
 * SQL of a query that locks subscribers against deletion and returns their ids: rows that refer to them can be inserted. It waits for
 * a deletion that has begun, and returns no subscriber who was deleted. Addresses are the order in which every set locks subscribers.
 */
export const lockedAgainstDeletion = (ids: string): string =>
  `select s.id from subscriber s where s.account_id = $1 and s.id = any (array(${ids})) order by s.email_address for key share`

/** Locks subscribers against deletion. Returns the ids of those who exist. */
export async function lockAgainstDeletion(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.sql.rows<{ id: number }>(lockedAgainstDeletion('select unnest($2::bigint[])'), [ids])
  return new Set(rows.map(({ id }) => id))
}
