import { systemPool } from '../../core/context.ts'

const DAY_MS = 86_400_000
const NOTE_DAYS = 90

/** Files that have expired or never came to be go, for all accounts at once; the notes that they were made go later (L7). */
export async function sweepExports({ now }: { now: Date }): Promise<void> {
  const pool = systemPool()
  await pool.query(
    `delete from export_chunk c using export x
     where x.account_id = c.account_id and x.id = c.export_id
       and (x.expires_at <= $1 or x.state in ('stopped', 'failed'))`,
    [now],
  )
  await pool.query(`delete from export where state not in ('queued', 'running') and updated_at < $1`, [
    new Date(+now - NOTE_DAYS * DAY_MS),
  ])
}
