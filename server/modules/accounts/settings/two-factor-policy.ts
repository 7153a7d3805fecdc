import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { write } from '../../../core/write/write.ts'
import { recordSecurityEvent } from '../../security-events/service.ts'
import type { TwoFactorPolicy } from '../settings-schema.ts'

/** Returns whether the account requires two-factor authentication, and the number of members without it. */
export async function getTwoFactorPolicy(ctx: Ctx): Promise<TwoFactorPolicy> {
  const policy = await ctx.sql.one<TwoFactorPolicy>(
    `select a.require_two_factor as is_required, count(*)::int as members,
       (count(*) filter (where not exists (select 1 from authenticator f where f.user_id = m.user_id)
         and not exists (select 1 from passkey k where k.user_id = m.user_id)))::int as members_without
     from account a join membership m on m.account_id = a.id where a.id = $1 group by a.id`,
  )
  return policy ?? { is_required: false, members: 0, members_without: 0 }
}

/**
 * Sets whether all members need a second factor, from their next request on. Throws invalid if the owner who requires it has none, which
 * would lock them out.
 */
export async function setTwoFactorPolicy(
  ctx: Ctx,
  { is_required, has_second_factor }: { is_required: boolean; has_second_factor: boolean },
): Promise<void> {
  if (is_required && !has_second_factor)
    throw invalid('Set up two-factor authentication for yourself first, then require it of all members')
  await write(ctx, async (tx) => {
    const { count } = await tx.db.account.updateMany({
      where: { require_two_factor: !is_required },
      data: { require_two_factor: is_required },
    })
    if (count === 0) return
    await recordSecurityEvent(tx, {
      kind: is_required ? 'two_factor_required' : 'two_factor_not_required',
      summary: is_required
        ? 'Two-factor authentication is now required of all members'
        : 'Two-factor authentication is no longer required of members',
    })
  })
}
