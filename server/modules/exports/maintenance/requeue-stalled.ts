import type { Stalled } from '../../../core/requeue.ts'

export const STALLED_EXPORTS: readonly Stalled[] = [
  {
    table: 'export',
    where: `state in ('queued', 'running') and updated_at < $1`,
    after_minutes: 15,
    touch: 'updated_at',
    columns: 'account_id, id',
    emit: (tx, { id }) => tx.emit('export.requested', { export_id: id }),
  },
]
