import { type Ctx, memberOf } from '../../../core/context.ts'
import { conflict } from '../../../core/errors.ts'
import { cleanContent } from '../../../core/texts/given-html.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { checkedContent } from '../emails/content.ts'
import type { Graph, Reentry } from '../graph-schema.ts'
import { lockAutomation, storedGraph } from '../view.ts'

// Stores automations that were adopted from a template. Their content comes from automation-templates.

/** Creates a draft without steps. */
export async function createAdopted(tx: Tx, { name }: { name: string }): Promise<number> {
  const { id } = await tx.db.automation.create({
    data: {
      account_id: tx.account_id,
      name,
      kind: 'visual',
      created_by: memberOf(tx),
      created_at: tx.now(),
      updated_at: tx.now(),
    },
  })
  return id
}

interface Adopted {
  id: number
  graph: Graph
  reentry: Reentry
  /** Null: without an owner, so its editor is not locked. */
  template: { id: number; version: number } | null
}

/** Replaces the draft. Subscribers get it once it is published. */
export async function saveAdopted(tx: Tx, { id, graph, reentry, template }: Adopted): Promise<void> {
  await tx.db.automation.updateMany({
    where: { id },
    data: {
      draft: storedGraph(graph),
      reentry,
      revision: { increment: 1 },
      is_locked: template !== null,
      template_id: template?.id ?? null,
      template_version: template?.version ?? null,
      updated_at: tx.now(),
    },
  })
}

interface AdoptedEmail {
  /** The draft email to replace. Null: a new one. */
  id: number | null
  subject: string
  preview_text: string | null
  content: string
}

/** Saves emails of a draft and returns their ids. Template and sender are the account's defaults. */
export async function saveAdoptedEmails(
  tx: Tx,
  { automation_id, emails }: { automation_id: number; emails: readonly AdoptedEmail[] },
): Promise<number[]> {
  const ids: number[] = []
  for (const { id, subject, preview_text, content } of emails) {
    const { html, left_out } = await cleanContent(tx, content, 'content')
    const texts = {
      subject,
      preview_text,
      ...(await checkedContent(tx, html)),
      left_out,
      updated_at: tx.now(),
    }
    if (id === null) {
      const data = { account_id: tx.account_id, automation_id, ...texts, created_at: tx.now() }
      ids.push((await tx.db.automationEmail.create({ data })).id)
    } else {
      await tx.db.automationEmail.updateMany({ where: { id, automation_id }, data: texts })
      ids.push(id)
    }
  }
  return ids
}

/** Unlocks an adopted automation. Its template then offers it no new versions. Throws conflict if it is not locked, not_found. */
export function detachAutomation(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const { is_locked } = await lockAutomation(tx, { id })
    if (!is_locked) throw conflict('The automation is not locked')
    await tx.db.automation.updateMany({
      where: { id },
      data: { is_locked: false, template_id: null, template_version: null, updated_at: tx.now() },
    })
  })
}
