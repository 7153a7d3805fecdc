import { domainToASCII } from 'node:url'
import { findAbsent, hasPhrase, namesSender } from './absent.ts'
import { AGAIN_LATER, YOURS } from './words.ts'

/** Phrases for a domain that does not exist or takes no email. */
const NO_DOMAIN = [
  'host or domain name not found',
  'domain not found',
  'domain does not exist',
  "domain doesn't exist",
  'unknown domain',
  'invalid domain',
  'nxdomain',
  'no such domain',
  'no such host',
  'host unknown',
  'unknown host',
  'host not found',
  "couldn't find any host named",
  'unrouteable mail domain',
  'unroutable mail domain',
  'domain name not found',
  "couldn't find a mail exchanger",
  'null mx',
  'nullmx',
  'mx record is null',
  'no mx record',
  'no mail hosts for domain',
  'no mail server for domain',
  'bad destination mailbox address domain',
  "domain that isn't set up",
]

/** Words about the sender's domain: authentication, and the name of the connecting server. */
const OF_SENDERS = [
  'dmarc',
  'dkim',
  'spf',
  'helo',
  'ehlo',
  'ptr ',
  'reverse dns',
  'reverse host',
  'rdns',
  'client host',
  'reply to mail from',
]
/** The resolver's phrase for a failed lookup. Receivers may also ask to check an address and try again. */
const TRY_AGAIN = 'try again'

/**
 * Owner of the missing domain. `recipient`: the recipient's domain, by name. `sender`: a domain of the sending side, or any other domain than
 * the recipient's. `later`: the lookup failed, which proves nothing. `unnamed`: the text does not say.
 */
export type MissingDomain = 'recipient' | 'sender' | 'later' | 'unnamed'

/** Returns undefined if the text is not about a missing domain. `recipient` is an address. */
export function findMissingDomain(text: string, recipient: string | undefined): MissingDomain | undefined {
  const lower = text.slice(0, MAX_TEXT).toLowerCase()
  const absent = findAbsent(lower)
  const phrase = firstPhrase(lower) ?? (absent?.about === 'domain' ? absent : undefined)
  if (!phrase) return undefined
  if (absent?.about === 'sender' || namesSender(lower) || hasPhrase(lower, OF_SENDERS)) return 'sender'
  if (hasPhrase(lower.slice(Math.max(0, phrase.begin - DISTANCE), phrase.end), YOURS)) return 'sender'
  if (lower.includes(TRY_AGAIN) || hasPhrase(lower, AGAIN_LATER)) return 'later'
  const named = domainBeside(lower, phrase)
  if (named === undefined || recipient === undefined) return 'unnamed'
  return isOf(named, recipient.slice(recipient.lastIndexOf('@') + 1)) ? 'recipient' : 'sender'
}

const MAX_TEXT = 8_000
const DISTANCE = 60

interface Place {
  begin: number
  end: number
}

/** Returns the first phrase; if several begin there, the longest. */
function firstPhrase(lower: string): Place | undefined {
  let first: Place | undefined
  for (const phrase of NO_DOMAIN) {
    const begin = lower.indexOf(phrase)
    if (begin < 0 || (first && begin > first.begin)) continue
    const end = begin + phrase.length
    if (!first || begin < first.begin || end > first.end) first = { begin, end }
  }
  return first
}

/** Returns the domain that the resolver was asked for (`name=gone.example`), else the domain nearest to the phrase. */
function domainBeside(lower: string, phrase: Place): string | undefined {
  const [, asked] = /\bname=([a-z0-9_.-]{1,253})/.exec(lower) ?? []
  if (asked) return asked
  let [nearest, smallest_gap]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const { 0: word, index } of lower.matchAll(/[\p{L}\p{N}\p{M}.@_-]+/gu)) {
    const domain = word
      .slice(word.lastIndexOf('@') + 1)
      .split('.')
      .filter(Boolean)
      .join('.')
    if (!/\.\p{L}[\p{L}\p{N}\p{M}-]+$/u.test(domain) || lower[index + word.length] === '@') continue
    const gap = index >= phrase.end ? index - phrase.end : phrase.begin - (index + word.length)
    if (gap < smallest_gap) [nearest, smallest_gap] = [domain, gap]
  }
  return nearest
}

/** Returns whether a name is the domain, one of its hosts, or a parent domain. */
function isOf(name: string, domain: string): boolean {
  const [named, wanted] = [canonical(name), canonical(domain)]
  return named === wanted || named.endsWith(`.${wanted}`) || wanted.endsWith(`.${named}`)
}

const canonical = (name: string): string => domainToASCII(name.replace(/\.$/, '')) || name.toLowerCase()
