import type { Expired } from '../../../db/purge.ts'

/** Each row contains up to 1 MiB. */
const ROWS_PER_STATEMENT = 50

/** Expired files and files of failed exports, and later their records (L7). */
export const EXPIRED_EXPORTS: readonly Expired[] = [
  {
    table: 'export_chunk',
    where: `(account_id, export_id) in (select account_id, id from export where expires_at <= $1 or state in ('stopped', 'failed'))`,
    rows: ROWS_PER_STATEMENT,
  },
  {
    table: 'export',
    where: `state not in ('queued', 'running') and updated_at < $1`,
    kept_days: 90,
    rows: ROWS_PER_STATEMENT,
  },
]
