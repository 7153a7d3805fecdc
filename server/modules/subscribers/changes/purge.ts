import { systemPool } from '../../../core/context.ts'
import type { PurgeInput } from '../../../db/purge.ts'

/** Each statement reads the oldest pages again. */
const ROWS_PER_STATEMENT = 5_000

/** Deletes recorded changes older than their account keeps traces of automations. */
export async function purgeChanges({ now, budget }: PurgeInput): Promise<void> {
  for (let deleted = ROWS_PER_STATEMENT; deleted === ROWS_PER_STATEMENT; ) {
    const { rowCount } = await systemPool().query(
      `delete from subscriber_change where ctid = any (array(
         select c.ctid from subscriber_change c join account a on a.id = c.account_id
         where c.at < $1::timestamptz - (select min(automation_trace_days) from account) * interval '24 hours'
           and c.at < $1::timestamptz - a.automation_trace_days * interval '24 hours'
         limit ${ROWS_PER_STATEMENT}))`,
      [now],
    )
    deleted = rowCount ?? 0
    if (budget?.isSpent()) return
  }
}
