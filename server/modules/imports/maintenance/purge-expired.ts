import { systemPool } from '../../../core/context.ts'
import type { Expired, PurgeInput } from '../../../db/purge.ts'
import { RESULT_DAYS } from '../values-schema.ts'

const UNUSED_DAYS = 7
/** Chunks have up to 256 KiB. */
const CHUNKS_PER_STATEMENT = 50

const UNUSED = `state in ('uploading', 'ready', 'failed') and done_rows = 0 and updated_at < $1`

/** Personal data past its use (L7): files without an import, and result rows. Counts of an import stay. */
export const EXPIRED_IMPORTS: readonly Expired[] = [
  failOldStopped,
  {
    table: 'import_chunk',
    where: `(account_id, import_id) in (select account_id, id from import where state = 'failed' or (${UNUSED}))`,
    kept_days: UNUSED_DAYS,
    rows: CHUNKS_PER_STATEMENT,
  },
  { table: 'import', where: UNUSED, kept_days: UNUSED_DAYS, rows: CHUNKS_PER_STATEMENT },
  {
    table: 'import_row',
    where: `(account_id, import_id) in (select account_id, id from import
      where updated_at < $1 and state in ('completed', 'failed', 'stopped'))`,
    kept_days: 'import_row_days',
  },
]

/** A stopped import cannot resume without its file. */
async function failOldStopped({ now }: PurgeInput): Promise<void> {
  await systemPool().query(
    `update import set state = 'failed', error = 'This import was stopped so long ago that its file was deleted. Upload the file again.'
     where state = 'stopped' and updated_at < $1`,
    [new Date(+now - RESULT_DAYS * 86_400_000)],
  )
}
