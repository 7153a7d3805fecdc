import type { Ctx } from '../../core/context.ts'
import type { Tx } from '../../core/write/write.ts'
import type { AddressProof } from '../../db/generated/enums.ts'

/** Records how a user's address was proven. A stronger proof replaces caught email, never the reverse. */
export async function recordAddressProof(
  ctx: Ctx,
  { user_id, proof }: { user_id: number; proof: AddressProof },
): Promise<void> {
  const worse =
    proof === 'caught_mail' ? [{ email_proof: null }] : [{ email_proof: null }, { email_proof: 'caught_mail' as const }]
  await ctx.db.user.updateMany({
    where: { id: user_id, OR: worse },
    data: { email_verified_at: ctx.now(), email_proof: proof },
  })
}

/** Returns whether an email or a provider has proven that the user owns the address. Caught email proves nothing. */
export const isProven = ({ email_proof }: { email_proof: AddressProof | null }): boolean =>
  email_proof !== null && email_proof !== 'caught_mail'

/**
 * Removes the second factors of a user whose address was unproven until now. Otherwise, someone who signed up with another user's address
 * could keep their own passkey there, or lock the owner out.
 */
export async function dropUnprovenFactors(tx: Tx, { user_id }: { user_id: number }): Promise<void> {
  await tx.db.authenticator.deleteMany({ where: { user_id } })
  await tx.db.passkey.deleteMany({ where: { user_id } })
  await tx.db.recoveryCode.deleteMany({ where: { user_id } })
}
