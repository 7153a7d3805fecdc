import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { hasContent } from '../../lib/html-text.ts'
import { hasPostalAddress, NO_POSTAL_ADDRESS } from '../accounts/postal-address.ts'
import { findSender, senderProblem } from '../accounts/sender.ts'
import { type ComposedMail, composeMail, type Draft, findMistakes } from '../delivery/compose.ts'
import { findLayout } from '../templates/service.ts'
import type { StoredSequence } from './view.ts'

/** Throws invalid for a template that is not the account's, or that is no layout. Null and undefined are none. */
export async function checkTemplate(ctx: Ctx, id: number | null | undefined): Promise<void> {
  if (!id) return
  const layout = await findLayout(ctx, { id })
  if (!layout) throw invalid('Email template not found')
  if (layout.category === 'Starting point') throw invalid('Starting point email template is not supported')
}

export async function checkSender(ctx: Ctx, email_address: string | null | undefined): Promise<void> {
  if (email_address && !(await findSender(ctx, email_address))) throw invalid(await senderProblem(ctx, email_address))
}

/** What a creator wrote in one email of a sequence. */
export interface Letter {
  subject: string
  preview_text: string | null
  content: string
  email_template_id: number | null
}

/** The letter with all that it takes from its sequence and account, or a sentence that says what keeps it from being sent. */
export async function draftOf(
  ctx: Ctx,
  sequence: Pick<StoredSequence, 'email_address' | 'email_template_id'>,
  letter: Letter,
): Promise<{ draft: Draft } | { problem: string }> {
  const sender = await findSender(ctx, sequence.email_address)
  const layout = await findLayout(ctx, { id: letter.email_template_id ?? sequence.email_template_id })
  if (!hasContent(letter.content)) return { problem: 'The email has no content yet.' }
  if (!sender) return { problem: `${await senderProblem(ctx, sequence.email_address)}.` }
  if (!layout) return { problem: 'The email template does not exist any more.' }
  if (!(await hasPostalAddress(ctx))) return { problem: NO_POSTAL_ADDRESS }
  const { subject, preview_text, content } = letter
  const draft = { subject, preview_text, content, layout, sender, tracking_disabled: false }
  const [mistake] = await findMistakes(ctx, draft)
  if (mistake) return { problem: `${PARTS[mistake.part]}, line ${mistake.line}: ${mistake.message}` }
  return { draft }
}

export async function composeLetter(
  ctx: Ctx,
  sequence: StoredSequence,
  letter: Letter,
): Promise<{ composed: ComposedMail } | { problem: string }> {
  const checked = await draftOf(ctx, sequence, letter)
  return 'problem' in checked ? checked : { composed: await composeMail(ctx, checked.draft) }
}

const PARTS = { subject: 'Subject', preview_text: 'Preview text', content: 'Content', template: 'Email template' }

/**
 * Why the account's active sequences send nothing, or null. A postal address that was removed after publishing holds back all of them
 * from that moment, before any email falls due.
 */
export async function findObstacle(ctx: Ctx): Promise<{ problem: string; sequence_count: number } | null> {
  if (await hasPostalAddress(ctx)) return null
  const sequence_count = await ctx.db.sequence.count({
    where: { active: true, deleted_at: null, emails: { some: { published: true, deleted_at: null } } },
  })
  return sequence_count > 0 ? { problem: NO_POSTAL_ADDRESS, sequence_count } : null
}
