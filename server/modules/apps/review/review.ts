import { adminWrite } from '../../../core/audit/admin-write.ts'
import { type Ctx, systemCtx } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import type { Tx } from '../../../core/write/write.ts'
import { type Decided, recordDecision } from '../../reviews/service.ts'
import { queueUserEmail, type UserEmail } from '../../service-mail/service.ts'
import type { Approval, Rejection, ReviewDetail } from '../review-schema.ts'
import { detailView, FOR_DETAIL, withDraft } from '../store/detail.ts'
import { type AppRow, findAppWithDeveloper, isNameTaken } from '../store/directory.ts'
import { approvalEmail, changesApprovedEmail, changesDeclinedEmail, rejectionEmail } from './emails.ts'
import { applyDraft, lockOwnApp, NAME_TAKEN } from './revision.ts'
import { approvedPlugins, snapshotOf, versionOf } from './version.ts'

// Administrators' actions on all developers' apps. Writes use the context of the developer's account.

/** Returns an app for review. Throws not_found. */
export async function getForReview(_ctx: Ctx, { id }: { id: number }): Promise<ReviewDetail> {
  const found = await findAppWithDeveloper(id)
  if (!found) throw notFound()
  const app = detailView(found.app)
  const ctx = systemCtx(found.account_id)
  const [owners, approved_plugins] = await Promise.all([ownersOf(ctx), approvedPlugins(ctx, id)])
  return { ...app, version: versionOf(app), approved_plugins, developer: found.developer, owners }
}

/** Decides about related items in the transaction of the app's decision. Receives the app as it was before the decision. */
type Together = (tx: Tx, app: AppRow) => Promise<void>
const nothing: Together = async () => {}

/**
 * Publishes an app, or the changes of a published one, and emails its owners. Throws conflict for an app that is not in review, was
 * changed after the reviewer opened it, or is reviewed by another administrator.
 */
export function approveApp(ctx: Ctx, input: Approval & { reviewer_id: number }, together = nothing): Promise<void> {
  const { id, reviewer_id } = input
  const note = input.note || null
  return decide(ctx, { ...input, action: 'app_approved', decision: () => 'approved' }, async (tx, app) => {
    if (!isWaiting(app)) throw conflict('The app is not in review')
    const { name } = withDraft(app)
    if (await isNameTaken(tx, { name, except: id })) throw conflict(NAME_TAKEN)
    await applyDraft(tx, app)
    await tx.db.app.updateMany({
      where: { id },
      data: {
        status: 'published',
        review_note: note,
        reviewed_at: tx.now(),
        reviewed_by: reviewer_id,
        published_at: app.published_at ?? tx.now(),
      },
    })
    await together(tx, app)
    return () => (app.status === 'published' ? changesApprovedEmail({ id, name }, note) : approvalEmail(app, note))
  })
}

/**
 * Rejects an app in review, declines changes of a published one, or removes an app from the store, with a note to its owners.
 * Throws conflict for an app that is neither in review nor published.
 */
export function rejectApp(ctx: Ctx, input: Rejection & { reviewer_id: number }, together = nothing): Promise<void> {
  const { id, note, reviewer_id } = input
  const decision = (app: AppRow) => (isWaiting(app) ? 'rejected' : 'removed')
  return decide(ctx, { ...input, action: 'app_rejected', decision }, async (tx, app) => {
    if (app.status === 'unpublished') throw conflict('The app is neither in review nor published')
    const reviewed = { review_note: note, reviewed_at: tx.now(), reviewed_by: reviewer_id }
    if (app.draft_submitted_at) {
      await tx.db.app.updateMany({ where: { id }, data: { ...reviewed, draft_submitted_at: null } })
      return () => changesDeclinedEmail(app, note)
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
    return () => rejectionEmail(app, note)
  })
}

/** Returns whether the app, or changes of a published one, wait for a review. */
export const isWaiting = ({ status, draft_submitted_at }: AppRow) =>
  status === 'in_review' || draft_submitted_at !== null

interface DecisionInput {
  id: number
  version: string
  reviewer_id: number
  action: 'app_approved' | 'app_rejected'
  decision: (app: AppRow) => Decided['action']
  note?: string | undefined
}

/** Stores the decision, its audit entry and its emails in one transaction of the developer's account. */
async function decide(
  ctx: Ctx,
  { id, version, reviewer_id, action, decision, note = '' }: DecisionInput,
  buildEmail: (tx: Tx, app: AppRow) => Promise<UserEmail>,
): Promise<void> {
  const found = await findAppWithDeveloper(id)
  if (!found) throw notFound()
  await adminWrite(ctx, { account_id: found.account_id }, async (tx, record) => {
    const app = await lockOwnApp(tx, id)
    const seen = detailView(await tx.db.app.findFirstOrThrow({ where: { id }, include: FOR_DETAIL }))
    const email = await buildEmail(tx, app)
    if (versionOf(seen) !== version)
      throw conflict('The app was changed after you opened it. Reload the page and review it again.')
    const decided = { action: decision(app), text: note, snapshot: snapshotOf(seen) }
    await recordDecision(tx, { kind: 'app', id }, reviewer_id, decided)
    await record({ action, details: { name: withDraft(app).name, note, app_id: id, status: app.status } })
    for (const { email_address } of await ownersOf(tx)) await queueUserEmail(tx, { to: email_address, email })
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
