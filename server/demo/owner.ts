import { clock } from '../core/clock.ts'
import { type Ctx, makeCtx, serviceCtx } from '../core/context.ts'
import { unscoped } from '../db/client.ts'
import { createAccount } from '../modules/accounts/service.ts'
import { hashPassword } from '../modules/users/passwords.ts'

interface Owner {
  email_address: string
  name: string
  /** Ignored if the user exists. */
  password: string
  account_name: string
  /** IANA name. */
  time_zone: string
}

/** Creates an account and its owner without the limits of a public sign-up, for the operator. Returns the owner's context. */
export async function makeOwnedAccount(input: Owner): Promise<{ ctx: Ctx; is_new_user: boolean }> {
  const { email_address: email, name, password, account_name, time_zone } = input
  const known = await unscoped().user.findUnique({ where: { email } })
  const user =
    known ??
    (await unscoped().user.create({
      data: {
        email,
        name,
        password_hash: await hashPassword(password),
        email_verified_at: clock.now(),
        email_proof: 'operator',
      },
    }))
  const { account_id } = await createAccount(serviceCtx(), { user, name: account_name, time_zone })
  const ctx = makeCtx({ account_id, actor: { kind: 'user', user_id: user.id, role: 'owner' } })
  return { ctx, is_new_user: known === null }
}
