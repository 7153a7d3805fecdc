import { type Ctx, memberOf } from '../../../core/context.ts'
import { AppError, invalid } from '../../../core/errors.ts'
import { isoSql } from '../../../core/wire.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import type { AutomationTemplate } from '../../../db/generated/client.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'
import { t } from '../../../lib/locale/texts.ts'
import { getOwnApp } from '../../apps/develop/develop.ts'
import {
  type ByApp,
  type ById,
  missingForReview,
  type NewTemplate,
  type OwnTemplate,
  type SourceAutomation,
  type TemplateEdit,
} from '../schema.ts'
import { lockTemplate, transition } from './transition.ts'

// Developers' actions on the templates of their own apps.

/** Keeps the list short enough to review. */
const MAX_TEMPLATES = 50
const MAX_SOURCES = 500

/** Returns the app's templates, newest first; none for another account's app. */
export async function listOwnTemplates(ctx: Ctx, { app_id }: ByApp): Promise<OwnTemplate[]> {
  const rows = await ctx.sql.rows<Omit<OwnTemplate, 'missing'>>(
    `select t.id, t.name, t.description, t.labels, t.state, t.live_version is not null as is_live, t.review_note,
       t.automation_id, a.name as automation_name, v.picture, ${isoSql('t.submitted_at')} as submitted_at,
       ${isoSql('t.updated_at')} as updated_at
     from app p join automation_template t on t.account_id = p.account_id and t.app_id = p.id and t.deleted_at is null
     left join automation a on a.account_id = t.account_id and a.id = t.automation_id and a.deleted_at is null
     left join automation_template_version v
       on v.account_id = t.account_id and v.template_id = t.id and v.version = t.version
     where p.account_id = $1 and p.id = $2 and p.deleted_at is null
     order by t.id desc limit ${MAX_TEMPLATES}`,
    [app_id],
  )
  return rows.map((row) => ({ ...row, missing: missingForReview(row) }))
}

/** Returns automations that can be the source of a template, by name. */
export const listSources = (ctx: Ctx): Promise<SourceAutomation[]> =>
  ctx.sql.rows<SourceAutomation>(
    `select id, name, version is not null as is_published from automation
     where account_id = $1 and deleted_at is null order by lower(name), id limit ${MAX_SOURCES}`,
  )

/** Creates a draft. Throws invalid at the limit or for an unknown automation, not_found for an app of another account. */
export function createTemplate(ctx: Ctx, { app_id, ...fields }: NewTemplate): Promise<{ id: number }> {
  return write(ctx, async (tx) => {
    await getOwnApp(tx, { id: app_id })
    if ((await tx.db.automationTemplate.count({ where: { app_id, deleted_at: null } })) >= MAX_TEMPLATES)
      throw invalid(t`An app can have ${MAX_TEMPLATES} templates. Delete one that is no longer used.`)
    await checkSource(tx, fields)
    const { id } = await tx.db.automationTemplate.create({
      data: { account_id: tx.account_id, app_id, ...fields, created_at: tx.now(), updated_at: tx.now() },
    })
    return { id }
  })
}

/**
 * Edits a template. A published one is unpublished and submitted with the edit, and its published version stays live until another one is.
 * Throws conflict for a template in review or approved, invalid if it cannot be submitted, not_found.
 */
export function editTemplate(ctx: Ctx, { id, ...fields }: TemplateEdit): Promise<void> {
  return write(ctx, async (tx) => {
    const before = await lockTemplate(tx, id)
    const template = { ...before, ...fields }
    if (!isChanged(before, template)) return
    if (before.state === 'published') requireComplete(template)
    if (before.automation_id !== template.automation_id) await checkSource(tx, fields)
    await transition(tx, template, { action: 'edit', user_id: memberOf(tx) })
    await tx.db.automationTemplate.updateMany({ where: { id }, data: fields })
  })
}

