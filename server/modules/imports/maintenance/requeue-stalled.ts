import type { Stalled, StalledRow } from '../../../core/requeue.ts'
import type { Tx } from '../../../core/write/write.ts'

const AFTER_MINUTES = 15

interface StalledImport extends StalledRow {
  is_undo: boolean
}

/** Requeuing a running import is harmless: each row is applied once, by any number of processes. */
export const STALLED_IMPORTS: readonly Stalled[] = [
  {
    table: 'import',
    where: `(state in ('queued', 'running', 'stopping') or undo_state in ('queued', 'running')) and updated_at < $1`,
    after_minutes: AFTER_MINUTES,
    touch: 'updated_at',
    columns: 'account_id, id, undo_state is not null as is_undo',
    emit: (tx: Tx, { id, is_undo }: StalledImport) =>
      tx.emit(is_undo ? 'import.undo_requested' : 'import.requested', { import_id: id }),
  },
  // A preview does not record its last batch, so a long one is requeued more often than necessary.
  {
    table: 'import_preview',
    where: `state in ('queued', 'running') and created_at < $1
      and (account_id, import_id) in (select account_id, id from import where state = 'ready') order by created_at desc`,
    after_minutes: AFTER_MINUTES,
    columns: 'account_id, import_id as id',
    emit: (tx, { id }) => tx.emit('import.preview_requested', { import_id: id }),
  },
]
