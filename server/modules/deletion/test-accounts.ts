import { adminWrite } from '../../core/audit/admin-write.ts'
import { systemCtx, systemPool } from '../../core/context.ts'
import { instanceSettings } from '../../core/instance/settings.ts'
import { schedule } from './service.ts'

const ACCOUNTS = 20
/** A new account is marked as a test account before its first test is stored. */
const SETTLED_MS = 3_600_000
const REASON = 'It was created for a test, and the test has ended'

/** Schedules the deletion of accounts that were created for testing an app or template and have no test left. Their owner can keep them. */
export async function scheduleTestAccounts({ now }: { now: Date }): Promise<void> {
  const { rows } = await systemPool().query<{ id: number; name: string }>(
    `select a.id, a.name from account a
     where a.is_for_test and a.deletes_at is null and a.created_at < $1
       and not exists (select from test_install t where t.account_id = a.id and t.removed_at is null)
       and not exists (select from automation_template_test t where t.account_id = a.id)
     order by a.id limit ${ACCOUNTS}`,
    [new Date(+now - SETTLED_MS)],
  )
  const settings = await instanceSettings()
  for (const { id: account_id, name } of rows)
    await adminWrite({ ...systemCtx(account_id), now: () => now }, { account_id }, async (tx, record) => {
      const { account_name: account, deletes_at } = await schedule(tx, {
        name: name.trim(),
        reason: REASON,
        by_administrator: true,
        settings,
      })
      await record({
        action: 'account_deletion_scheduled',
        details: { account, date: deletes_at.slice(0, 10), reason: REASON },
      })
    })
}
