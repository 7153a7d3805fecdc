import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { leftOutText } from '../../../mail/html/left-out/left-out.ts'
import { BUILT_IN_LAYOUTS } from '../../../mail/layouts.ts'
import { findSender, senderProblem } from '../../accounts/senders/sender.ts'
import type { Draft } from '../../delivery/compose/compose.ts'
import { findPreviewSubscriber, previewMail } from '../../delivery/compose/preview.ts'
import { sendTest } from '../../delivery/compose/test-email.ts'
import { fixTexts } from '../../delivery/preflight/apply-fix.ts'
import { checkEmail, checkLinks } from '../../delivery/preflight/email-check.ts'
import { type FixInput, type LinkCheck, type Remark, remark, warning } from '../../delivery/preflight-schema.ts'
import type { Preview, TestResult } from '../../delivery/schema.ts'
import { refreshSenderDns } from '../../sending-domains/live.ts'
import { findLayout } from '../../templates/service.ts'
import { listEventsOf, sampleEvent } from '../apps/event-properties.ts'
import type { AutomationEmail, EmailKey, EmailPreviewInput, EmailTestInput } from '../email-schema.ts'
import { getEmail, saveEmail } from './drafts.ts'
import { composeEmail, type SentEmail } from './requirements.ts'

// Previews, checks and tests a draft for the editor.

/** Renders the draft for one subscriber. Counts nothing. */
export async function previewEmail(ctx: Ctx, { id, subscriber_id }: EmailPreviewInput): Promise<Preview> {
  const email = await getEmail(ctx, { id })
  const recipient = await findRecipient(ctx, email, subscriber_id)
  return previewMail(ctx, { draft: await shownDraft(ctx, email), recipient })
}

/** Sends the draft as a test, rendered for a subscriber. Throws invalid, forbidden or rate_limited. */
export async function sendTestEmail(
  ctx: Ctx,
  { id, subscriber_id, email_addresses }: EmailTestInput,
): Promise<TestResult> {
  const email = await getEmail(ctx, { id })
  const draft = await shownDraft(ctx, email)
  if (!draft.sender.address) throw invalid(await senderProblem(ctx, email.email_address))
  return sendTest(ctx, { draft, recipient: await findRecipient(ctx, email, subscriber_id), email_addresses })
}

/** Lists blockers and suggestions for the draft. Its audience is everyone in the automation now. */
export async function checkDraft(ctx: Ctx, key: EmailKey): Promise<{ remarks: Remark[]; audience_count: number }> {
  const email = await getEmail(ctx, key)
  await refreshSenderDns(ctx, { email_address: email.email_address })
  const checked = await composeEmail(ctx, email)
  const count = await ctx.sql.one<{ count: number }>(
    `select count(*)::int as count from subscriber s
     where s.account_id = $1 and $2::int is not null and s.state = 'active' and ${INSIDE}`,
    [0, email.automation_id],
  )
  const audience_count = count?.count ?? 0
  const advice = await checkEmail(ctx, {
    draft: await shownDraft(ctx, email),
    recipient: await findRecipient(ctx, email, undefined),
    audience: { where: INSIDE, values: [email.automation_id] },
    audience_count,
    events: await listEventsOf(ctx, email),
  })
  const blockers = 'problem' in checked ? [remark('blocker', checked.code, checked.problem)] : []
  const left_out = email.left_out.map((found) => warning('left_out', leftOutText(found)))
  return { remarks: [...blockers, ...left_out, ...advice], audience_count }
}

/** Checks links and images by requesting them. Call it until `is_done`. */
export async function checkDraftLinks(ctx: Ctx, key: EmailKey): Promise<LinkCheck> {
  const email = await getEmail(ctx, key)
  const recipient = await findRecipient(ctx, email, undefined)
  return checkLinks(ctx, { drafts: [await shownDraft(ctx, email)], recipient })
}

/** Applies the replacement that a remark offered to subject, preview text and content. Throws invalid when nothing changes. */
export async function applyDraftFix(ctx: Ctx, { id, ...fix }: EmailKey & FixInput): Promise<AutomationEmail> {
  return saveEmail(ctx, { id, ...fixTexts(await getEmail(ctx, { id }), fix) })
}

/** Parameters start at `$3`. */
const INSIDE = `exists (select from automation_run r where r.account_id = $1 and r.automation_id = $3
  and r.subscriber_id = s.id and r.state in ('ready', 'waiting', 'held'))`

async function findRecipient(ctx: Ctx, { automation_id }: AutomationEmail, subscriber_id: number | undefined) {
  const recipient = await findPreviewSubscriber(ctx, {
    subscriber_id,
    where: `exists (select from automation_run r
      where r.account_id = $1 and r.automation_id = $2 and r.subscriber_id = s.id)`,
    values: [automation_id],
  })
  return { ...recipient, event: sampleEvent(await listEventsOf(ctx, { automation_id })) }
}

/** The draft with its layout and sender, or stand-ins for missing ones. */
export async function shownDraft(ctx: Ctx, email: SentEmail): Promise<Draft> {
  const { subject, preview_text, content, email_template_id, email_address } = email
  const layout = await findLayout(ctx, { id: email_template_id })
  const sender = await findSender(ctx, email_address)
  return {
    subject,
    preview_text,
    content,
    layout: layout ?? { id: 0, name: 'Classic', category: 'HTML', html: BUILT_IN_LAYOUTS.Classic },
    sender: sender ?? { name: '', address: '' },
    tracking_disabled: false,
  }
}
