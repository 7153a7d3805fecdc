import type { Ctx } from '../../../core/context.ts'
import { leftOutText } from '../../../mail/html/left-out/left-out.ts'
import { fixTexts } from '../../delivery/preflight/apply-fix.ts'
import { checkEmail, checkLinks } from '../../delivery/preflight/email-check.ts'
import { type FixInput, type LinkCheck, type Remark, remark, warning } from '../../delivery/preflight-schema.ts'
import { refreshSenderDns } from '../../sending-domains/live.ts'
import type { EmailKey } from '../composer-schema.ts'
import { findSequence } from '../view.ts'
import { findRecipient, loadDraft } from './composer.ts'
import { readEdited, saveEditedEmail } from './drafts.ts'
import { composeSequenceEmail } from './requirements.ts'

/** Lists blockers and suggestions for an email. Its audience is everyone in the sequence now. */
export async function getEmailChecklist(
  ctx: Ctx,
  key: EmailKey,
): Promise<{ remarks: Remark[]; audience_count: number }> {
  const { sequence_id } = key
  const sequence = await findSequence(ctx, { id: sequence_id })
  const email = await readEdited(ctx, key)
  await refreshSenderDns(ctx, { email_address: sequence.email_address })
  const checked = await composeSequenceEmail(ctx, sequence, email)
  const audience = { where: ENROLLED, values: [sequence_id] }
  const count = await ctx.sql.one<{ count: number }>(
    `select count(*)::int as count from subscriber s
     where s.account_id = $1 and $2::int is not null and s.state = 'active' and ${ENROLLED}`,
    [0, sequence_id],
  )
  const audience_count = count?.count ?? 0
  const advice = await checkEmail(ctx, {
    draft: await loadDraft(ctx, key),
    recipient: await findRecipient(ctx, sequence_id, undefined),
    audience,
    audience_count,
  })
  const blockers = 'problem' in checked ? [remark('blocker', checked.code, checked.problem)] : []
  const left_out = email.left_out.map((found) => warning('left_out', leftOutText(found)))
  return { remarks: [...blockers, ...left_out, ...advice], audience_count }
}

/** Checks links and images by requesting them. Call it until `is_done`. */
export async function getEmailLinkCheck(ctx: Ctx, key: EmailKey): Promise<LinkCheck> {
  const recipient = await findRecipient(ctx, key.sequence_id, undefined)
  return checkLinks(ctx, { drafts: [await loadDraft(ctx, key)], recipient })
}

/** Applies the replacement that a remark offered to subject, preview text and content. Throws invalid when nothing changes. */
export async function applyEmailFix(
  ctx: Ctx,
  { sequence_id, id, ...fix }: EmailKey & FixInput,
): ReturnType<typeof saveEditedEmail> {
  const email = await readEdited(ctx, { sequence_id, id })
  return saveEditedEmail(ctx, { sequence_id, id, send_days: undefined, ...fixTexts(email, fix) })
}

/** Values start at `$3`. */
const ENROLLED = `exists (select from enrollment e
  where e.account_id = $1 and e.sequence_id = $3 and e.subscriber_id = s.id and e.state = 'active')`
