import type { MxRecord } from 'node:dns'
import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '../../env.ts'
import { type Dmarc, dmarcOf, isReservedDomain, type TxtResolver, tagsOf } from '../../lib/net/dns-records.ts'
import { RETURN_PATH_LABEL, returnPathTarget } from '../delivery/tracking/return-path.ts'
import { type KeyRow, keyRecord, type RecordResult, type RecordResults } from './records.ts'

/** Asks for records; node's own resolver does. */
export interface RecordResolver extends TxtResolver {
  resolveCname(name: string): Promise<string[]>
  resolveMx(name: string): Promise<MxRecord[]>
  cancel(): void
}

/** Time limit per domain: name servers may answer slowly or never. */
const TIMEOUT_MS = 5_000
/** What a foreign name server may have us keep. */
const MAX_FOUND = 5
const MAX_FOUND_LENGTH = 1_000

/** Looks up the records of a domain. A record whose servers do not answer in time has the state `no_answer`. */
export async function lookUpRecords(
  domain: string,
  keys: readonly KeyRow[],
  { resolver, patience_ms = TIMEOUT_MS }: { resolver: RecordResolver; patience_ms?: number },
): Promise<{ results: RecordResults; dmarc: Dmarc | null | undefined }> {
  if (isReservedDomain(domain)) return nothing(keys)
  const { SPF_INCLUDE } = env()
  const bounce_domain = returnPathTarget()
  const waiting = new AbortController()
  const timeout = sleep(patience_ms, NO_ANSWER, { signal: waiting.signal }).catch(() => NO_ANSWER)
  const inTime = (lookup: Promise<RecordResult>) => Promise.race([lookup.catch(() => NO_ANSWER), timeout])
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
  const found = await Promise.all(lookups.map(async ([key, lookup]) => [key, await inTime(lookup)] as const))
  waiting.abort()
  resolver.cancel()
  return { results: Object.fromEntries(found), dmarc }
}

/** Names that cannot exist are not asked for. */
const nothing = (keys: readonly KeyRow[]) => ({
  results: Object.fromEntries(
    [...keys.map(keyRecord), 'dmarc', 'spf', 'return_path'].map((key) => [
      key,
      { state: 'missing' as const, found: [] },
    ]),
  ),
  dmarc: null,
})

const NO_ANSWER: RecordResult = { state: 'no_answer', found: [] }

async function lookUpKey(domain: string, key: KeyRow, resolver: RecordResolver): Promise<RecordResult> {
  const texts = await textsOf(`${key.selector}._domainkey.${domain}`, resolver)
  // With two records at the name, receivers may read either (RFC 6376 section 3.6.2.2).
  const is_right = texts.length === 1 && tagsOf(texts[0] ?? '').get('p') === key.public_key
  return resultOf(texts, is_right)
}

async function lookUpSpf(domain: string, include: string, resolver: RecordResolver): Promise<RecordResult> {
  const texts = (await textsOf(domain, resolver)).filter(isSpf)
  const terms = texts.flatMap((text) => text.toLowerCase().split(/\s+/))
  return resultOf(texts, texts.length === 1 && terms.some((term) => term.replace(/^\+/, '') === `include:${include}`))
}

/**
 * Either a CNAME to the domain that takes bounces, or the same mail servers as that has and an SPF record, which receivers look up there
 * and which a CNAME brings along.
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

const resultOf = (found: string[], is_right: boolean): RecordResult => ({
  state: is_right ? 'found' : found.length > 0 ? 'differs' : 'missing',
  found: found.slice(0, MAX_FOUND).map((text) => text.slice(0, MAX_FOUND_LENGTH)),
})

async function textsOf(name: string, resolver: RecordResolver): Promise<string[]> {
  return (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join(''))
}

/** An empty list when there is no such record. Throws if the query fails. */
async function orNone<Item>(query: Promise<Item[]>): Promise<Item[]> {
  try {
    return await query
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTFOUND' || code === 'ENODATA') return []
    throw error
  }
}
