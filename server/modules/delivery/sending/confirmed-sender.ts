import type { Ctx } from '../../../core/context.ts'
import { isMailServerSet } from '../transport/mail-transport.ts'

/**
 * Returns the condition for a usable sending address, over `sending_address s` and its `account a`. The address must be confirmed. A
 * confirmation link in caught email counts only while email is caught, because any member of the account could have opened it.
 */
export const confirmedSenderSql = (): string =>
  `(s.status = 'confirmed' and ${isMailServerSet() ? "(s.proof <> 'caught_mail' or a.mail_is_caught)" : 'true'})`

/** Whether an address may still be used: it may have been removed or lost its confirmation since the email was composed. */
export async function isConfirmedSender(ctx: Ctx, { email_address }: { email_address: string }): Promise<boolean> {
  const found = await ctx.sql.one(
    `select 1 from sending_address s join account a on a.id = s.account_id
     where s.account_id = $1 and s.email_address = $2 and ${confirmedSenderSql()}`,
    [email_address],
  )
  return found !== undefined
}
