import type { Ctx } from '../../core/context.ts'
import { write } from '../../core/write/write.ts'
import { commentRows } from '../comments/service.ts'
import type { Deleting, Deletion, Undeleting } from '../deleted-records/schema.ts'
import { deleteWithUndo, type OwnRows, putBack } from '../deleted-records/service.ts'
import { revisionRows } from '../revisions/service.ts'
import { setStatus } from './sending/sending.ts'
import { deleteBroadcast } from './service.ts'
import { broadcastEvent, lockBroadcast } from './view.ts'

const ROWS: readonly OwnRows[] = [
  { table: 'broadcast', where: 't.id = $3' },
  revisionRows('broadcast'),
  ...commentRows('broadcast', 't.item_id = $3'),
]

/** Deletes a broadcast. An undo restores a draft or scheduled broadcast that was never sent to anyone. Throws not_found or invalid. */
export const deleteBroadcastWithUndo = (ctx: Ctx, input: Deleting): Promise<Deletion> =>
  deleteWithUndo(ctx, input, {
    kind: 'broadcast',
    lock: async (tx) => {
      const { status } = await lockBroadcast(tx, input)
      if (status !== 'draft' && status !== 'scheduled') return false
      return (await tx.db.mail.count({ where: { broadcast_id: input.id } })) === 0
    },
    rows: ROWS,
    remove: (tx) => deleteBroadcast(tx, input),
  })

/**
 * Restores a broadcast. If its time came while it was deleted, it becomes a draft, so an undo sends no email. Notifies apps that were
 * notified of the deletion. Throws conflict.
 */
export function undeleteBroadcast(ctx: Ctx, input: Undeleting): Promise<void> {
  return write(ctx, async (tx) => {
    const { id } = await putBack(tx, input, { kind: 'broadcast', rows: ROWS })
    const { status, send_at } = await lockBroadcast(tx, { id })
    if (status === 'scheduled' && send_at) {
      if (send_at > tx.now())
        tx.emit('broadcast.schedule_changed', { broadcast_id: id, send_at: send_at.toISOString() })
      else await setStatus(tx, id, { status: 'draft', send_at: null })
    }
    tx.emit('broadcast.created', await broadcastEvent(tx, id))
  })
}
