import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { BUILT_IN_LAYOUTS } from '../../../mail/layouts.ts'
import { findSender, senderProblem } from '../../accounts/senders/sender.ts'
import type { Draft, Snapshot } from '../../delivery/compose/compose.ts'
import { findPreviewSubscriber, previewMail } from '../../delivery/compose/preview.ts'
import { sendTest } from '../../delivery/compose/test-email.ts'
import type { Preview, TestResult } from '../../delivery/schema.ts'
import { findLayout } from '../../templates/service.ts'
import type { PreviewInput, TestMailInput } from '../composer-schema.ts'
import { versionOf } from '../plan/plan.ts'
import { readStored, type StoredBroadcast } from '../view.ts'
import { audienceSql, isUnchosen } from './audience.ts'

/** Renders a broadcast for one subscriber, as sent or as the current draft. Counts nothing. Throws not_found. */
export async function previewBroadcast(ctx: Ctx, { id, subscriber_id, version }: PreviewInput): Promise<Preview> {
  const broadcast = await readStored(ctx, { id })
  const recipient = await findRecipient(ctx, broadcast, subscriber_id)
  const sent = await sentSnapshot(ctx, broadcast, version)
  return previewMail(ctx, { draft: await loadDraft(ctx, versionOf(broadcast, version)), sent, recipient })
}

/** The sent email of a version, unless it can still change. */
async function sentSnapshot(ctx: Ctx, { id, stopped_at }: StoredBroadcast, version = 1): Promise<Snapshot | undefined> {
  const mail = await ctx.db.mail.findFirst({ where: { broadcast_id: id }, select: { id: true, snapshot: true } })
  if (!mail) return undefined
  const variant = await ctx.db.mailVariant.findFirst({
    where: { mail_id: mail.id, number: version },
    select: { snapshot: true },
  })
  // Versions of a stopped test do not change.
  if (variant) return variant.snapshot as unknown as Snapshot
  return stopped_at ? undefined : (mail.snapshot as unknown as Snapshot)
}

/** Sends the draft as a test, rendered for a subscriber. Throws not_found, invalid, forbidden or rate_limited. */
export async function sendTestMail(
  ctx: Ctx,
  { id, subscriber_id, version, email_addresses }: TestMailInput,
): Promise<TestResult> {
  const broadcast = versionOf(await readStored(ctx, { id }), version)
  const sender = await findSender(ctx, broadcast.email_address, broadcast.reply_to_address)
  if (!sender) throw invalid(await senderProblem(ctx, broadcast.email_address))
  const draft = { ...(await loadDraft(ctx, broadcast)), sender }
  const recipient = await findRecipient(ctx, broadcast, subscriber_id)
  return sendTest(ctx, { draft, recipient, email_addresses })
}

/** Returns the subscriber to preview as. */
export async function findRecipient(
  ctx: Ctx,
  { subscriber_filter, excluded }: StoredBroadcast,
  subscriber_id: number | undefined,
) {
  // Before an audience is chosen, any subscriber will do.
  const chosen = { subscriber_filter: isUnchosen(subscriber_filter) ? null : subscriber_filter, excluded }
  return findPreviewSubscriber(ctx, { subscriber_id, ...(await audienceSql(ctx, chosen, { first: 2 })) })
}

/** Loads the draft with its layout and sender, or placeholders for missing ones. */
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
