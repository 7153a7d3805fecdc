import { systemPool } from '../../../core/context.ts'
import type { PurgeInput } from '../../../db/purge.ts'

const DAY_MS = 86_400_000
const ROWS_PER_STATEMENT = 5_000

/** Deletes trace entries after the days that their account keeps them. */
export async function purgeTraces({ now, budget }: PurgeInput): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await systemPool().query<{ id: number; days: number }>(
      `select a.id, a.automation_trace_days as days from account a
       where a.id > $1 and a.automation_trace_days is not null and exists (
         select from automation_trace t
         where t.account_id = a.id and t.at < $2::timestamptz - a.automation_trace_days * interval '24 hours')
       order by a.id limit 1`,
      [after, now],
    )
    const [account] = rows
    if (!account) return
    const before = new Date(+now - account.days * DAY_MS)
    for (let deleted = ROWS_PER_STATEMENT; deleted === ROWS_PER_STATEMENT; ) {
      const { rowCount } = await systemPool().query(
        `delete from automation_trace where ctid = any (array(
           select ctid from automation_trace where account_id = $1 and at < $2 limit ${ROWS_PER_STATEMENT}))`,
        [account.id, before],
      )
      deleted = rowCount ?? 0
      if (budget?.isSpent()) return
    }
    after = account.id
  }
}
