import { systemPool } from '../../../core/context.ts'
import { purgeRows } from '../../../db/sweep.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'
import { RESULT_DAYS } from '../schema.ts'

const DAY_MS = 86_400_000
const UNUSED_DAYS = 7
/** Each holds a part of a file. */
const CHUNKS_PER_STATEMENT = 50

/**
 * Personal data goes when it has served (L7): files that nobody imported after a week, the rows of results after RESULT_DAYS.
 * For all accounts at once; the counts of an import stay.
 */
export async function purgeExpiredImports({ now, budget }: { now: Date; budget?: Budget }): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const unused = `state in ('uploading', 'ready', 'failed') and done_rows = 0 and updated_at < $1`
  await systemPool().query(
    `update import set state = 'failed', error = 'This import was stopped so long ago that its file was deleted.'
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
