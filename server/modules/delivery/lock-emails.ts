import type { Tx } from '../../core/write/write.ts'

/**
 * Locks emails whose counts change, in ID order and after their deliveries, like everywhere. A statement of its own: one that locks an email
 * and updates it starts from the version before other transactions, locks it again, and can deadlock with the next one that waits.
 */
export async function lockEmails(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.sql.run('select 1 from mail where account_id = $1 and id = any ($2::int[]) order by id for no key update', [
    ids,
  ])
}
