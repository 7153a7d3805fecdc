import type { Ctx } from '../../../core/context.ts'
import { isReservedDomain } from '../../../lib/dns/dns-records.ts'
import { t } from '../../../lib/locale/texts.ts'
import { type Remark, warning } from '../preflight-schema.ts'
import { findSenderFacts, type SenderFacts } from '../signing/sender-policy.ts'

/** Returns advice about the domain of an allowed sender, from its last DNS check. None while email is caught. */
export async function checkSender(ctx: Ctx, { email_address }: { email_address: string }): Promise<Remark[]> {
  const facts = await findSenderFacts(ctx, { email_address })
  return facts ? senderAdvice(facts) : []
}

/** Returns advice about the DMARC record and the signature of the sender. */
export function senderAdvice({ domain, signed_by, is_signed_by_relay, required }: SenderFacts): Remark[] {
  // Empty for a draft without a sender.
  if (domain === '' || isReservedDomain(domain)) return []
  if (signed_by?.is_broken)
    return [
      warning(
        'no_dmarc',
        t`The DMARC record of ${signed_by.domain} is missing. Gmail, Yahoo and Outlook may reject this email until it is back.`,
      ),
    ]
  if (signed_by || is_signed_by_relay || required !== 'dmarc') return []
  return [
    warning(
      'unsigned_sender',
      t`This email is not signed, because ${domain} is not a verified sending domain. Gmail, Yahoo and Outlook may reject it or file it as spam.`,
    ),
  ]
}
