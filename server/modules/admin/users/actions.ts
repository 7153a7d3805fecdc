import { adminWrite } from '../../../core/audit/admin-write.ts'
import type { Ctx } from '../../../core/context.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import type { Tx } from '../../../core/write/write.ts'
import { removeSecondFactors } from '../../second-factors/service.ts'
import { isProven } from '../../users/address-proof.ts'
import { emailResetLink } from '../../users/password-reset.ts'
import { setAdministrator } from '../../users/service.ts'
import { endOtherSessions } from '../../users/sessions.ts'
import type { ByUser, FactorRemoval, ReasonInput } from '../users-schema.ts'

/** Signs the user out everywhere. Throws not_found. */
export const endUserSessions = (ctx: Ctx, { user_id, reason }: ReasonInput): Promise<{ ended: number }> =>
  adminWrite(ctx, { user_id }, async (tx, record) => {
    const { email } = await findUser(tx, { user_id })
    const ended = await endOtherSessions(tx, { user_id, keep: null })
    await record({ action: 'sessions_ended', details: { email, reason, ended } })
    return { ended }
  })

/**
 * Emails a link that proves the address when it is followed. It also sets a new password, so a password chosen by someone else stops
 * working. Throws not_found, or invalid if the address is proven.
 */
export const resendVerification = (ctx: Ctx, { user_id }: ByUser): Promise<void> =>
  adminWrite(ctx, { user_id }, async (tx, record) => {
    const user = await findUser(tx, { user_id })
    if (isProven(user)) throw invalid('This address is verified already')
    await emailResetLink(tx, { email_address: user.email })
    await record({ action: 'verification_resent', details: { email: user.email } })
  })

/** Removes all second factors of a user who lost them. Throws not_found, or invalid if there are none. */
export const removeFactors = (ctx: Ctx, { user_id, check }: FactorRemoval): Promise<void> =>
  adminWrite(ctx, { user_id }, async (tx, record) => {
    const { email } = await findUser(tx, { user_id })
    if (!(await removeSecondFactors(tx, { user_id }))) throw invalid('This user has no second factor')
    await record({ action: 'second_factors_removed', details: { email, check } })
  })

/** Makes a user an administrator of this instance. Throws not_found. */
export async function grantAdministrator(ctx: Ctx, { user_id }: ByUser): Promise<void> {
  const { email } = await findUser(ctx, { user_id })
  await setAdministrator(ctx, { email_address: email, is_admin: true })
}

/** Revokes a user's administration. Throws not_found, or invalid for the last administrator. */
export async function revokeAdministrator(ctx: Ctx, { user_id, reason }: ReasonInput): Promise<void> {
  const { email } = await findUser(ctx, { user_id })
  await setAdministrator(ctx, { email_address: email, is_admin: false, reason })
}

async function findUser(ctx: Ctx | Tx, { user_id }: ByUser) {
  const user = await ctx.db.user.findUnique({ where: { id: user_id }, select: { email: true, email_proof: true } })
  if (!user) throw notFound()
  return user
}
