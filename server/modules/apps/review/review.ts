import { adminWrite } from '../../../core/audit/admin-write.ts'
import { type Ctx, systemCtx } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import { iso } from '../../../core/wire.ts'
import type { Tx } from '../../../core/write/write.ts'
import { queueServiceEmail } from '../../service-mail/service.ts'
import { approvalEmail, changesApprovedEmail, changesDeclinedEmail, rejectionEmail } from '../emails.ts'
import type { Approval, Rejection, ReviewDetail, ReviewFilter } from '../review-schema.ts'
import { detailView, withDraft } from '../store/detail.ts'
import { type AppRow, findAppWithDeveloper, findForReview, isNameTaken, type ReviewRow } from '../store/directory.ts'
import { applyDraft, lockOwnApp, NAME_TAKEN } from './revision.ts'

// What administrators of the instance do with all developers' apps. Writes use the context of the developer's account.

export const listForReview = (_ctx: Ctx, { status }: ReviewFilter): Promise<ReviewRow[]> => findForReview(status)

/** Returns an app for review. Throws not_found. */
export async function getForReview(_ctx: Ctx, { id }: { id: number }): Promise<ReviewDetail> {
  const found = await findAppWithDeveloper(id)
  if (!found) throw notFound()
  return { ...detailView(found.app), developer: found.developer, owners: await ownersOf(systemCtx(found.account_id)) }
}

/** Decides in the same transaction about what is reviewed together with the app. Receives the app as it was before the decision. */
type Together = (tx: Tx, app: AppRow) => Promise<void>
const nothing: Together = async () => {}

/**
 * Publishes an app, or the changes of a published one, and emails its owners. Throws conflict for an app that is not in review or
 * was submitted again after the reviewer opened it.
 */
export function approveApp(ctx: Ctx, input: Approval & { reviewer_id: number }, together = nothing): Promise<void> {
  const { id, submitted_at, reviewer_id } = input
  return decide(ctx, { id, action: 'app_approved', note: '' }, async (tx, app) => {
    if (!isWaiting(app)) throw conflict('The app is not in review')
    const submitted = app.draft_submitted_at ?? app.submitted_at
    if (submitted && iso(submitted) !== submitted_at)
      throw conflict('The app was changed and submitted again. Reload the page and review it again.')
    const { name } = withDraft(app)
    if (await isNameTaken(tx, { name, except: id })) throw conflict(NAME_TAKEN)
    await applyDraft(tx, app)
    await tx.db.app.updateMany({
      where: { id },
      data: {
        status: 'published',
        review_note: null,
        reviewed_at: tx.now(),
        reviewed_by: reviewer_id,
        published_at: app.published_at ?? tx.now(),
      },
    })
    await together(tx, app)
    return app.status === 'published' ? changesApprovedEmail({ id, name }) : approvalEmail(app)
  })
}

/**
 * Rejects an app in review, declines changes of a published one, or removes an app from the store, with a note to its owners.
 * Throws conflict for an app that is neither in review nor published.
 */
export function rejectApp(ctx: Ctx, input: Rejection & { reviewer_id: number }, together = nothing): Promise<void> {
  const { id, note, reviewer_id } = input
  return decide(ctx, { id, action: 'app_rejected', note }, async (tx, app) => {
    if (app.status === 'unpublished') throw conflict('The app is neither in review nor published')
    const reviewed = { review_note: note, reviewed_at: tx.now(), reviewed_by: reviewer_id }
    if (app.draft_submitted_at) {
      await tx.db.app.updateMany({ where: { id }, data: { ...reviewed, draft_submitted_at: null } })
      return changesDeclinedEmail(app, note)
    }
    await applyDraft(tx, app)
    await tx.db.app.updateMany({
      where: { id },
      data: {
        status: 'unpublished',
        submitted_at: null,
        ...reviewed,
      },
    })
    await together(tx, app)
    return rejectionEmail(app, note)
  })
}

const isWaiting = ({ status, draft_submitted_at }: AppRow) => status === 'in_review' || draft_submitted_at !== null

/** Stores the decision, its audit entry and the emails about it in one transaction of the developer's account. */
async function decide(
  ctx: Ctx,
  { id, action, note }: { id: number; action: 'app_approved' | 'app_rejected'; note: string },
  buildEmail: (tx: Tx, app: AppRow) => Promise<Parameters<typeof queueServiceEmail>[1]['email']>,
): Promise<void> {
  const found = await findAppWithDeveloper(id)
  if (!found) throw notFound()
  await adminWrite(ctx, { account_id: found.account_id }, async (tx, record) => {
    const app = await lockOwnApp(tx, id)
    const email = await buildEmail(tx, app)
    await record({ action, details: { name: withDraft(app).name, note, app_id: id, status: app.status } })
    for (const { email_address } of await ownersOf(tx)) await queueServiceEmail(tx, { to: email_address, email })
  })
  ctx.log.info({ app_id: id }, 'an app was reviewed')
}

export async function ownersOf(ctx: Ctx): Promise<ReviewDetail['owners']> {
  const members = await ctx.db.membership.findMany({
    where: { role: 'owner' },
    select: { user: { select: { name: true, email: true } } },
    orderBy: { created_at: 'asc' },
  })
  return members.map(({ user }) => ({ name: user.name, email_address: user.email }))
}