const FIELDS = ['name', 'description', 'labels', 'automation_id'] as const
const isChanged = (one: Omit<TemplateEdit, 'id'> | AutomationTemplate, other: typeof one): boolean =>
  JSON.stringify(one, [...FIELDS]) !== JSON.stringify(other, [...FIELDS])

/**
 * Submits a draft with the latest published version of its automation. Throws conflict in other states, invalid with the missing parts,
 * not_found.
 */
export function submitTemplate(ctx: Ctx, { id }: ById): Promise<void> {
  return write(ctx, async (tx) => {
    const template = await lockTemplate(tx, id)
    if (template.state === 'draft') requireComplete(template)
    await transition(tx, template, { action: 'submit', user_id: memberOf(tx) })
  })
}

/**
 * Offers the approved version to creators. If the automation was published again in the meantime, its new version goes to review. Throws
 * conflict for a template that is not approved, not_found.
 */
export function publishTemplate(ctx: Ctx, { id }: ById): Promise<void> {
  return write(ctx, async (tx) => {
    await transition(tx, await lockTemplate(tx, id), { action: 'publish', user_id: memberOf(tx) })
    await submitNewSource(tx, id)
  })
}

/** Deletes a template. Adopted copies keep working. Throws not_found. */
export function deleteTemplate(ctx: Ctx, { id }: ById): Promise<void> {
  return write(ctx, async (tx) => {
    await transition(tx, await lockTemplate(tx, id), { action: 'delete', user_id: memberOf(tx) })
  })
}

/** Submits the published templates of an automation that was published again. Can be called again, because it finds the remaining ones. */
export async function submitChangedSources(
  ctx: Ctx,
  { automation_id, budget }: { automation_id: number; budget?: Budget },
): Promise<void> {
  for (;;) {
    const changed = await ctx.sql.rows<{ id: number }>(
      `select t.id from ${CHANGED} where t.account_id = $1 and t.automation_id = $2 and ${IS_CHANGED} order by t.id limit ${TEMPLATES}`,
      [automation_id],
    )
    for (const { id } of changed) await write(ctx, (tx) => submitNewSource(tx, id))
    if (changed.length < TEMPLATES || budget?.isSpent()) return
  }
}

/** Number of templates submitted between two checks of the budget. */
const TEMPLATES = 20

/** SQL of published templates t whose automation has a newer version than the live one. */
const CHANGED = `automation_template t
     join automation_template_version v
       on v.account_id = t.account_id and v.template_id = t.id and v.version = t.live_version
     join automation a on a.account_id = t.account_id and a.id = t.automation_id and a.deleted_at is null`
const IS_CHANGED = `t.state = 'published' and t.deleted_at is null and a.version > v.source_version`

/** Does nothing unless the template is published and its automation has a newer version than the live one. */
async function submitNewSource(tx: Tx, id: number): Promise<void> {
  const changed = await tx.sql.one(
    `select t.id from ${CHANGED} where t.account_id = $1 and t.id = $2 and ${IS_CHANGED} for update of t`,
    [id],
  )
  if (!changed) return
  const template = await lockTemplate(tx, id)
  try {
    await transition(tx, template, { action: 'change_source', user_id: null })
  } catch (error) {
    // Nothing has been written yet. A review could only reject it, so the developer gets the reason immediately.
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error
    const review_note = ['The automation was published again and can’t be submitted:', ...error.messages].join('\n')
    await tx.db.automationTemplate.updateMany({
      where: { id },
      data: { state: 'draft', review_note, updated_at: tx.now() },
    })
  }
}

/** Throws invalid if the automation cannot be the source of a template. */
async function checkSource(tx: Tx, { automation_id }: { automation_id: number }): Promise<void> {
  const found = await tx.db.automation.count({ where: { id: automation_id, deleted_at: null, is_locked: false } })
  if (found === 0) throw invalid('Choose one of your automations, and not one that follows a template')
}

function requireComplete(template: Parameters<typeof missingForReview>[0]): void {
  const missing = missingForReview(template)
  if (missing.length > 0) throw invalid(missing)
}
