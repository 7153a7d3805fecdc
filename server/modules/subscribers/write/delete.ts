import { subscribedEventTypes } from '../../../core/events/events.ts'
import type { Tx } from '../../../core/write/write.ts'

/** Deletes subscribers that the caller has locked, with everything that refers to them. */
export async function deleteSubscribers(tx: Tx, { ids }: { ids: readonly number[] }): Promise<void> {
  if (ids.length === 0) return
  await tx.sql.run('delete from subscriber where account_id = $1 and id = any ($2::bigint[])', [ids])
  emitDeleted(tx, ids)
}

/** Notifies webhooks of deleted subscribers by their ids, which is all that is left. */
export function emitDeleted(tx: Tx, ids: readonly number[]): void {
  if (subscribedEventTypes(tx, ['subscriber.deleted']).size === 0) return
  for (const subscriber_id of ids) tx.emit('subscriber.deleted', { subscriber_id })
}
