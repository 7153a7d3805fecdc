import { conflict, notFound } from '../../../core/errors.ts'
import type { Tx } from '../../../core/write/write.ts'
import type { AutomationTemplate } from '../../../db/generated/client.ts'
import { outlineOf } from '../outline.ts'
import { pictureOf } from '../picture-schema.ts'
import { TemplateState } from '../schema.ts'
import { decide, type Effect, type TemplateAction } from '../transitions-schema.ts'
import { takeSnapshot } from './snapshot.ts'

// The only code that changes a template's state.

/** Locks a template of the account. Throws not_found. */
export async function lockTemplate(tx: Tx, id: number): Promise<AutomationTemplate> {
  await tx.sql.one('select id from automation_template where account_id = $1 and id = $2 for update', [id])
  const template = await tx.db.automationTemplate.findFirst({ where: { id, deleted_at: null } })
  if (!template) throw notFound()
  return template
}

export const stateOf = ({ state, live_version }: Pick<AutomationTemplate, 'state' | 'live_version'>) => ({
  state: TemplateState.parse(state),
  is_live: live_version !== null,
})

/**
 * Applies an action to a template that the transaction has locked. Throws conflict for an action that its state does not allow, and invalid
 * if it cannot be submitted.
 * @param note the reviewer's text, for `approve` and `reject`
 * @param user_id the acting developer or reviewer
 */
export async function transition(
  tx: Tx,
  template: AutomationTemplate,
  { action, note = null, user_id }: { action: TemplateAction; note?: string | null; user_id: number | null },
): Promise<void> {
  const decision = decide(stateOf(template), action)
  if ('refusal' in decision) throw conflict(decision.refusal)
  const changes = {
    review_note: template.review_note,
    ...(await effectsOf(tx, template, decision.effects, { note, user_id })),
  }
  if (action === 'approve') await markVersion(tx, template, { approved_at: tx.now(), approved_by: user_id })
  if (action === 'publish') await markVersion(tx, template, { published_at: tx.now() })
  const state = decision.to === 'deleted' ? { deleted_at: tx.now() } : { state: decision.to }
  await tx.db.automationTemplate.updateMany({
    where: { id: template.id },
    data: { ...changes, ...state, updated_at: tx.now() },
  })
}

async function effectsOf(
  tx: Tx,
  template: AutomationTemplate,
  effects: readonly Effect[],
  { note, user_id }: { note: string | null; user_id: number | null },
): Promise<Partial<AutomationTemplate>> {
  return {
    ...(effects.includes('snapshot') ? await storeVersion(tx, template, user_id) : {}),
    ...(effects.includes('go_live') ? { live_version: template.version } : {}),
    ...(effects.includes('store_note') ? { review_note: note } : {}),
    ...(effects.includes('clear_note') ? { review_note: null } : {}),
  }
}

/** Stores the template's current content as a version. Replaces versions that were never approved. */
async function storeVersion(tx: Tx, template: AutomationTemplate, submitted_by: number | null) {
  const { id: template_id, name, description, labels } = template
  const { source_version, content } = await takeSnapshot(tx, template)
  await tx.db.automationTemplateVersion.deleteMany({ where: { template_id, approved_at: null } })
  const version = (template.version ?? 0) + 1
  const { reentry, graph, emails, needs } = content
  const json = [graph, emails, needs, pictureOf(graph, outlineOf(content))].map((part) => JSON.stringify(part))
  await tx.sql.run(
    `insert into automation_template_version (account_id, template_id, version, name, description, labels, source_version, reentry,
       graph, emails, needs, picture, submitted_at, submitted_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10::jsonb, $11::jsonb, $12::jsonb, $13, $14)`,
    [template_id, version, name, description, labels, source_version, reentry, ...json, tx.now(), submitted_by],
  )
  return { version, submitted_at: tx.now() }
}

const markVersion = (
  tx: Tx,
  { id: template_id, version }: AutomationTemplate,
  data: { approved_at?: Date; approved_by?: number | null; published_at?: Date },
) => tx.db.automationTemplateVersion.updateMany({ where: { template_id, version: version ?? 0 }, data })
