import type { Tx } from '../../core/write/write.ts'

/**
 * Locks emails whose counts change, ordered by id and after their deliveries, as everywhere. A separate statement: one that both locks and
 * updates an email starts from its old version, locks it again, and can deadlock with the next waiting transaction.
 */
export async function lockEmails(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.sql.run('select 1 from mail where account_id = $1 and id = any ($2::int[]) order by id for no key update', [
    ids,
  ])
}
