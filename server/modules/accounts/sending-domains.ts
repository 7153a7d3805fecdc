import { Resolver } from 'node:dns/promises'
import { type Ctx, systemPool } from '../../core/context.ts'
import { dmarcOf, isReservedDomain, type TxtResolver } from '../../lib/dns-records.ts'
import { domainOf } from '../../lib/email-address.ts'

const AT_ONCE = 10
/** Domains looked up by one step: an answer may take some seconds. */
const DOMAINS = 50

/** Looks up anew which domains of confirmed senders have a DMARC policy. What cannot be asked now stays as it was. */
export async function refreshDomainPolicies({
  resolver = new Resolver(),
  after = '',
}: {
  resolver?: TxtResolver
  after?: string
} = {}): Promise<string | null> {
  const { rows } = await systemPool().query<{ domain: string }>(
    `select distinct split_part(email_address, '@', 2) as domain from sending_address
     where status = 'confirmed' and split_part(email_address, '@', 2) > $1 order by 1 limit ${DOMAINS}`,
    [after],
  )
  const domains = rows.map(({ domain }) => domain)
  const lane = async () => {
    for (let domain = domains.pop(); domain; domain = domains.pop()) await refreshDomain(domain, resolver)
  }
  const last = domains.length < DOMAINS ? null : (domains.at(-1) ?? null)
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return last
}

/** The same for one sender, as soon as it is confirmed. */
export async function refreshSenderPolicy(
  ctx: Ctx,
  { sending_address_id }: { sending_address_id: number },
): Promise<void> {
  const sender = await ctx.db.sendingAddress.findFirst({ where: { id: sending_address_id } })
  if (sender) await refreshDomain(domainOf(sender.email_address), new Resolver())
}

async function refreshDomain(domain: string, resolver: TxtResolver): Promise<void> {
  if (isReservedDomain(domain)) return
  const policy = await dmarcOf(domain, resolver).catch(() => undefined)
  if (policy === undefined) return
  await systemPool().query(
    `update sending_address set is_dmarc_configured = $2
     where split_part(email_address, '@', 2) = $1 and is_dmarc_configured <> $2`,
    [domain, policy !== null],
  )
}
