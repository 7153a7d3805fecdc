import { Resolver } from 'node:dns/promises'

/** A resolver of TXT records, such as Node's own. */
export interface TxtResolver {
  resolveTxt(name: string): Promise<string[][]>
}

/** Returns the SPF record of a domain (RFC 7208), or null. Throws if the query fails. */
export const spfOf = (domain: string, resolver: TxtResolver = new Resolver()): Promise<string | null> =>
  findTxt(resolver, domain, /^v=spf1(\s|$)/i)

/** Lookups for one domain (DMARCbis section 4.10, the tree walk): a name may have more than a hundred labels. */
const MAX_LOOKUPS = 8

/** The DMARC record that applies to a domain. */
export interface Dmarc {
  record: string
  policy: 'none' | 'quarantine' | 'reject'
  /** True if a signature's domain must match exactly (adkim=s), so a parent domain does not count. */
  is_strict: boolean
}

/**
 * Returns the DMARC record of a domain or of a parent domain (RFC 7489 section 6.6.3), or null. Walks up label by label, so it needs no list of
 * public suffixes. Throws if a query fails.
 */
export async function dmarcOf(domain: string, resolver: TxtResolver = new Resolver()): Promise<Dmarc | null> {
  const labels = domain.split('.')
  const parents = labels.map((_, from) => from).filter((from) => labels.length - from >= 2)
  for (const from of parents.length > MAX_LOOKUPS ? [0, ...parents.slice(1 - MAX_LOOKUPS)] : parents) {
    const record = await findTxt(resolver, `_dmarc.${labels.slice(from).join('.')}`, /^v=DMARC1\s*(;|$)/i)
    if (record) return readDmarc(record, { of_parent: from > 0 })
  }
  return null
}

function readDmarc(record: string, { of_parent }: { of_parent: boolean }): Dmarc {
  const tags = tagsOf(record)
  const wanted = ((of_parent ? tags.get('sp') : undefined) ?? tags.get('p') ?? 'none').toLowerCase()
  const policy = wanted === 'quarantine' || wanted === 'reject' ? wanted : 'none'
  return { record, policy, is_strict: tags.get('adkim')?.toLowerCase() === 's' }
}

/** Returns the tags of a DKIM or DMARC record, such as `v=DKIM1; k=rsa; p=...` (RFC 6376 section 3.2). Spaces in values are removed. */
export const tagsOf = (record: string): Map<string, string> =>
  new Map(
    record.split(';').map((tag) => {
      const at = tag.indexOf('=')
      return [tag.slice(0, at).trim().toLowerCase(), tag.slice(at + 1).replace(/\s/g, '')]
    }),
  )

/** Returns whether a name is reserved and can never exist in the DNS (RFC 2606), such as the domains of the demo account. */
export const isReservedDomain = (domain: string): boolean =>
  /(^|\.)(example|invalid|localhost|test)$|(^|\.)example\.(com|net|org)$/.test(domain)

/** Returns whether a text is the address of a name server: an IP address, with a port if it is not 53. */
export function isNameServer(address: string): boolean {
  try {
    new Resolver().setServers([address])
    return true
  } catch {
    return false
  }
}

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
