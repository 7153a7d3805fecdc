import { adminWrite } from '../../../core/audit/admin-write.ts'
import type { Ctx } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import type { Tx } from '../../../core/write/write.ts'
import type { AutomationTemplate } from '../../../db/generated/client.ts'
import { approveApp, ownersOf, rejectApp } from '../../apps/review/review.ts'
import type { Rejection } from '../../apps/review-schema.ts'
import { recordDecision } from '../../reviews/service.ts'
import { queueUserEmail, type UserEmail } from '../../service-mail/service.ts'
import { lockTemplate, transition } from '../develop/transition.ts'
import { findForReview, findOwner, findSubmittedOf } from '../directory.ts'
import { reviewView, type TemplateReview } from '../overview.ts'
import type {
  AppApproval,
  Submission,
  SubmittedTemplate,
  TemplateApproval,
  TemplateRejection,
} from '../review-schema.ts'
import type { ByApp, ById } from '../schema.ts'
import { approvalEmail, rejectionEmail } from './emails.ts'

// Instance administrators' actions on all developers' templates.

type Reviewer = { reviewer_id: number }

/** Returns the templates in review of an app. */
export const listOfApp = (_ctx: Ctx, { app_id }: ByApp): Promise<SubmittedTemplate[]> => findSubmittedOf(app_id)

/** Returns a template in review. Throws not_found. */
export async function getForReview(_ctx: Ctx, { id }: ById): Promise<TemplateReview> {
  const found = await findForReview(id)
  if (!found) throw notFound()
  return reviewView(found)
}

/**
 * Approves a template of an app in the store. Throws conflict for another state, a newer submission, or an app that is not in the
 * store; not_found.
 */
export async function approveTemplate(ctx: Ctx, { reviewer_id, ...input }: TemplateApproval & Reviewer): Promise<void> {
  const { account_id, app_status } = await requireOwner(input)
  await adminWrite(ctx, { account_id }, async (tx, record) => {
    const template = await lockSubmission(tx, input)
    if (template.state === 'in_review' && app_status !== 'published')
      throw conflict('The app is not in the store. Review the template together with its app.')
    const note = input.note || null
    await transition(tx, template, { action: 'approve', note, user_id: reviewer_id })
    await emailOwners(tx, () => approvalEmail(template, note))
    const { id, name, version } = template
    await recordDecision(tx, { kind: 'template', id }, reviewer_id, { action: 'approved', text: note ?? '' })
    await record({ action: 'template_approved', details: { name, template_id: id, version, note } })
  })
  ctx.log.info({ template_id: input.id }, 'an automation template was approved')
}

/** Returns a template to draft, with a note. Throws conflict for another state or a newer submission, not_found. */
export async function rejectTemplate(ctx: Ctx, { reviewer_id, ...input }: TemplateRejection & Reviewer): Promise<void> {
  const { account_id } = await requireOwner(input)
  await adminWrite(ctx, { account_id }, async (tx, record) => {
    const template = await lockSubmission(tx, input)
    await transition(tx, template, { action: 'reject', note: input.note, user_id: reviewer_id })
    await emailOwners(tx, () => rejectionEmail(template, input.note))
    const { id, name, version } = template
    await recordDecision(tx, { kind: 'template', id }, reviewer_id, { action: 'rejected', text: input.note })
    await record({ action: 'template_rejected', details: { name, note: input.note, template_id: id, version } })
  })
  ctx.log.info({ template_id: input.id }, 'an automation template was rejected')
}

/**
 * Approves an app and, on its first review, its submitted templates. Throws conflict if the reviewer saw another version of the app or
 * other templates.
 */
export function approveAppWithTemplates(ctx: Ctx, { templates, ...app }: AppApproval & Reviewer): Promise<void> {
  return approveApp(ctx, app, async (tx, { status }) => {
    if (status === 'published') return
    const submitted = await lockSubmissions(tx, { app_id: app.id })
    const seen = new Set(templates.map(({ id, version }) => `${id} ${version}`))
    if (submitted.length !== seen.size || submitted.some(({ id, version }) => !seen.has(`${id} ${version}`)))
      throw conflict('The templates of the app were changed. Reload the page and review them again.')
    for (const template of submitted) {
      await transition(tx, template, { action: 'approve', user_id: app.reviewer_id })
      const item = { kind: 'template', id: template.id } as const
      await recordDecision(tx, item, app.reviewer_id, { action: 'approved', text: app.note ?? '' })
      await emailOwners(tx, () => approvalEmail(template, null))
    }
  })
}

/** Rejects an app and, on its first review, its submitted templates with the same note. */
export function rejectAppWithTemplates(ctx: Ctx, app: Rejection & Reviewer): Promise<void> {
  return rejectApp(ctx, app, async (tx, { status }) => {
    if (status !== 'in_review') return
    for (const template of await lockSubmissions(tx, { app_id: app.id })) {
      await transition(tx, template, { action: 'reject', note: app.note, user_id: app.reviewer_id })
      const item = { kind: 'template', id: template.id } as const
      await recordDecision(tx, item, app.reviewer_id, { action: 'rejected', text: app.note })
    }
  })
}

async function requireOwner({ id }: ById) {
  const owner = await findOwner(id)
  if (!owner) throw notFound()
  return owner
}

async function lockSubmission(tx: Tx, { id, version }: Submission): Promise<AutomationTemplate> {
  const template = await lockTemplate(tx, id)
  if (template.state === 'in_review' && template.version !== version)
    throw conflict('The template was changed and submitted again. Reload the page and review it again.')
  return template
}

/** Locks in the order of ids, so two reviewers never deadlock. */
async function lockSubmissions(tx: Tx, { app_id }: ByApp): Promise<AutomationTemplate[]> {
  const rows = await tx.sql.rows<{ id: number }>(
    `select id from automation_template
     where account_id = $1 and app_id = $2 and state = 'in_review' and deleted_at is null order by id for update`,
    [app_id],
  )
  return tx.db.automationTemplate.findMany({ where: { id: { in: rows.map(({ id }) => id) } }, orderBy: { id: 'asc' } })
}

async function emailOwners(tx: Tx, email: UserEmail): Promise<void> {
  for (const { email_address } of await ownersOf(tx)) await queueUserEmail(tx, { to: email_address, email })
}
