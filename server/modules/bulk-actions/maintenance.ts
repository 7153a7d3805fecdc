import type { Stalled } from '../../core/requeue.ts'
import type { Expired } from '../../db/purge.ts'
import { UNDO_DAYS } from './schema.ts'

/** Requeuing a running action is harmless, because each page of subscribers and the progress are one transaction. */
export const STALLED_ACTIONS: readonly Stalled[] = [
  {
    table: 'bulk_action',
    where: `state in ('running', 'undoing') and updated_at < $1`,
    after_minutes: 15,
    touch: 'updated_at',
    columns: 'account_id, id',
    emit: (tx, { id }) => tx.emit('bulk_action.requested', { bulk_action_id: id }),
  },
]

/**
 * Rows for an undo expire first, so an action has no subscribers left when it is deleted. An undo that starts on the last day can still
 * complete.
 */
export const EXPIRED_ACTIONS: readonly Expired[] = [
  { table: 'bulk_action_subscriber', where: 'changed_at < $1', kept_days: UNDO_DAYS * 2 },
  { table: 'bulk_action', where: 'ended_at < $1', kept_days: 90 },
]
