import type { Ctx } from '../../../core/context.ts'
import type { Tx } from '../../../core/write/write.ts'
import { queueUserEmail, type UserEmail } from '../../service-mail/service.ts'

/** Emails every owner of the account, each in their language. Only owners can read these emails in the mail catcher. */
export async function emailOwners(tx: Tx, email: UserEmail): Promise<void> {
  for (const to of await ownerAddresses(tx)) await queueUserEmail(tx, { to, email, kind: 'owner_email' })
}

async function ownerAddresses(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.sql.rows<{ email: string }>(
    `select u.email from membership m join users u on u.id = m.user_id
     where m.account_id = $1 and m.role = 'owner' order by m.created_at, u.id`,
  )
  return rows.map(({ email }) => email)
}
