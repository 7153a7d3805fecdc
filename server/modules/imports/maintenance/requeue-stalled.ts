import { systemCtx, systemPool } from '../../../core/context.ts'
import { write } from '../../../core/write.ts'

/** An import on which nobody has worked for so long has lost its run. */
const STALLED_AFTER_MS = 15 * 60_000
/** The others wait for the next round. */
const BATCH = 500

interface StalledImport {
  account_id: number
  id: number
  event: 'import.requested' | 'import.undo_requested' | 'import.preview_requested'
}

/**
 * Asks again for imports, for undoings of them and for previews, that were asked for and are not being done. One that is being done
 * after all takes no harm: rows are done once whoever does them. Gives how many.
 */
export async function requeueStalledImports({ now }: { now: Date }): Promise<number> {
  const before = new Date(+now - STALLED_AFTER_MS)
  const lost = [
    ...(await rows(
      `update import set updated_at = $2
       where ctid = any (array(select ctid from import
         where (state in ('queued', 'running', 'stopping') or undo_state in ('queued', 'running')) and updated_at < $1
         limit ${BATCH}))
       returning account_id, id,
         case when undo_state is null then 'import.requested' else 'import.undo_requested' end as event`,
      [before, now],
    )),
    // Of a preview only its beginning is known: a long one is asked for more often than it needs.
    ...(await rows(
      `select v.account_id, v.import_id as id, 'import.preview_requested' as event
       from import_preview v join import i on i.account_id = v.account_id and i.id = v.import_id
       where v.state in ('queued', 'running') and i.state = 'ready' and v.created_at < $1
       order by v.created_at desc limit ${BATCH}`,
      [before],
    )),
  ]
  for (const { account_id, id, event } of lost)
    await write(systemCtx(account_id), async (tx) => tx.emit(event, { import_id: id }))
  return lost.length
}

const rows = async (statement: string, values: unknown[]) =>
  (await systemPool().query<StalledImport>(statement, values)).rows
