import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { cleanContent } from '../../core/texts/given-html.ts'
import { textWork } from '../../core/texts/text-work.ts'
import type { Tx } from '../../core/write/write.ts'
import { Prisma } from '../../db/generated/client.ts'
import { canGetReplies, findSender, senderProblem } from '../accounts/senders/sender.ts'
import { refuseMistakes } from '../delivery/compose/compose.ts'
import type { Replacing, RevisionText } from '../revisions/schema.ts'
import { keepRevision } from '../revisions/service.ts'
import { checkAudience } from './compose/audience.ts'
import type { BroadcastInput, Excluded } from './schema.ts'

/** Changes by the dashboard and the API. The API does not set the last fields. */
export interface BroadcastChange extends BroadcastInput, Replacing {
  tracking_disabled?: boolean | undefined
  reply_to_address?: string | null | undefined
  excluded?: Excluded | null | undefined
}

/** Stores the given properties. The caller has locked the row. Throws invalid for unknown references, and conflict (revisions/service.ts). */
export async function changeBroadcast(
  tx: Tx,
  { id, replaces, over_others, ...input }: BroadcastChange & { id: number },
): Promise<void> {
  const columns = await columnsOf(tx, input)
  await refuseMistakes(tx, columns)
  const before = await tx.db.broadcast.findFirstOrThrow({
    where: { id },
    select: { subject: true, preview_text: true, content: true },
  })
  const content = columns.content === undefined ? before.content : columns.content
  await checkReferences(tx, { ...input, content })
  await tx.db.broadcast.updateMany({ where: { id }, data: { ...columns, updated_at: tx.now() } })
  const item = { kind: 'broadcast', item_id: id } as const
  await keepRevision(tx, item, {
    replaces,
    over_others,
    typed: { title: columns.subject, preview_text: columns.preview_text, content: columns.content },
    before: textOf(before),
    after: textOf({
      subject: columns.subject === undefined ? before.subject : columns.subject,
      preview_text: columns.preview_text === undefined ? before.preview_text : columns.preview_text,
      content,
    }),
  })
}

/** Throws invalid for an unknown template, sender, segment or tag. */
export async function checkReferences(tx: Tx, input: BroadcastChange): Promise<void> {
  const { email_template_id, email_address, reply_to_address, subscriber_filter, excluded } = input
  if (email_template_id) {
    const template = await tx.db.emailTemplate.findFirst({ where: { id: email_template_id } })
    if (!template) throw invalid('Email template not found')
    if (template.category === 'Starting point') {
      if (!input.allow_starting_point) throw invalid('Starting point email template is not supported')
      if (!(await textWork(tx, 'leavesList', { html: input.content ?? '' }))) {
        throw invalid('Content must contain an unsubscribe link: {{ unsubscribe_url }}')
      }
    }
  }
  if (email_address && !(await findSender(tx, email_address))) {
    throw invalid(await senderProblem(tx, email_address))
  }
  if (reply_to_address && !(await canGetReplies(tx, reply_to_address))) throw invalid(replyToProblem(reply_to_address))
  if (subscriber_filter || excluded)
    await checkAudience(tx, { subscriber_filter: subscriber_filter ?? null, excluded: excluded ?? null })
}

export const replyToProblem = (address: string) =>
  `Reply-to address ${address} is not confirmed. Choose another, or confirm it in Settings › Sending addresses`

/** Maps input to columns. Undefined properties are unchanged. */
export async function columnsOf(ctx: Pick<Ctx, 'account_id' | 'warnings'>, input: BroadcastChange) {
  const { subject, preview_text, description, content, published_at, thumbnail_url, thumbnail_alt } = input
  const cleaned = content ? await cleanContent(ctx, content, 'content') : undefined
  return {
    subject,
    preview_text,
    description,
    content: cleaned?.html ?? content,
    left_out: content === undefined ? undefined : (cleaned?.left_out ?? []),
    public: input.public,
    published_at,
    thumbnail_url,
    thumbnail_alt,
    email_template_id: input.email_template_id,
    email_address: input.email_address || (input.email_address === undefined ? undefined : null),
    reply_to_address: input.reply_to_address || (input.reply_to_address === undefined ? undefined : null),
    tracking_disabled: input.tracking_disabled,
    subscriber_filter: input.subscriber_filter === null ? Prisma.DbNull : input.subscriber_filter,
    excluded: input.excluded === null ? Prisma.DbNull : input.excluded,
  }
}

interface Texts {
  subject?: string | null
  preview_text?: string | null
  content?: string | null
}

export const textOf = ({ subject, preview_text, content }: Texts): RevisionText => ({
  title: subject ?? '',
  preview_text: preview_text ?? '',
  content: content ?? '',
})
