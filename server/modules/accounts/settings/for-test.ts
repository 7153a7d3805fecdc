import type { Tx } from '../../../core/write/write.ts'

/** Marks an account as created for the test of an app or a template, so it is deleted after the test. */
export async function markForTest(tx: Tx): Promise<void> {
  await tx.sql.run('update account set is_for_test = true, updated_at = $2 where id = $1', [tx.now()])
}
