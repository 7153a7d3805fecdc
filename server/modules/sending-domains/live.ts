import type { Ctx } from '../../core/context.ts'
import { env } from '../../env.ts'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import { dnsResolver } from '../../lib/dns/dns-resolver.ts'
import { asciiDomainOf } from '../../mail/mime/header.ts'
import { refreshDomainPolicy } from '../accounts/senders/dmarc-policies.ts'
import { findConfirmedAddress } from '../accounts/senders/sender.ts'
import { domainsOf } from '../delivery/signing/signing-domain.ts'
import { whyMailIsCaught } from '../delivery/transport/mail-transport.ts'
import { checkSendingDomain } from './check.ts'

/** After this time a check looks the records up again. Sooner while a record is missing, because someone may have just added it. */
const FRESH_MS = 5 * 60_000
const FRESH_MS_WITH_PROBLEM = 10_000
/** Time that the checks of an email wait for name servers, in milliseconds. Without a response, the last result is kept. */
const PATIENCE_MS = 2_000
const MAX_KEPT = 1_000

/** Times when this process looked up the DMARC policies of domains without keys, oldest first. */
const lookupTimes = processSingleton<Map<string, number>>('asked dmarc policies', () => new Map())

/**
 * Looks up the DNS records that decide whether an address of the account may send, unless they were looked up lately. Null means the
 * default address. Does nothing while email is caught.
 */
export async function refreshSenderDns(
  ctx: Ctx,
  { email_address, patience_ms = PATIENCE_MS }: { email_address: string | null; patience_ms?: number },
): Promise<void> {
  const address = await findConfirmedAddress(ctx, email_address)
  if (!address || (await whyMailIsCaught(ctx)) !== null) return
  const now = +ctx.now()
  const [domainRow] = await ctx.sql.rows<{ id: number; checked_at: Date | null; is_good: boolean }>(
    `select id, checked_at, verified_at is not null and broken_at is null as is_good from sending_domain
     where account_id = $1 and domain = any ($2::text[])
     order by (verified_at is not null) desc, length(domain) desc limit 1`,
    [domainsOf(address)],
  )
  if (domainRow) {
    const fresh_ms = domainRow.is_good ? FRESH_MS : FRESH_MS_WITH_PROBLEM
    if (domainRow.checked_at && now - +domainRow.checked_at < fresh_ms) return
    return checkSendingDomain(ctx, { id: domainRow.id, patience_ms })
  }
  const domain = asciiDomainOf(address)
  if (now - (lookupTimes.get(domain) ?? Number.NEGATIVE_INFINITY) < FRESH_MS) return
  lookupTimes.delete(domain)
  lookupTimes.set(domain, now)
  for (const oldest of lookupTimes.keys()) {
    if (lookupTimes.size <= MAX_KEPT) break
    lookupTimes.delete(oldest)
  }
  await refreshDomainPolicy(domain, dnsResolver(env().DNS_SERVERS), patience_ms)
}
