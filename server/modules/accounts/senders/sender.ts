import type { Ctx } from '../../../core/context.ts'
import { spellingsOf } from '../../../lib/text/email-address.ts'
import { isFreeMail } from '../../../lib/text/free-mail.ts'
import { confirmedSenderSql } from '../../delivery/sending/confirmed-sender.ts'
import { findSenderBlock } from '../../delivery/signing/sender-policy.ts'

/**
 * Returns a sending address of the account that may send now, the default one for null, and the address for replies: `reply_to_address`,
 * otherwise the account's address for replies. Only a confirmed address gets replies (L2).
 */
export async function findSender(
  ctx: Ctx,
  email_address: string | null,
  reply_to_address: string | null = null,
): Promise<Sender | undefined> {
  const sender = await findConfirmed(ctx, email_address, reply_to_address)
  const isBlocked = sender && (await findSenderBlock(ctx, { email_address: sender.address })) !== null
  return isBlocked ? undefined : sender
}

/** Returns a confirmed address, the default one for null, even one that `findSender` would not return because it is blocked. */
export async function findConfirmedAddress(ctx: Ctx, email_address: string | null): Promise<string | undefined> {
  return (await findConfirmed(ctx, email_address, null))?.address
}

export interface Sender {
  name: string
  address: string
  /** Null: replies go to the sender. */
  reply_to: string | null
}

function findConfirmed(
  ctx: Ctx,
  email_address: string | null,
  reply_to_address: string | null,
): Promise<Sender | undefined> {
  return ctx.sql.one<Sender>(
    `select f.from_name as name, f.email_address as address, nullif(r.email_address, f.email_address) as reply_to
     from (select s.from_name, s.email_address from sending_address s join account a on a.id = s.account_id
         where s.account_id = $1 and ${WANTED} and ${confirmedSenderSql()} order by ${WRITTEN_SO} desc, s.id limit 1) f
       left join (select s.email_address from sending_address s join account a on a.id = s.account_id
         where s.account_id = $1 and (s.gets_replies or s.email_address = any ($3::text[])) and ${confirmedSenderSql()}
         order by (s.email_address = any ($3::text[])) is true desc, s.id limit 1) r on true`,
    [spellings(email_address), spellings(reply_to_address)],
  )
}

/** Returns whether this address of the account can receive replies now. */
export async function canGetReplies(ctx: Ctx, email_address: string): Promise<boolean> {
  const found = await findConfirmed(ctx, email_address, null)
  return found !== undefined
}

/** The reason why an address cannot send. `blocked_sender`: receivers would reject its email. `free_mail_sender`: permanently blocked. */
export interface SenderProblem {
  code: 'no_sender' | 'blocked_sender' | 'free_mail_sender'
  message: string
}

/** Returns the reason why `findSender` found none, and the solution. */
export async function findSenderProblem(ctx: Ctx, email_address: string | null): Promise<SenderProblem> {
  const sender = await findConfirmed(ctx, email_address, null)
  const block = sender && (await findSenderBlock(ctx, { email_address: sender.address }))
  if (block) return { code: isFreeMail(sender.address) ? 'free_mail_sender' : 'blocked_sender', message: block }
  const known = await ctx.sql.one<{ was_confirmed: boolean }>(
    `select s.status = 'confirmed' as was_confirmed from sending_address s where s.account_id = $1 and ${WANTED}
     order by ${WRITTEN_SO} desc, s.id limit 1`,
    [spellings(email_address)],
  )
  return { code: 'no_sender', message: known?.was_confirmed ? `${NOT_CONFIRMED}: ${CONFIRM_AGAIN}` : NOT_CONFIRMED }
}

/** Returns the message of `findSenderProblem`. */
export const senderProblem = async (ctx: Ctx, email_address: string | null): Promise<string> =>
  (await findSenderProblem(ctx, email_address)).message

/** Matches every spelling, because a sending address keeps its stored spelling: emails and DNS records of its domain contain it. */
const spellings = (address: string | null): string[] | null =>
  address === null ? null : [address, ...spellingsOf(address)]
const WANTED = 'case when $2::text[] is null then s.is_default else s.email_address = any ($2::text[]) end'
const WRITTEN_SO = '(s.email_address = ($2::text[])[1]) is true'
const NOT_CONFIRMED = 'Email address is not a confirmed sending address'
const CONFIRM_AGAIN =
  'it was confirmed by a caught email, which does not prove ownership. Send a new link in Settings › Sending addresses and follow it'
