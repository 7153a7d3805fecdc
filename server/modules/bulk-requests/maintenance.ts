import type { Stalled, StalledRow } from '../../core/requeue.ts'
import type { Tx } from '../../core/write/write.ts'
import type { Expired } from '../../db/purge.ts'

interface StalledRequest extends StalledRow {
  app_id: number
  state: 'queued' | 'running' | 'stopping' | 'stopped' | 'completed'
}

/** Requests without a working process, and overdue callbacks. */
export const STALLED_REQUESTS: readonly Stalled[] = [
  {
    table: 'bulk_request',
    where: `updated_at < $1
      and (state in ('queued', 'running', 'stopping') or (callback_state = 'waiting' and callback_at < $1))`,
    after_minutes: 15,
    touch: 'updated_at',
    columns: 'account_id, app_id, id, state::text as state',
    emit(tx: Tx, { account_id, app_id, id, state }: StalledRequest) {
      if (state === 'stopping') tx.emit('bulk.cancelled', { bulk_request_id: id })
      else if (state === 'stopped' || state === 'completed') tx.emit('bulk.completed', { bulk_request_id: id })
      else tx.emit('bulk.requested', { bulk_request_id: id, queue: `${account_id}:${app_id}` })
    },
  },
]

/** The counts of a request. Its items have been deleted long before. */
export const EXPIRED_REQUESTS: readonly Expired[] = [
  {
    table: 'bulk_request',
    where: `completed_at < $1 and callback_state is distinct from 'waiting'`,
    kept_days: 30,
    rows: 100,
  },
]
