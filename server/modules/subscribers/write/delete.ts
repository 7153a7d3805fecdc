import type { Tx } from '../../../core/write/write.ts'

/** Deletes subscribers that the caller has locked, with everything that refers to them. */
export async function deleteSubscribers(tx: Tx, { ids }: { ids: readonly number[] }): Promise<void> {
  if (ids.length === 0) return
  await tx.sql.run('delete from subscriber where account_id = $1 and id = any ($2::bigint[])', [ids])
}
