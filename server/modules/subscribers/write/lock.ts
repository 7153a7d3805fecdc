import type { Tx } from '../../../core/write/write.ts'

/**
 * Returns a query that locks subscribers against deletion and returns their ids, so rows that refer to them can be inserted. It waits
 * for a deletion that has begun and omits subscribers that are deleted. Every set locks subscribers in the order of addresses.
 */
export const lockedAgainstDeletion = (ids: string): string =>
  `select s.id from subscriber s where s.account_id = $1 and s.id = any (array(${ids})) order by s.email_address for key share`

/** Locks subscribers against deletion and returns the ids that exist. */
export async function lockAgainstDeletion(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.sql.rows<{ id: number }>(lockedAgainstDeletion('select unnest($2::bigint[])'), [ids])
  return new Set(rows.map(({ id }) => id))
}
