import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { BUILT_IN_LAYOUTS } from '../../../mail/layouts.ts'
import { findSender, senderProblem } from '../../accounts/senders/sender.ts'
import type { Draft, Snapshot } from '../../delivery/compose/compose.ts'
import { findPreviewSubscriber, previewMail } from '../../delivery/compose/preview.ts'
import { sendTest } from '../../delivery/compose/test-email.ts'
import type { Preview, TestResult } from '../../delivery/schema.ts'
import { findLayout } from '../../templates/service.ts'
import type { TestMailInput } from '../composer-schema.ts'
import { readStored, type StoredBroadcast } from '../view.ts'
import { audienceSql, isUnchosen } from './audience.ts'

interface PreviewTarget {
  id: number
  subscriber_id?: number | undefined
}

/** Renders a broadcast for one subscriber: the current draft, or a sent one as it was sent. Counts nothing. */
export async function previewBroadcast(ctx: Ctx, { id, subscriber_id }: PreviewTarget): Promise<Preview> {
  const broadcast = await readStored(ctx, { id })
  const recipient = await findRecipient(ctx, broadcast, subscriber_id)
  const mail = await ctx.db.mail.findFirst({ where: { broadcast_id: id }, select: { snapshot: true } })
  const sent = mail && !broadcast.stopped_at ? (mail.snapshot as unknown as Snapshot) : undefined
  return previewMail(ctx, { draft: await loadDraft(ctx, broadcast), sent, recipient })
}

/** Sends the draft as a test, rendered for a subscriber. Throws invalid, forbidden or rate_limited. */
export async function sendTestMail(
  ctx: Ctx,
  { id, subscriber_id, email_addresses }: TestMailInput,
): Promise<TestResult> {
  const broadcast = await readStored(ctx, { id })
  const sender = await findSender(ctx, broadcast.email_address, broadcast.reply_to_address)
  if (!sender) throw invalid(await senderProblem(ctx, broadcast.email_address))
  const draft = { ...(await loadDraft(ctx, broadcast)), sender }
  const recipient = await findRecipient(ctx, broadcast, subscriber_id)
  return sendTest(ctx, { draft, recipient, email_addresses })
}

/** The subscriber to preview as. */
export async function findRecipient(
  ctx: Ctx,
  { subscriber_filter }: StoredBroadcast,
  subscriber_id: number | undefined,
) {
  // Before an audience is chosen, any subscriber can be used.
  const filter = isUnchosen(subscriber_filter) ? null : subscriber_filter
  return findPreviewSubscriber(ctx, { subscriber_id, ...(await audienceSql(ctx, filter, { first: 2 })) })
}

/** The draft with its layout and sender, or stand-ins for those that are missing. */
export async function loadDraft(ctx: Ctx, broadcast: StoredBroadcast): Promise<Draft> {
  const layout = await findLayout(ctx, { id: broadcast.email_template_id })
  return {
    subject: broadcast.subject ?? '',
    preview_text: broadcast.preview_text,
    content: broadcast.content ?? '',
    layout: layout ?? { id: 0, name: 'Classic', category: 'HTML', html: BUILT_IN_LAYOUTS.Classic },
    sender: (await findSender(ctx, broadcast.email_address, broadcast.reply_to_address)) ?? {
      name: '',
      address: broadcast.email_address ?? '',
    },
    tracking_disabled: broadcast.tracking_disabled,
  }
}
