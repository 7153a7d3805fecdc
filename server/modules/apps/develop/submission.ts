import type { Ctx } from '../../../core/context.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { write } from '../../../core/write/write.ts'
import { applyDraft, lockOwnApp, NAME_TAKEN, submitDraft } from '../review/revision.ts'
import { isNameTaken } from '../store/directory.ts'
import { getOwnApp } from './develop.ts'

/** Submits an app, or its declined changes, for review. Throws invalid with the missing parts, conflict if it is in review or published. */
export function submitApp(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const app = await lockOwnApp(tx, id)
    const { status, name } = app
    if (app.draft !== null && app.draft_submitted_at === null) return submitDraft(tx, app)
    if (status !== 'unpublished')
      throw conflict(status === 'published' ? 'The app is published' : 'The app is in review')
    const { missing } = await getOwnApp(tx, { id })
    if (missing.length > 0) throw invalid(missing)
    if (await isNameTaken(tx, { name, except: id })) throw conflict(NAME_TAKEN)
    await tx.db.app.updateMany({
      where: { id },
      data: { status: 'in_review', submitted_at: tx.now(), review_note: null, updated_at: tx.now() },
    })
  })
}

/** Withdraws an app from the review or from the store. Existing installations stay. Throws conflict if the app is in neither. */
export function withdrawApp(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const app = await lockOwnApp(tx, id)
    if (app.status === 'unpublished') throw conflict('The app is neither in review nor published')
    await applyDraft(tx, app)
    await tx.db.app.updateMany({
      where: { id },
      data: { status: 'unpublished', submitted_at: null, updated_at: tx.now() },
    })
  })
}
