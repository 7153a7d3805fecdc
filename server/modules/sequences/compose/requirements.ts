import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../../../core/context.ts'
import { AppError, invalid } from '../../../core/errors.ts'
import { hasContent } from '../../../mail/html/text.ts'
import { findSender, findSenderProblem, senderProblem } from '../../accounts/senders/sender.ts'
import { hasPostalAddress, NO_POSTAL_ADDRESS } from '../../accounts/settings/postal-address.ts'
import { type ComposedMail, findMistakes, type Snapshot, tryCompose } from '../../delivery/compose/compose.ts'
import { runPreflight, SAMPLE_SUBSCRIBER } from '../../delivery/compose/preflight.ts'
import type { Remark } from '../../delivery/preflight-schema.ts'
import type { Mistake } from '../../delivery/schema.ts'
import { findLayout } from '../../templates/service.ts'
import { findSequence, type StoredSequence } from '../view.ts'

/** Throws invalid for an unknown template, or one that is not a layout. */
export async function checkTemplate(ctx: Ctx, id: number | null | undefined): Promise<void> {
  if (!id) return
  const layout = await findLayout(ctx, { id })
  if (!layout) throw invalid('Email template not found')
  if (layout.category === 'Starting point') throw invalid('Starting point email template is not supported')
}

export async function checkSender(ctx: Ctx, email_address: string | null | undefined): Promise<void> {
  if (email_address && !(await findSender(ctx, email_address))) throw invalid(await senderProblem(ctx, email_address))
}

/** The content of a sequence email. */
export interface EmailContent {
  subject: string
  preview_text: string | null
  content: string
  email_template_id: number | null
}

/** Why an email cannot be sent, in a sentence. The code leads to the fix. */
interface Problem {
  problem: string
  code: Remark['code']
}

/** Returns the email ready to be enqueued, or the reason it cannot be sent. */
export async function composeSequenceEmail(
  ctx: Ctx,
  sequence: Pick<StoredSequence, 'email_address' | 'email_template_id'>,
  email: EmailContent,
): Promise<{ composed: ComposedMail } | Problem> {
  const sender = await findSender(ctx, sequence.email_address)
  const layout = await findLayout(ctx, { id: email.email_template_id ?? sequence.email_template_id })
  if (!hasContent(email.content)) return { problem: 'The email has no content yet.', code: 'no_content' }
  if (!email.subject.trim()) return { problem: 'The email has no subject yet.', code: 'no_subject' }
  if (!sender) {
    const { message, code } = await findSenderProblem(ctx, sequence.email_address)
    return { problem: `${message}.`, code }
  }
  if (!layout) return { problem: 'The email template no longer exists.', code: 'no_template' }
  if (!(await hasPostalAddress(ctx))) return { problem: NO_POSTAL_ADDRESS, code: 'no_postal_address' }
  const { subject, preview_text, content } = email
  const tried = await tryCompose(ctx, { subject, preview_text, content, layout, sender, tracking_disabled: false })
  if ('composed' in tried) return tried
  return { problem: tried.mistakes.map(inWords).join('. '), code: 'broken_liquid' }
}

interface ContentOfSequence {
  sequence_id: number
  email: EmailContent
}

/** Snapshot used by the preflight. Null: a requirement was missing, so no message was built. */
export type PreflightSnapshot = Snapshot | null

/**
 * Builds the email for subscribers of the sequence or, without any, for the newest of the account. Takes up to seconds, so transactions
 * call `requireUnchanged` instead. An email without content cannot be published; one without another requirement, such as a sender, can,
 * and shows why it waits. Throws not_found, or invalid with a sentence per problem.
 */
export async function runEmailPreflight(
  ctx: Ctx,
  { sequence_id, email }: ContentOfSequence,
): Promise<PreflightSnapshot> {
  const sequence = await findSequence(ctx, { id: sequence_id })
  if (!hasContent(email.content)) throw invalid(NO_CONTENT)
  if (!email.subject.trim()) throw invalid(NO_SUBJECT)
  const layout = await findLayout(ctx, { id: email.email_template_id ?? sequence.email_template_id })
  const mistakes = await findMistakes(ctx, { ...email, layout })
  if (mistakes.length > 0) throw new AppError('invalid', mistakes.map(inWords))
  const snapshot = await snapshotOf(ctx, sequence, email)
  if (!snapshot) return null
  const where = `exists (select from enrollment e where e.account_id = $1 and e.sequence_id = $3 and e.subscriber_id = s.id
    and e.state = 'active')`
  const enrolled = await runPreflight(ctx, { audience: { where, values: [sequence_id] }, snapshot })
  const { problems } = enrolled.audience_count > 0 ? enrolled : await runPreflight(ctx, NEWEST(snapshot))
  if (problems.length > 0) throw new AppError('invalid', problems)
  return snapshot
}

/** Throws invalid if messages would now be built from other data than in the preflight, or without a preflight. */
export async function requireUnchanged(
  ctx: Ctx,
  { sequence_id, email }: ContentOfSequence,
  rehearsed: PreflightSnapshot | undefined,
): Promise<void> {
  if (rehearsed === undefined) throw invalid(CHANGED)
  const now = await snapshotOf(ctx, await findSequence(ctx, { id: sequence_id }), email)
  if (now && !isDeepStrictEqual(now, rehearsed)) throw invalid(CHANGED)
}

async function snapshotOf(ctx: Ctx, sequence: StoredSequence, email: EmailContent): Promise<PreflightSnapshot> {
  const composed = await composeSequenceEmail(ctx, sequence, email)
  return 'problem' in composed ? null : composed.composed.snapshot
}

const NO_CONTENT = "Content can't be blank. Write the email before you publish it"
const NO_SUBJECT = "Subject can't be blank. Write one before you publish the email"
const CHANGED = 'The email, its sequence or its template changed while the email was being checked. Try again'

const NEWEST = (snapshot: Snapshot) => ({
  audience: {
    where: `s.id in (select n.id from subscriber n where n.account_id = $1 and n.state = 'active' order by n.id desc limit $3)`,
    values: [100],
  },
  snapshot,
  samples: [SAMPLE_SUBSCRIBER],
})

const inWords = ({ part, line, message }: Mistake) => `${PARTS[part]}, line ${line}: ${message}`

const PARTS = { subject: 'Subject', preview_text: 'Preview text', content: 'Content', template: 'Email template' }

/**
 * Returns why the account's active sequences send nothing, or null. Removing the postal address after publishing stops them all, before any
 * email is due.
 */
export async function findSendingProblem(ctx: Ctx): Promise<{ problem: string; sequence_count: number } | null> {
  if (await hasPostalAddress(ctx)) return null
  const sequence_count = await ctx.db.sequence.count({
    where: { active: true, deleted_at: null, emails: { some: { published: true, deleted_at: null } } },
  })
  return sequence_count > 0 ? { problem: NO_POSTAL_ADDRESS, sequence_count } : null
}
