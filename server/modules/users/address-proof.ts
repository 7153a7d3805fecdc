import type { Ctx } from '../../core/context.ts'
import type { AddressProof } from '../../db/generated/enums.ts'

/** Records how a user's address was proven. A stronger proof replaces one by caught email, never the reverse. */
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
