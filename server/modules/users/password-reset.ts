import type { Ctx, Source } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { write } from '../../core/write/write.ts'
import { env } from '../../env.ts'
import { randomToken, sha256Hex } from '../../lib/crypto/crypto.ts'
import { recordUserSecurityEvent } from '../security-events/service.ts'
import { findLinkProof, queueUserEmail } from '../service-mail/service.ts'
import { countAttempt } from '../throttle/service.ts'
import { dropUnprovenFactors, isProven, recordAddressProof } from './address-proof.ts'
import { deviceToken } from './devices.ts'
import { passwordChangedEmail, passwordResetEmail } from './emails.ts'
import { hashPassword } from './passwords.ts'
import { type ResetInput, type ResetRequest, STALE_LINK } from './schema.ts'
import { endOtherSessions } from './sessions.ts'

const LIFETIME_MS = 3_600_000

/**
 * Requests a reset link by email. Only the job looks the address up, so the response and its timing are the same for every address (S7).
 * Throws rate_limited.
 */
export async function requestReset(
  ctx: Ctx,
  { email_address, source }: ResetRequest & { source: Source },
): Promise<void> {
  await countAttempt(ctx, { attempt: 'reset', source, target: email_address })
  await write(ctx, async (tx) => tx.emit('password_reset.requested', { email_address }))
}

/** Emails a link if the address has a user. Earlier links keep working until one is used. */
export async function emailResetLink(ctx: Ctx, { email_address }: { email_address: string }): Promise<void> {
  const user = await ctx.db.user.findUnique({ where: { email: email_address } })
  if (!user) return
  const token = randomToken()
  const now = ctx.now()
  const expires_at = new Date(+now + LIFETIME_MS)
  const url = `${env().APP_URL}/reset-password/${token}`
  await write(ctx, async (tx) => {
    await tx.db.passwordReset.create({
      data: { token_hash: sha256Hex(token), user_id: user.id, created_at: now, expires_at },
    })
    await queueUserEmail(tx, { to: user.email, email: () => passwordResetEmail({ url, name: user.name }), token })
  })
}

/** Extends a link that was emailed late to an hour from now, unless it or another link of the user was used. */
export async function renewEmailedLink(ctx: Ctx, { link_hash }: { link_hash: string }): Promise<void> {
  await ctx.db.passwordReset.updateMany({
    where: { token_hash: link_hash, used_at: null },
    data: { expires_at: new Date(+ctx.now() + LIFETIME_MS) },
  })
}

/** Returns whether a link can still be used. Has no side effects: email scanners open every link. */
export async function isResetLinkValid(
  ctx: Ctx,
  { token, source }: { token: string; source: Source },
): Promise<boolean> {
  await countAttempt(ctx, { attempt: 'reset_link', source })
  const now = ctx.now()
  const reset = await ctx.db.passwordReset.findFirst({
    where: { token_hash: sha256Hex(token), used_at: null, expires_at: { gt: now } },
  })
  return reset !== null
}

/**
 * Sets the password of the link's owner, ends all their sessions and uses up all their links. Their second factors stay. Returns the
 * address to sign in with, and a device token that exempts the next sign-in from delays caused by others. Throws invalid for a used,
 * expired or unknown link.
 */
export async function resetPassword(
  ctx: Ctx,
  { token, password, source }: ResetInput & { source: Source },
): Promise<{ email_address: string; device: string }> {
  await countAttempt(ctx, { attempt: 'reset_link', source })
  const password_hash = await hashPassword(password)
  return write(ctx, async (tx) => {
    const now = tx.now()
    // Only one of several concurrent requests finds the row unused.
    const [used] = await tx.db.passwordReset.updateManyAndReturn({
      where: { token_hash: sha256Hex(token), used_at: null, expires_at: { gt: now } },
      data: { used_at: now },
    })
    if (!used) throw invalid(STALE_LINK)
    const { user_id } = used
    const user = await tx.db.user.update({ where: { id: user_id }, data: { password_hash } })
    const proof = await findLinkProof(tx, { token })
    if (proof === 'mail' && !isProven(user)) await dropUnprovenFactors(tx, { user_id })
    await recordAddressProof(tx, { user_id, proof })
    await tx.db.passwordReset.updateMany({ where: { user_id, used_at: null }, data: { used_at: now } })
    await endOtherSessions(tx, { user_id, keep: null })
    await recordUserSecurityEvent(tx, {
      kind: 'password_changed',
      summary: `The password of ${user.email} was reset by an emailed link`,
      user_id,
    })
    const email = () => passwordChangedEmail({ name: user.name, at: now, source })
    await queueUserEmail(tx, { to: user.email, email })
    return { email_address: user.email, device: deviceToken(user_id) }
  })
}
