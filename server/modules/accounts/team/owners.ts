import type { Ctx } from '../../../core/context.ts'
import type { Tx } from '../../../core/write/write.ts'
import { queueServiceEmail } from '../../service-mail/service.ts'
import type { ServiceEmail } from '../../service-mail/service-email.ts'

/** Emails every owner of the account. Only owners can read these emails in the mail catcher. */
export async function emailOwners(tx: Tx, email: ServiceEmail): Promise<void> {
  for (const to of await ownerAddresses(tx)) await queueServiceEmail(tx, { to, email, kind: 'owner_email' })
}

async function ownerAddresses(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.sql.rows<{ email: string }>(
    `select u.email from membership m join users u on u.id = m.user_id
     where m.account_id = $1 and m.role = 'owner' order by m.created_at, u.id`,
  )
  return rows.map(({ email }) => email)
}
