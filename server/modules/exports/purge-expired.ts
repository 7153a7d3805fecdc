import { purgeRows } from '../../db/sweep.ts'
import type { Budget } from '../../lib/concurrency/budget.ts'

const DAY_MS = 86_400_000
const RECORD_DAYS = 90
/** Each row contains up to 1 MiB. */
const ROWS_PER_STATEMENT = 50

/** Deletes expired files and those of failed exports in all accounts, and later their records (L7). */
export async function purgeExpiredExports({ now, budget }: { now: Date; budget?: Budget }): Promise<void> {
  await purgeRows({
    table: 'export_chunk',
    where: `(account_id, export_id) in (select account_id, id from export where expires_at <= $1 or state in ('stopped', 'failed'))`,
    values: [now],
    rows: ROWS_PER_STATEMENT,
    budget,
  })
  await purgeRows({
    table: 'export',
    where: `state not in ('queued', 'running') and updated_at < $1`,
    values: [new Date(+now - RECORD_DAYS * DAY_MS)],
    rows: ROWS_PER_STATEMENT,
    budget,
  })
}
