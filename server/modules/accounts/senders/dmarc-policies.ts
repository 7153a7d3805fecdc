import { setTimeout as sleep } from 'node:timers/promises'
import { type Ctx, systemPool } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { env } from '../../../env.ts'
import { type Dmarc, dmarcOf, isReservedDomain, type TxtResolver } from '../../../lib/dns/dns-records.ts'
import { dnsResolver } from '../../../lib/dns/dns-resolver.ts'
import { domainOf } from '../../../lib/text/email-address.ts'

const CONCURRENCY = 10
/** Maximum number of domains looked up in one step. With `TIMEOUT_MS` each, a step takes at most ten seconds. */
const DOMAINS_PER_BATCH = 20
/** Time limit per domain: name servers may answer slowly or never. */
const TIMEOUT_MS = 5_000

/**
 * Looks up whether the domains of confirmed senders have a DMARC policy. A failed lookup changes nothing. Returns the domain to
 * continue after, or null after the last one.
 */
export async function refreshDomainPolicies({
  resolver = dnsResolver(env().DNS_SERVERS),
  after = '',
  patience_ms = TIMEOUT_MS,
}: {
  resolver?: TxtResolver
  after?: string
  patience_ms?: number
} = {}): Promise<string | null> {
  const { rows } = await systemPool().query<{ domain: string }>(
    `select distinct split_part(email_address, '@', 2) as domain from sending_address
     where status = 'confirmed' and split_part(email_address, '@', 2) > $1 order by 1 limit ${DOMAINS_PER_BATCH}`,
    [after],
  )
  const domains = rows.map(({ domain }) => domain)
  const worker = async () => {
    for (let domain = domains.pop(); domain; domain = domains.pop())
      await refreshDomainPolicy(domain, resolver, patience_ms)
  }
  const last = domains.length < DOMAINS_PER_BATCH ? null : (domains.at(-1) ?? null)
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return last
}

/** Looks up the domain of one newly confirmed sender. */
export async function refreshSenderPolicy(
  ctx: Ctx,
  { sending_address_id }: { sending_address_id: number },
): Promise<void> {
  const sender = await ctx.db.sendingAddress.findFirst({ where: { id: sending_address_id } })
  if (sender) await refreshDomainPolicy(domainOf(sender.email_address), dnsResolver(env().DNS_SERVERS))
}

/** Looks up one domain. Keeps its stored policy if there is no answer in time. */
export async function refreshDomainPolicy(
  domain: string,
  resolver: TxtResolver,
  patience_ms = TIMEOUT_MS,
): Promise<void> {
  if (isReservedDomain(domain)) return
  const waiting = new AbortController()
  const policy = await Promise.race([
    dmarcOf(domain, resolver).catch(() => undefined),
    sleep(patience_ms, undefined, { signal: waiting.signal }).catch(() => undefined),
  ])
  waiting.abort()
  if (policy !== undefined) await saveDmarc({ domain, dmarc: policy })
}

/** $1 is the account, or null for all. */
const SAVE = `update sending_address set is_dmarc_configured = $3, dmarc_policy = $4, is_dmarc_strict = $5
  where ($1::int is null or account_id = $1) and split_part(email_address, '@', 2) = $2
    and (is_dmarc_configured, dmarc_policy, is_dmarc_strict) is distinct from ($3, $4, $5)`

/**
 * Stores a domain's policy with every sending address at that domain. A request with an Idempotency-Key has one connection, so it stores it
 * with the account's own; lookups of other accounts store theirs.
 */
export async function saveDmarc({ domain, dmarc }: { domain: string; dmarc: Dmarc | null }, ctx?: Ctx): Promise<void> {
  const values = [domain, dmarc !== null, dmarc?.policy ?? null, dmarc?.is_strict ?? false]
  if (ctx?.join) await write(ctx, (tx) => tx.sql.run(SAVE, values))
  else await systemPool().query(SAVE, [null, ...values])
}
