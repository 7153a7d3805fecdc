import type { Ctx, Tx } from '../../../core/context.ts'
import { AppError, invalid } from '../../../core/errors.ts'
import { instanceSettings } from '../../../core/instance/settings.ts'
import { MAINTENANCE_RETRY_SECONDS, maintenanceText } from '../../../core/instance/settings-schema.ts'
import { unscoped } from '../../../db/client.ts'
import { sha256Hex } from '../../../lib/crypto/crypto.ts'
import { t } from '../../../lib/locale/texts.ts'
import { domainOf, normalizeDomain, normalizeEmailAddress } from '../../../lib/text/email-address.ts'

const CLOSED = 'Sign-up is closed on this server. Ask its administrators'
const BY_INVITATION = 'Sign-up is by invitation. Follow the link of your invitation, or ask for a new one'

/**
 * Throws unless the instance's settings allow this address to create an account. `token` belongs to an invitation. Without it, a verified
 * address is looked up. Throws unavailable during maintenance, otherwise invalid.
 */
export async function requireAdmission(
  ctx: Ctx,
  { email, token, is_verified = false }: { email: string; token?: string | undefined; is_verified?: boolean },
): Promise<void> {
  const settings = await instanceSettings()
  if (settings.maintenance) throw new AppError('unavailable', [maintenanceText(settings)], MAINTENANCE_RETRY_SECONDS)
  const { sign_up, sign_up_domains: domains } = settings
  if (sign_up === 'closed') throw invalid(CLOSED)
  const domain = domainOf(normalizeEmailAddress(email))
  const isAllowed = domains.length === 0 || domains.some((allowed) => normalizeDomain(allowed) === domain)
  if (sign_up === 'open' && isAllowed) return
  if ((token || is_verified) && (await isInvited(ctx, { email, token }))) return
  throw invalid(sign_up === 'invitation' ? BY_INVITATION : t`Sign-up is open to addresses at ${domains.join(', ')}`)
}

async function isInvited(ctx: Ctx, { email, token }: { email: string; token?: string | undefined }): Promise<boolean> {
  const open = { email: normalizeEmailAddress(email), accepted_at: null, expires_at: { gt: ctx.now() } }
  const found = await unscoped().instanceInvitation.count({
    where: token ? { ...open, token_hash: sha256Hex(token) } : open,
  })
  return found > 0
}

/** Marks the invitation of an address as used, if it has one. */
export async function acceptInstanceInvitation({ now }: Pick<Ctx | Tx, 'now'>, email: string): Promise<void> {
  await unscoped().instanceInvitation.updateMany({
    where: { email: normalizeEmailAddress(email), accepted_at: null },
    data: { accepted_at: now() },
  })
}
