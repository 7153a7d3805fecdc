import type { Ctx } from '../../../core/context.ts'
import { confirmedSenderSql } from '../../delivery/sending/confirmed-sender.ts'
import { findSenderBlock } from '../../delivery/signing/sender-policy.ts'

/** Returns a sending address of the account that may send now, the default one for null. */
export async function findSender(ctx: Ctx, email_address: string | null): Promise<Sender | undefined> {
  const sender = await findConfirmed(ctx, email_address)
  const is_blocked = sender && (await findSenderBlock(ctx, { email_address: sender.address })) !== null
  return is_blocked ? undefined : sender
}

interface Sender {
  name: string
  address: string
}

function findConfirmed(ctx: Ctx, email_address: string | null): Promise<Sender | undefined> {
  return ctx.sql.one<Sender>(
    `select s.from_name as name, s.email_address as address from sending_address s join account a on a.id = s.account_id
     where s.account_id = $1 and ${WANTED} and ${confirmedSenderSql()} order by s.id limit 1`,
    [email_address],
  )
}

/** Returns why `findSender` found none, and what to do. */
export async function senderProblem(ctx: Ctx, email_address: string | null): Promise<string> {
  const sender = await findConfirmed(ctx, email_address)
  const block = sender && (await findSenderBlock(ctx, { email_address: sender.address }))
  if (block) return block
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
