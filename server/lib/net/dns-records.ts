import { Resolver } from 'node:dns/promises'

/** Asks for TXT records; node's own resolver does. */
export interface TxtResolver {
  resolveTxt(name: string): Promise<string[][]>
}

/** What a domain says of who may send for it (RFC 7208); null when it says nothing. Throws when it cannot be asked. */
export const spfOf = (domain: string, resolver: TxtResolver = new Resolver()): Promise<string | null> =>
  findTxt(resolver, domain, /^v=spf1(\s|$)/i)

/** Lookups for one domain (DMARCbis section 4.10, the tree walk): a name may have more than a hundred labels. */
const MAX_LOOKUPS = 8

/**
 * What a domain asks receivers to do with mail that is not its own, its own record or that of a domain above it (RFC 7489 section
 * 6.6.3; it walks up label by label, which needs no list of public suffixes). Null when none says anything. Throws when it cannot be asked.
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

/** Names that the internet's domain name system can never have (RFC 2606), such as the demo account's. */
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
