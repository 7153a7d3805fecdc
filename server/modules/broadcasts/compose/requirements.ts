import type { Ctx } from '../../../core/context.ts'
import { AppError } from '../../../core/errors.ts'
import type { Reached } from '../../../core/reach.ts'
import { textWork } from '../../../core/texts/text-work.ts'
import { numberText } from '../../../lib/locale/formats.ts'
import { t } from '../../../lib/locale/texts.ts'
import { leftOutText } from '../../../mail/html/left-out/left-out.ts'
import { hasContent } from '../../../mail/html/text.ts'
import { canGetReplies, findSender, findSenderProblem, senderProblem } from '../../accounts/senders/sender.ts'
import { hasPostalAddress, NO_POSTAL_ADDRESS } from '../../accounts/settings/postal-address.ts'
import { type Draft, findMistakes, type Snapshot, tryCompose } from '../../delivery/compose/compose.ts'
import { runPreflight } from '../../delivery/compose/preflight.ts'
import { type Remark, remark, warning } from '../../delivery/preflight-schema.ts'
import { countSuppressed } from '../../subscribers/state/suppressed-count.ts'
import { findLayout, type Layout } from '../../templates/service.ts'
import { planForWarmUp, type WarmUpNotice } from '../../transports/limits/warm-up-view.ts'
import { replyToProblem } from '../changing.ts'
import type { Checklist } from '../composer-schema.ts'
import type { StoredBroadcast } from '../view.ts'
import { type AudienceSql, audienceOf, checkAudience, describeAudience, isUnchosen, NO_AUDIENCE } from './audience.ts'

type Block = (code: Remark['code'], message: string) => void

/**
 * Returns blockers and suggestions. Builds some subscribers' messages as sending would. The audience of a stopped broadcast is everyone who
 * has not received it.
 */
export async function checkBroadcast(ctx: Ctx, broadcast: StoredBroadcast): Promise<Checklist> {
  const blockers: Remark[] = []
  const block: Block = (code, message) => blockers.push(remark('blocker', code, message))
  const { subject, content } = broadcast
  if (!subject?.trim()) block('no_subject', "Subject can't be blank")
  if (!hasContent(content ?? '')) block('no_content', "Content can't be blank")
  const sender = await findSender(ctx, broadcast.email_address)
  const layout = await findLayout(ctx, { id: broadcast.email_template_id })
  if (!sender) {
    const { code, message } = await findSenderProblem(ctx, broadcast.email_address)
    block(code, message)
  }
  if (!(await hasPostalAddress(ctx))) block('no_postal_address', NO_POSTAL_ADDRESS)
  const whole_mail = layout?.category === 'Starting point'
  if (whole_mail && !(await textWork(ctx, 'leavesList', { html: content ?? '' })))
    block('no_unsubscribe_link', 'Content must contain an unsubscribe link: {{ unsubscribe_url }}')
  const snapshot = await composed(ctx, broadcast, { layout, is_complete: blockers.length === 0, block })
  const isKnown = await hasKnownAudience(ctx, broadcast, block)
  const size = isKnown ? await checkMessages(ctx, broadcast, snapshot, block) : NO_ONE
  const { audience_count } = size
  const warnings = warningsFor(broadcast, isKnown ? size : null)
  for (const found of broadcast.left_out) warnings.push(warning('left_out', leftOutText(found)))
  const plan = sender && (await planForWarmUp(ctx, { from: sender.address, recipients: audience_count }))
  const { reply_to_address } = broadcast
  if (reply_to_address && !(await canGetReplies(ctx, reply_to_address)))
    warnings.push(warning('unconfirmed_reply_to', `${replyToProblem(reply_to_address)}.`))
  if (plan) warnings.push(warning('warm_up', warmUpAdvice(plan)))
  const summary = {
    subject,
    from: sender ? (sender.name ? `${sender.name} <${sender.address}>` : sender.address) : null,
    audience: isKnown ? await describeAudience(ctx, broadcast) : null,
  }
  return { remarks: [...blockers, ...warnings], ready: blockers.length === 0, ...size, summary }
}

/** Returns the snapshot of a complete broadcast, or a blocker for each part that cannot be rendered. */
async function composed(
  ctx: Ctx,
  broadcast: StoredBroadcast,
  { layout, is_complete, block }: { layout: Layout | undefined; is_complete: boolean; block: Block },
): Promise<Snapshot | null> {
  const { subject, preview_text, content } = broadcast
  const tried = is_complete
    ? await tryCompose(ctx, await draftOf(ctx, broadcast))
    : { mistakes: await findMistakes(ctx, { subject: subject ?? '', preview_text, content: content ?? '', layout }) }
  if ('composed' in tried) return tried.composed.snapshot
  for (const { part, message, line } of tried.mistakes)
    block('broken_liquid', t`${partText(part)}, line ${line}: ${message}`)
  return null
}

/** A requirement is missing, so a retry would fail too. The messages are for the creator. */
export class NotSendable extends AppError {
  constructor(messages: string[]) {
    super('invalid', messages)
  }
}

