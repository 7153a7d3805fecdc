import type { Ctx } from '../../../core/context.ts'
import { numberText } from '../../../lib/locale/formats.ts'
import { t } from '../../../lib/locale/texts.ts'
import { fixTexts } from '../../delivery/preflight/apply-fix.ts'
import { checkEmail, checkLinks } from '../../delivery/preflight/email-check.ts'
import { type LinkCheck, type Remark, warning } from '../../delivery/preflight-schema.ts'
import { refreshSenderDns } from '../../sending-domains/live.ts'
import type { BroadcastFix, Checklist, ComposedBroadcast, Review } from '../composer-schema.ts'
import { versionName, versionOf, versionsOf } from '../plan/plan.ts'
import { reviewedVersion } from '../sending/reviewed.ts'
import { readStored, type StoredBroadcast } from '../view.ts'
import { getComposedBroadcast, saveBroadcast } from './composer.ts'
import { saveVersion } from './planning.ts'
import { findRecipient, loadDraft } from './preview.ts'
import { checkBroadcast, unsentAudience } from './requirements.ts'

// Remarks that only the dashboard shows. They neither prevent nor delay sending.

/** Lists blockers and suggestions for each version of an A/B test. */
export async function getChecklist(ctx: Ctx, { id }: { id: number }): Promise<Review> {
  const broadcast = await readStored(ctx, { id })
  await refreshSenderDns(ctx, { email_address: broadcast.email_address })
  // Versions of a test do not change once it is sending.
  const [first, ...others] = broadcast.stopped_at ? [broadcast] : versionsOf(broadcast)
  const { checklist, advice } = await checkVersion(ctx, first ?? broadcast)
  const remarks = [...checklist.remarks, ...advice]
  const known = new Set(remarks.map(({ message }) => message))
  for (const [index, version] of others.entries()) {
    const number = index + 2
    const of_version = await checkVersion(ctx, version)
    for (const one of [...of_version.checklist.remarks, ...of_version.advice])
      if (!known.has(one.message))
        remarks.push({ ...one, message: `${versionName(number)}: ${one.message}`, version: number })
  }
  if (!broadcast.stopped_at) remarks.push(...(await compareAudience(ctx, checklist.audience_count)))
  const ready = remarks.every(({ level }) => level !== 'blocker')
  return { ...checklist, remarks, ready, reviewed: reviewedVersion(broadcast) }
}

async function checkVersion(ctx: Ctx, broadcast: StoredBroadcast): Promise<{ checklist: Checklist; advice: Remark[] }> {
  const checklist = await checkBroadcast(ctx, broadcast)
  const canRender = !checklist.remarks.some(
    ({ level, code }) => level === 'blocker' && !BLOCKERS_THAT_STILL_RENDER.has(code),
  )
  if (!canRender) return { checklist, advice: [] }
  const advice = await checkEmail(ctx, {
    draft: await loadDraft(ctx, broadcast),
    recipient: await findRecipient(ctx, broadcast, undefined),
    audience: checklist.summary.audience === null ? EMPTY_AUDIENCE : await unsentAudience(ctx, broadcast),
    audience_count: checklist.audience_count,
  })
  return { checklist, advice }
}

/** Blockers that do not prevent the email from being rendered. */
const BLOCKERS_THAT_STILL_RENDER: ReadonlySet<Remark['code']> = new Set([
  'no_sender',
  'blocked_sender',
  'free_mail_sender',
  'no_audience',
  'unknown_audience',
  'no_subject',
  'no_postal_address',
])
const EMPTY_AUDIENCE = { where: 'false', values: [] }

/** Checks links and images of all versions by requesting them. Call it until `is_done`. */
export async function getLinkCheck(ctx: Ctx, { id }: { id: number }): Promise<LinkCheck> {
  const broadcast = await readStored(ctx, { id })
  return checkLinks(ctx, {
    drafts: await Promise.all(versionsOf(broadcast).map((version) => loadDraft(ctx, version))),
    recipient: await findRecipient(ctx, broadcast, undefined),
  })
}

/**
 * Applies the replacement that a remark offered to subject, preview text and content of one version. Throws invalid when nothing changes.
 */
export async function applyFix(ctx: Ctx, { id, version = 1, ...fix }: BroadcastFix): Promise<ComposedBroadcast> {
  const broadcast = await readStored(ctx, { id })
  const texts = fixTexts(versionOf(broadcast, version), fix)
  if (version === 1) return saveBroadcast(ctx, { id, ...texts })
  await saveVersion(ctx, { id, version, ...texts })
  return getComposedBroadcast(ctx, { id })
}

const COMPARED = 10
/** With fewer earlier broadcasts, no size is unusual. */
const MIN_COMPARED = 3

/** Warns when the audience is much larger or smaller than the audiences of the last ten broadcasts. */
async function compareAudience(ctx: Ctx, audience_count: number): Promise<Remark[]> {
  const earlier = await ctx.sql.rows<{ recipients: number }>(
    `select recipients - excluded as recipients from mail
     where account_id = $1 and kind = 'broadcast' and completed_at is not null and recipients > excluded
     order by id desc limit ${COMPARED}`,
  )
  const counts = earlier.map(({ recipients }) => recipients)
  const remark = unusualAudience(audience_count, counts)
  return remark ? [remark] : []
}

/** Returns a warning if the audience is much larger or smaller than earlier ones. */
export function unusualAudience(audience_count: number, earlier: readonly number[]): Remark | null {
  if (earlier.length < MIN_COMPARED || audience_count === 0) return null
  const [least, most] = [Math.min(...earlier), Math.max(...earlier)]
  const isLarge = audience_count > most * 2
  const isSmall = audience_count < least / 2
  if (!isLarge && !isSmall) return null
  const range = least === most ? numberText(most) : t`${least} to ${most}`
  return warning(
    'unusual_audience',
    t`This audience has ${audience_count} subscribers, and your last ${earlier.length} broadcasts had ${range}. Check that it is the right one.`,
  )
}
