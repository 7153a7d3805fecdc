import type { Ctx } from '../../../core/context.ts'
import { findSenderBlock } from '../signing/sender-policy.ts'
import { isMailServerSet } from '../transport/mail-transport.ts'

/**
 * Returns the condition for a usable sending address, over `sending_address s` and its `account a`. The address must be confirmed. A link
 * confirmed from caught email counts only while email is caught, because any member could have opened it.
 */
export const confirmedSenderSql = (): string =>
  `(s.status = 'confirmed' and ${isMailServerSet() ? "(s.proof <> 'caught_mail' or a.mail_is_caught)" : 'true'})`

/**
 * Returns why a mail server can no longer send from an address, and what to do. Since the email was composed, the address may have been
 * deleted or lost its confirmation, or its domain its keys.
 */
export async function findSenderStop(ctx: Ctx, { email_address }: { email_address: string }): Promise<string | null> {
  if (!(await isConfirmedSender(ctx, { email_address })))
    return `${email_address} is not a confirmed sending address. Send a new link in Settings › Sending addresses and follow it.`
  const block = await findSenderBlock(ctx, { email_address })
  return block && `${block}.`
}

async function isConfirmedSender(ctx: Ctx, { email_address }: { email_address: string }): Promise<boolean> {
  const found = await ctx.sql.one(
    `select 1 from sending_address s join account a on a.id = s.account_id
     where s.account_id = $1 and s.email_address = $2 and ${confirmedSenderSql()}`,
    [email_address],
  )
  return found !== undefined
}