/** Throws NotSendable with one sentence per missing part. */
export async function requireSendable(ctx: Ctx, broadcast: StoredBroadcast): Promise<Checklist> {
  const checklist = await checkBroadcast(ctx, broadcast)
  if (checklist.ready) return checklist
  const blockers = checklist.remarks.filter(({ level }) => level === 'blocker')
  throw new NotSendable(blockers.map(({ message }) => message))
}

/** Loads the draft for delivery. Throws NotSendable for a missing sender or layout. */
export async function draftOf(ctx: Ctx, broadcast: StoredBroadcast): Promise<Draft> {
  const sender = await findSender(ctx, broadcast.email_address, broadcast.reply_to_address)
  if (!sender) throw new NotSendable([await senderProblem(ctx, broadcast.email_address)])
  const layout = await findLayout(ctx, { id: broadcast.email_template_id })
  if (!layout) throw new NotSendable(['Email template not found'])
  return {
    subject: broadcast.subject ?? '',
    preview_text: broadcast.preview_text,
    content: broadcast.content ?? '',
    layout,
    sender,
    tracking_disabled: broadcast.tracking_disabled,
  }
}

const partText = (part: 'subject' | 'preview_text' | 'content' | 'template') =>
  ({ subject: t`Subject`, preview_text: t`Preview text`, content: t`Content`, template: t`Email template` })[part]

async function hasKnownAudience(ctx: Ctx, broadcast: StoredBroadcast, block: Block): Promise<boolean> {
  if (isUnchosen(broadcast.subscriber_filter)) {
    block('no_audience', NO_AUDIENCE)
    return false
  }
  try {
    await checkAudience(ctx, broadcast)
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    block('unknown_audience', error.messages.join('. '))
    return false
  }
}

type AudienceSize = Pick<Checklist, 'audience_count' | 'suppressed_count' | 'is_exact'>

const NO_ONE: AudienceSize = { audience_count: 0, suppressed_count: 0, is_exact: true }

/** @returns the numbers of active and suppressed subscribers in the audience */
async function checkMessages(
  ctx: Ctx,
  broadcast: StoredBroadcast,
  snapshot: Snapshot | null,
  block: Block,
): Promise<AudienceSize> {
  const audience = await unsentAudience(ctx, broadcast)
  const { audience_count, problems } = await runPreflight(ctx, { audience, snapshot })
  for (const problem of problems) block('unrenderable', problem)
  const { suppressed, is_exact } = await countSuppressed(ctx, audience)
  // Subscribers may be deleted between the two statements.
  return { audience_count: Math.max(0, audience_count - suppressed), suppressed_count: suppressed, is_exact }
}

/** Returns the condition of the remaining recipients. Values start at `$3`. */
export async function unsentAudience(ctx: Ctx, broadcast: StoredBroadcast): Promise<AudienceSql> {
  const audience = await audienceOf(ctx, broadcast, { first: 3 })
  if (broadcast.stopped_at) {
    audience.values.push(broadcast.id)
    const mail = `mail m where m.account_id = $1 and m.broadcast_id = $${audience.values.length + 2}`
    // Enqueued subscribers are decided by the ledger, all others by the filter.
    audience.where = `(exists (select from delivery d where d.account_id = $1 and d.subscriber_id = s.id and d.state = 'queued'
        and d.mail_id = (select m.id from ${mail}))
      or ((${audience.where}) and exists (select from ${mail} and m.enqueued_at is null and m.enqueued_to < s.id)))`
  }
  return audience
}

/** Returns the numbers of recipients and suppressed subscribers, for a program. */
export const reachedOf = ({ audience_count, suppressed_count, is_exact, remarks }: Checklist): Reached => ({
  recipients: audience_count,
  suppressed: suppressed_count,
  is_exact,
  warnings: remarks.flatMap(({ level, message }) => (level === 'warning' ? [message] : [])),
})

const warmUpAdvice = ({ domain, allowance, today, days }: WarmUpNotice): string =>
  days === 1
    ? t`${domain} is new and warms up: it may send ${numberText(allowance)} messages today. ${numberText(today)} go today, the rest over the next day.`
    : t`${domain} is new and warms up: it may send ${numberText(allowance)} messages today. ${numberText(today)} go today, the rest over the next ${days} days.`

/** Explains why no one would receive it. */
export const emptyAudience = ({ suppressed_count }: Pick<AudienceSize, 'suppressed_count'>): string =>
  suppressed_count > 0
    ? t`Everyone in this audience is on a suppression list`
    : t`No active subscriber matches this audience`

function warningsFor(broadcast: StoredBroadcast, size: AudienceSize | null): Remark[] {
  const advice: [boolean, Remark['code'], string][] = [
    [size?.audience_count === 0, 'empty_audience', t`${emptyAudience(size ?? NO_ONE)}, so no one would receive it.`],
    [
      !broadcast.preview_text?.trim(),
      'no_preview_text',
      t`Without a preview text, inboxes show the first words of the email.`,
    ],
  ]
  return advice.flatMap(([applies, code, message]) => (applies ? [warning(code, message)] : []))
}
