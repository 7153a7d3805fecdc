import type { Ctx } from '../../core/context.ts'
import { isMailServerSet } from './mail-transport.ts'

/**
 * The one rule for who may send: an address is confirmed, and a proof by caught mail counts only where mail is caught. Anyone with
 * access to the account could read that link, so it says nothing about the owner of the address once mail leaves.
 * @returns a condition over `sending_address s` and its `account a`
 */
export const confirmedSenderSql = (): string =>
  `(s.status = 'confirmed' and ${isMailServerSet() ? "(s.proof <> 'caught_mail' or a.mail_is_caught)" : 'true'})`

/** For mail that is on its way: the address may have been removed, or have lost its proof, since it was composed. */
export async function isConfirmedSender(ctx: Ctx, { email_address }: { email_address: string }): Promise<boolean> {
  const found = await ctx.sql.one(
    `select 1 from sending_address s join account a on a.id = s.account_id
     where s.account_id = $1 and s.email_address = $2 and ${confirmedSenderSql()}`,
    [email_address],
  )
  return found !== undefined
}
