import type { Ctx } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import type { Deleting, Deletion, Undeleting } from '../../deleted-records/schema.ts'
import { deleteWithUndo, putBack } from '../../deleted-records/service.ts'
import { lockAutomation } from '../view.ts'
import { deleteAutomation } from './lifecycle.ts'

/** Deletes an automation. An undo restores it if it was never published, because then no one was in it. Throws not_found. */
export const deleteAutomationWithUndo = (ctx: Ctx, input: Deleting): Promise<Deletion> =>
  deleteWithUndo(ctx, input, {
    kind: 'automation',
    lock: async (tx) => (await lockAutomation(tx, input)).version === null,
    // The automation's rows stay.
    rows: [],
    remove: (tx) => deleteAutomation(tx, input),
  })

/** Throws conflict. */
export function undeleteAutomation(ctx: Ctx, input: Undeleting): Promise<void> {
  return write(ctx, async (tx) => {
    const { id } = await putBack(tx, input, { kind: 'automation', rows: [] })
    await tx.db.automation.updateMany({ where: { id }, data: { deleted_at: null } })
  })
}
