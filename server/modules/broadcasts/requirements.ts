import type { Ctx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { hasContent, hasUndescribedImage, hasUnsubscribeLink } from '../../lib/html-text.ts'
import { findSender, senderProblem } from '../accounts/sender.ts'
import type { Draft } from '../delivery/compose.ts'
import { findMistakes } from '../delivery/compose.ts'
import { findLayout } from '../templates/service.ts'
import { checkAudience, countAudience } from './audience.ts'
import type { Checklist, Remark } from './composer-schema.ts'
import type { StoredBroadcast } from './view.ts'

/** What a broadcast needs before it can go out, and what would make it better. */
export async function checkBroadcast(ctx: Ctx, broadcast: StoredBroadcast): Promise<Checklist> {
  const blockers: Remark[] = []
  const block = (code: Remark['code'], message: string) => blockers.push({ code, level: 'blocker', message })
  const { subject, content } = broadcast
  if (!subject?.trim()) block('no_subject', "Subject can't be blank")
  if (!hasContent(content ?? '')) block('no_content', "Content can't be blank")
  const account = await ctx.db.account.findFirstOrThrow({ where: {}, select: { postal_address: true } })
  const sender = await findSender(ctx, broadcast.email_address)
  const layout = await findLayout(ctx, { id: broadcast.email_template_id })
  if (!sender) block('no_sender', await senderProblem(ctx, broadcast.email_address))
  if (!account.postal_address?.trim())
    block(
      'no_postal_address',
      "Postal address can't be blank: the law asks for one in every mail. Add it in the settings.",
    )
  const whole_mail = layout?.category === 'Starting point'
  if (whole_mail && !hasUnsubscribeLink(content ?? ''))
    block('no_unsubscribe_link', 'Content must hold an unsubscribe link: {{ unsubscribe_url }}')
  const mistakes = await findMistakes(ctx, {
    subject: subject ?? '',
    preview_text: broadcast.preview_text,
    content: content ?? '',
    layout,
  })
  for (const { part, message, line } of mistakes) block('broken_liquid', `${PARTS[part]}, line ${line}: ${message}`)
  const audience_count = await audienceSize(ctx, broadcast, block)
  const warnings = adviceOn(broadcast, audience_count)
  return { remarks: [...blockers, ...warnings], ready: blockers.length === 0, audience_count }
}

/** The broadcast itself lacks something: trying again changes nothing, and the messages are for its creator. */
export class NotSendable extends AppError {
  constructor(messages: string[]) {
    super('invalid', messages)
  }
}

/** Throws NotSendable with one clear sentence per thing that is missing. */
export async function requireSendable(ctx: Ctx, broadcast: StoredBroadcast): Promise<void> {
  const { remarks, ready } = await checkBroadcast(ctx, broadcast)
  if (!ready) throw new NotSendable(remarks.filter(({ level }) => level === 'blocker').map(({ message }) => message))
}

/** The draft as delivery composes it. Throws NotSendable when sender or layout are missing. */
export async function draftOf(ctx: Ctx, broadcast: StoredBroadcast): Promise<Draft> {
  const sender = await findSender(ctx, broadcast.email_address)
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

const PARTS = { subject: 'Subject', preview_text: 'Preview text', content: 'Content', template: 'Email template' }

async function audienceSize(
  ctx: Ctx,
  { subscriber_filter }: StoredBroadcast,
  block: (code: Remark['code'], message: string) => void,
): Promise<number> {
  try {
    await checkAudience(ctx, subscriber_filter)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    block('unknown_audience', error.messages.join('. '))
    return 0
  }
  return (await countAudience(ctx, { subscriber_filter })).count
}

function adviceOn(broadcast: StoredBroadcast, audience_count: number): Remark[] {
  const advice: [boolean, Remark['code'], string][] = [
    [audience_count === 0, 'empty_audience', 'Nobody would get this: no active subscriber matches the audience.'],
    [
      !broadcast.preview_text?.trim(),
      'no_preview_text',
      'Without a preview text, inboxes show the first words of the mail.',
    ],
    [
      hasUndescribedImage(broadcast.content ?? ''),
      'no_images_alt',
      'An image has no description: readers who block images see nothing there.',
    ],
  ]
  return advice.flatMap(([applies, code, message]) => (applies ? [{ code, level: 'warning' as const, message }] : []))
}
