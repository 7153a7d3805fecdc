import { systemCtx, systemPool } from '../../../core/context.ts'
import { write } from '../../../core/write.ts'

/** An import without progress for this long has lost its run. */
const STALLED_AFTER_MS = 15 * 60_000
/** More wait for the next run of the cron. */
const BATCH = 500

interface StalledImport {
  account_id: number
  id: number
  event: 'import.requested' | 'import.undo_requested' | 'import.preview_requested'
}

/**
 * Emits the job events of imports, undos and previews whose run was lost again. Returns how many. One that still runs is not harmed:
 * each row is applied once, however many processes work on it.
 */
export async function requeueStalledImports({ now }: { now: Date }): Promise<number> {
  const before = new Date(+now - STALLED_AFTER_MS)
  const stalled = [
    ...(await rows(
      `update import set updated_at = $2
       where ctid = any (array(select ctid from import
         where (state in ('queued', 'running', 'stopping') or undo_state in ('queued', 'running')) and updated_at < $1
         limit ${BATCH}))
       returning account_id, id,
         case when undo_state is null then 'import.requested' else 'import.undo_requested' end as event`,
      [before, now],
    )),
    // A preview has no time of its last batch: a long one is requeued more often than necessary.
    ...(await rows(
      `select v.account_id, v.import_id as id, 'import.preview_requested' as event
       from import_preview v join import i on i.account_id = v.account_id and i.id = v.import_id
       where v.state in ('queued', 'running') and i.state = 'ready' and v.created_at < $1
       order by v.created_at desc limit ${BATCH}`,
      [before],
    )),
  ]
  for (const { account_id, id, event } of stalled)
    await write(systemCtx(account_id), async (tx) => tx.emit(event, { import_id: id }))
  return stalled.length
}

const rows = async (statement: string, values: unknown[]) =>
  (await systemPool().query<StalledImport>(statement, values)).rows
