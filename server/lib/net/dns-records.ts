import { Resolver } from 'node:dns/promises'

/** Asks for TXT records; node's own resolver does. */
export interface TxtResolver {
  resolveTxt(name: string): Promise<string[][]>
}

/** Returns the SPF record of a domain (RFC 7208), or null. Throws if the query fails. */
export const spfOf = (domain: string, resolver: TxtResolver = new Resolver()): Promise<string | null> =>
  findTxt(resolver, domain, /^v=spf1(\s|$)/i)

/** Lookups for one domain (DMARCbis section 4.10, the tree walk): a name may have more than a hundred labels. */
const MAX_LOOKUPS = 8

/**
 * Returns the DMARC record of a domain or of a parent domain (RFC 7489 section 6.6.3; walks up label by label, so it needs no list of
 * public suffixes), or null. Throws if a query fails.
 */
export async function dmarcOf(domain: string, resolver: TxtResolver = new Resolver()): Promise<string | null> {
  const labels = domain.split('.')
  const parents = labels.map((_, from) => from).filter((from) => labels.length - from >= 2)
  for (const from of parents.length > MAX_LOOKUPS ? [0, ...parents.slice(1 - MAX_LOOKUPS)] : parents) {
    const record = await findTxt(resolver, `_dmarc.${labels.slice(from).join('.')}`, /^v=DMARC1\s*(;|$)/i)
    if (record) return record
  }
  return null
}

/** Whether a name is reserved and can never exist in the DNS (RFC 2606), such as those of the demo account. */
export const isReservedDomain = (domain: string): boolean =>
  /(^|\.)(example|invalid|localhost|test)$|(^|\.)example\.(com|net|org)$/.test(domain)

async function findTxt(resolver: TxtResolver, name: string, like: RegExp): Promise<string | null> {
  try {
    const records = await resolver.resolveTxt(name)
    return records.map((parts) => parts.join('')).find((text) => like.test(text)) ?? null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTFOUND' || code === 'ENODATA') return null
    throw error
  }
}
