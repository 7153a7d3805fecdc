import { systemCtx, systemPool } from '../../core/context.ts'
import { write } from '../../core/write.ts'

/** A file on which nobody has worked for so long has lost its run. */
const STALLED_AFTER_MS = 15 * 60_000
/** The others wait for the next round. */
const EXPORTS_PER_RUN = 500

/**
 * Asks again for files that were asked for and are not being made. One that is being made after all takes no harm: who begins
 * later waits for its turn in the account and finds nothing to do. Gives how many.
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
