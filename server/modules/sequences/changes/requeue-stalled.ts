import type { Stalled } from '../../../core/requeue.ts'

/** Requeuing a running change is harmless, because a page of subscribers and its progress are one transaction. */
export const STALLED_CHANGES: readonly Stalled[] = [
  {
    table: 'sequence_change',
    where: `state = 'running' and updated_at < $1`,
    after_minutes: 15,
    touch: 'updated_at',
    columns: 'account_id, id',
    emit: (tx, { id }) => tx.emit('sequence.change_requested', { sequence_change_id: id }),
  },
]
