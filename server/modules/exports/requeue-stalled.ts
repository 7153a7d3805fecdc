import { systemCtx, systemPool } from '../../core/context.ts'
import { write } from '../../core/write.ts'

/** An export without progress for this long has lost its run. */
const STALLED_AFTER_MS = 15 * 60_000
/** The rest waits for the next run. */
const EXPORTS_PER_RUN = 500

/**
 * Requeues exports without progress. One that is running after all is not affected: the later run finds nothing to do.
 * @returns how many were requeued
 */
export async function requeueStalledExports({ now }: { now: Date }): Promise<number> {
  const { rows } = await systemPool().query<{ account_id: number; id: number }>(
    `update export set updated_at = $2 where ctid = any (array(
       select ctid from export where state in ('queued', 'running') and updated_at < $1 limit ${EXPORTS_PER_RUN}))
     returning account_id, id`,
    [new Date(+now - STALLED_AFTER_MS), now],
  )
  for (const { account_id, id } of rows)
    await write(systemCtx(account_id), async (tx) => tx.emit('export.requested', { export_id: id }))
  return rows.length
}
