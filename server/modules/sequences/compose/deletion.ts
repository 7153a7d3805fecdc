import type { Ctx } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { commentRows } from '../../comments/service.ts'
import type { Deleting, Deletion, Undeleting } from '../../deleted-records/schema.ts'
import { deleteWithUndo, type OwnRows, putBack } from '../../deleted-records/service.ts'
import { deleteSequence, emitSequenceEvent } from '../service.ts'
import { lockSequence } from '../view.ts'

// A deleted sequence keeps its rows, and its emails keep their rows and revisions.
const ROWS: readonly OwnRows[] = commentRows(
  'sequence_email',
  't.item_id in (select e.id from sequence_email e where e.account_id = $1 and e.sequence_id = $3)',
)

/** Deletes a sequence. An undo restores one without subscribers that sends nothing. Throws not_found. */
export const deleteSequenceWithUndo = (ctx: Ctx, input: Deleting): Promise<Deletion> =>
  deleteWithUndo(ctx, input, {
    kind: 'sequence',
    lock: async (tx) => {
      await lockSequence(tx, input)
      const used = await tx.sql.one(
        `select 1 where exists (select from enrollment where account_id = $1 and sequence_id = $2)
           or exists (select from sequence_email where account_id = $1 and sequence_id = $2 and published and deleted_at is null)`,
        [input.id],
      )
      return !used
    },
    rows: ROWS,
    remember: async (tx) => ({ active: (await lockSequence(tx, input)).active }),
    remove: (tx) => deleteSequence(tx, input),
  })

/** Restores a sequence, and notifies apps that were notified of the deletion. Throws conflict. */
export function undeleteSequence(ctx: Ctx, input: Undeleting): Promise<void> {
  return write(ctx, async (tx) => {
    const { id, also } = await putBack<{ active: boolean }>(tx, input, { kind: 'sequence', rows: ROWS })
    await tx.db.sequence.updateMany({ where: { id }, data: { deleted_at: null, active: also.active } })
    await emitSequenceEvent(tx, 'sequence.created', id)
  })
}
