import { systemPool } from '../../../core/context.ts'
import { purgeRows } from '../../../db/sweep.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'
import { RESULT_DAYS } from '../schema.ts'

const DAY_MS = 86_400_000
const UNUSED_DAYS = 7
/** Each chunk is part of a file, up to 256 KiB. */
const CHUNKS_PER_STATEMENT = 50

/**
 * Deletes personal data that is no longer needed (L7), for all accounts: files that were not imported after a week, rows of results
 * after RESULT_DAYS. The counts of an import stay.
 */
export async function purgeExpiredImports({ now, budget }: { now: Date; budget?: Budget }): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const unused = `state in ('uploading', 'ready', 'failed') and done_rows = 0 and updated_at < $1`
  await systemPool().query(
    `update import set state = 'failed', error = 'This import was stopped so long ago that its file was deleted. Upload the file again.'
     where state = 'stopped' and updated_at < $1`,
    [before(RESULT_DAYS)],
  )
  await purgeRows({
    table: 'import_chunk',
    where: `(account_id, import_id) in (select account_id, id from import where state = 'failed' or (${unused}))`,
    values: [before(UNUSED_DAYS)],
    rows: CHUNKS_PER_STATEMENT,
    budget,
  })
  await purgeRows({ table: 'import', where: unused, values: [before(UNUSED_DAYS)], rows: CHUNKS_PER_STATEMENT, budget })
  await purgeRows({
    table: 'import_row',
    where: `(account_id, import_id) in (select account_id, id from import
      where updated_at < $1 and state in ('completed', 'failed', 'stopped'))`,
    values: [before(RESULT_DAYS)],
    budget,
  })
}
