import type { Ctx } from '../../../core/context.ts'
import { confirmedSenderSql } from '../../delivery/sending/confirmed-sender.ts'

/** Returns a confirmed sending address of the account, the default one for null. */
export async function findSender(
  ctx: Ctx,
  email_address: string | null,
): Promise<{ name: string; address: string } | undefined> {
  return ctx.sql.one<{ name: string; address: string }>(
    `select s.from_name as name, s.email_address as address from sending_address s join account a on a.id = s.account_id
     where s.account_id = $1 and ${WANTED} and ${confirmedSenderSql()} order by s.id limit 1`,
    [email_address],
  )
}

/** Returns why `findSender` found none, and what to do. */
export async function senderProblem(ctx: Ctx, email_address: string | null): Promise<string> {
  const known = await ctx.sql.one<{ was_confirmed: boolean }>(
    `select s.status = 'confirmed' as was_confirmed from sending_address s where s.account_id = $1 and ${WANTED}`,
    [email_address],
  )
  return known?.was_confirmed ? `${NOT_CONFIRMED}: ${CONFIRM_AGAIN}` : NOT_CONFIRMED
}

const WANTED = 'case when $2::text is null then s.is_default else s.email_address = $2 end'
const NOT_CONFIRMED = 'Email address is not a confirmed sending address'
const CONFIRM_AGAIN =
  'it was confirmed by a caught email, which does not prove ownership. Send a new link in Settings → Sending addresses and follow it'
