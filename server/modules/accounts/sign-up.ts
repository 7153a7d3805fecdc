import type { Ctx, Source } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { unscoped } from '../../db/client.ts'
import { isConflict, translate } from '../../db/errors.ts'
import { hashPassword } from '../people/passwords.ts'
import { ADDRESS_TAKEN } from '../people/schema.ts'
import { countAttempt } from '../people/throttle.ts'
import { attributedApp } from './attribution.ts'
import { mailFirstLink } from './sending-addresses.ts'
import { newAccount, proofOfOwner } from './service.ts'
import type { SignUpInput } from './settings-schema.ts'

/** A person and their first account, both or neither. Throws invalid when the address has a log-in already. */
export async function signUp(
  ctx: Ctx,
  input: SignUpInput & { source: Source },
): Promise<{ user_id: number; account_id: number }> {
  const { name, account_name, email_address: email, password, time_zone, service_app_id, source } = input
  await countAttempt(ctx, { attempt: 'sign_up', source })
  if (await ctx.db.user.findUnique({ where: { email } })) throw invalid(ADDRESS_TAKEN)
  const user = { email, name, password_hash: await hashPassword(password) }
  const proof = proofOfOwner(null)
  try {
    const account = await unscoped().account.create({
      data: {
        ...newAccount({ name: account_name, time_zone, owner: user, proof }),
        signed_up_by_app_id: await attributedApp(service_app_id),
        memberships: { create: { role: 'owner', user: { create: user } } },
      },
      include: { memberships: { select: { user_id: true } } },
    })
    const [owner] = account.memberships
    if (!owner) throw new Error('The account was made without its owner')
    if (!proof) await mailFirstLink({ account_id: account.id })
    return { user_id: owner.user_id, account_id: account.id }
  } catch (error) {
    throw isConflict(translate(error)) ? invalid(ADDRESS_TAKEN) : error
  }
}
