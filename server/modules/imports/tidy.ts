import { systemPool } from '../../core/context.ts'
import { RESULT_DAYS } from './schema.ts'

const DAY_MS = 86_400_000
const UNUSED_DAYS = 7

/**
 * Personal data goes when it has served (L7): files that nobody imported after a week, the rows of results after RESULT_DAYS.
 * For all accounts at once; the counts of an import stay.
 */
export async function tidyImports({ now }: { now: Date }): Promise<void> {
  const pool = systemPool()
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await pool.query(
    `delete from import where state in ('uploading', 'ready', 'failed') and done_rows = 0 and updated_at < $1`,
    [before(UNUSED_DAYS)],
  )
  await pool.query(
    `delete from import_row r using import i where i.account_id = r.account_id and i.id = r.import_id and i.updated_at < $1
       and i.state in ('completed', 'failed', 'stopped')`,
    [before(RESULT_DAYS)],
  )
  await pool.query(
    `delete from import_chunk c using import i where i.account_id = c.account_id and i.id = c.import_id and i.state = 'failed'`,
  )
  await pool.query(
    `with gone as (
       update import set state = 'failed', error = 'This import was stopped so long ago that its file was deleted.'
       where state = 'stopped' and updated_at < $1 returning account_id, id
     )
     delete from import_chunk c using gone where c.account_id = gone.account_id and c.import_id = gone.id`,
    [before(RESULT_DAYS)],
  )
}
