import type { Ctx } from '../../../core/context.ts'
import { env } from '../../../env.ts'
import { isFreeMail } from '../../../lib/text/free-mail.ts'
import { asciiDomainOf } from '../../../mail/mime/header.ts'
import { whyMailIsCaught } from '../transport/mail-transport.ts'
import { findSigningDomain, openKeys, type SigningDomain } from './signing-domain.ts'

/** Facts that decide whether a mail server may send from an address. */
export interface SenderFacts {
  email_address: string
  /** Domain of the address, in ASCII. */
  domain: string
  /** The DMARC policy of its domain, or null. */
  dmarc_policy: string | null
  is_dmarc_strict: boolean
  is_signed_by_relay: boolean
  /** The account's verified domain that signs for it. */
  signed_by: SigningDomain | null
  /** REQUIRE_SENDING_DOMAIN. */
  required: 'on' | 'dmarc' | 'off'
}

/**
 * Returns why receivers would reject this sender's email or file it as spam (B3), and what to do. Null: it may be sent. Decision 0072 has
 * the rules.
 */
export function senderBlock(facts: SenderFacts): string | null {
  const { email_address, domain, signed_by, required } = facts
  if (isFreeMail(email_address))
    return `${domain} does not let others send in its name, so ${email_address} cannot send. Use an address at your own domain: add the domain under Settings › Sending domains`
  if (signed_by) {
    const keys = openKeys(signed_by)
    if (typeof keys === 'string') return keys
    if (signed_by.is_exact || !facts.is_dmarc_strict) return null
    return `The DMARC record of ${domain} asks for a signature of exactly this domain (adkim=s), and ${signed_by.domain} is what you verified. Add ${domain} under Settings › Sending domains`
  }
  if (required === 'on') return `${domain} is not a verified sending domain. Add it under Settings › Sending domains`
  const isProtected = facts.dmarc_policy === 'quarantine' || facts.dmarc_policy === 'reject'
  if (required === 'off' || facts.is_signed_by_relay || !isProtected) return null
  return `The DMARC policy of ${domain} asks receivers to ${facts.dmarc_policy} emails that the domain did not sign. Add ${domain} under Settings › Sending domains, so yours are signed`
}

/** Returns `senderBlock` for an address of the account. Null while email is caught. */
export async function findSenderBlock(ctx: Ctx, of: { email_address: string }): Promise<string | null> {
  const facts = await findSenderFacts(ctx, of)
  return facts && senderBlock(facts)
}

/** Returns facts about an address of the account. Null while email is caught. */
export async function findSenderFacts(
  ctx: Ctx,
  { email_address }: { email_address: string },
): Promise<SenderFacts | null> {
  if ((await whyMailIsCaught(ctx)) !== null) return null
  const stored = await ctx.sql.one<Pick<SenderFacts, 'dmarc_policy' | 'is_dmarc_strict' | 'is_signed_by_relay'>>(
    `select dmarc_policy, is_dmarc_strict, is_signed_by_relay from sending_address
     where account_id = $1 and email_address = $2`,
    [email_address],
  )
  const { dmarc_policy = null, is_dmarc_strict = false, is_signed_by_relay = false } = stored ?? {}
  const signed_by = await findSigningDomain(ctx, { email_address })
  const domain = asciiDomainOf(email_address)
  const required = env().REQUIRE_SENDING_DOMAIN
  return { email_address, domain, dmarc_policy, is_dmarc_strict, is_signed_by_relay, signed_by, required }
}
