import { systemCtx, systemPool } from '../../core/context.ts'
import { write } from '../../core/write.ts'

/** An import on which nobody has worked for so long has lost its run. */
const LOST_AFTER_MS = 15 * 60_000

interface Lost {
  account_id: number
  id: number
  is_undone: boolean
}

/**
 * Asks again for imports, and for undoings of them, that were asked for and are not being done. One that is being done after all
 * takes no harm: rows are done once whoever does them. Gives how many.
 */
export async function lookAfterImports({ now }: { now: Date }): Promise<number> {
  const { rows } = await systemPool().query<Lost>(
    `update import set updated_at = $2
     where (state in ('queued', 'running', 'stopping') or undo_state in ('queued', 'running')) and updated_at < $1
     returning account_id, id, undo_state is not null as is_undone`,
    [new Date(+now - LOST_AFTER_MS), now],
  )
  for (const { account_id, id, is_undone } of rows) {
    await write(systemCtx(account_id), async (tx) =>
      tx.emit(is_undone ? 'import.undo_requested' : 'import.requested', { import_id: id }),
    )
  }
  return rows.length
}
