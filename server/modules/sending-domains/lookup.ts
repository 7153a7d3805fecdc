import { env } from '../../env.ts'
import { type Dmarc, dmarcOf, isReservedDomain, tagsOf } from '../../lib/dns/dns-records.ts'
import {
  lookUpAll,
  orNone,
  type RecordResolver,
  type RecordResult,
  type RecordResults,
  resultOf,
  textsOf,
} from '../../lib/dns/record-lookup.ts'
import { RETURN_PATH_LABEL, returnPathTarget } from '../delivery/tracking/return-path.ts'
import { type KeyRow, keyRecord } from './records.ts'

/** Looks up the records of a domain. A record gets the state `no_answer` if its servers do not answer in time. */
export async function lookUpRecords(
  domain: string,
  keys: readonly KeyRow[],
  { resolver, patience_ms }: { resolver: RecordResolver; patience_ms?: number },
): Promise<{ results: RecordResults; dmarc: Dmarc | null | undefined }> {
  if (isReservedDomain(domain)) return nothing(keys)
  const { SPF_INCLUDE } = env()
  const bounce_domain = returnPathTarget()
  let dmarc: Dmarc | null | undefined
  const lookups: [string, Promise<RecordResult>][] = [
    ...keys.map((key): [string, Promise<RecordResult>] => [keyRecord(key), lookUpKey(domain, key, resolver)]),
    [
      'dmarc',
      dmarcOf(domain, resolver).then((found) => {
        dmarc = found
        return { state: found ? 'found' : 'missing', found: [] }
      }),
    ],
  ]
  if (SPF_INCLUDE) lookups.push(['spf', lookUpSpf(domain, SPF_INCLUDE, resolver)])
  if (bounce_domain) lookups.push(['return_path', lookUpReturnPath(domain, bounce_domain, resolver)])
  return { results: await lookUpAll(Object.fromEntries(lookups), { resolver, patience_ms }), dmarc }
}

/** Skips lookups of names that cannot exist. */
const nothing = (keys: readonly KeyRow[]) => ({
  results: Object.fromEntries(
    [...keys.map(keyRecord), 'dmarc', 'spf', 'return_path'].map((key) => [
      key,
      { state: 'missing' as const, found: [] },
    ]),
  ),
  dmarc: null,
})

async function lookUpKey(domain: string, key: KeyRow, resolver: RecordResolver): Promise<RecordResult> {
  const texts = await textsOf(`${key.selector}._domainkey.${domain}`, resolver)
  // With two records at a name, receivers may read either one (RFC 6376 section 3.6.2.2).
  const isRight = texts.length === 1 && tagsOf(texts[0] ?? '').get('p') === key.public_key
  return resultOf(texts, isRight)
}

async function lookUpSpf(domain: string, include: string, resolver: RecordResolver): Promise<RecordResult> {
  const texts = (await textsOf(domain, resolver)).filter(isSpf)
  const terms = texts.flatMap((text) => text.toLowerCase().split(/\s+/))
  return resultOf(texts, texts.length === 1 && terms.some((term) => term.replace(/^\+/, '') === `include:${include}`))
}

/**
 * Accepts either a CNAME to the domain that receives bounces, or the same mail servers plus an SPF record, which a CNAME would include and
 * which receivers look up there.
 */
async function lookUpReturnPath(
  domain: string,
  bounce_domain: string,
  resolver: RecordResolver,
): Promise<RecordResult> {
  const name = `${RETURN_PATH_LABEL}.${domain}`
  const aliases = (await orNone(resolver.resolveCname(name))).map((alias) => alias.toLowerCase())
  if (aliases.length > 0) return resultOf(aliases, aliases[0] === bounce_domain)
  const hosts = async (of: string) =>
    (await orNone(resolver.resolveMx(of))).map(({ exchange }) => exchange.toLowerCase())
  const found = await hosts(name)
  if (found.length === 0) return resultOf([], false)
  const wanted = new Set([bounce_domain, ...(await hosts(bounce_domain))])
  const texts = (await textsOf(name, resolver)).filter(isSpf)
  return resultOf([...found, ...texts], found.every((host) => wanted.has(host)) && texts.length === 1)
}

const isSpf = (text: string): boolean => /^v=spf1(\s|$)/i.test(text)
