import { getDomain } from 'tldts'
import { domainOf } from '../../lib/text/email-address.ts'
import { isFreeMail } from '../../lib/text/free-mail.ts'
import type { OutgoingMessage } from '../transport.ts'

/** Returns whether a text names one of our addresses or domains, and none of the recipient's. */
export function namesOnlySender(response: string, { from, author, to }: OutgoingMessage['envelope']): boolean {
  if (names(response, to)) return false
  const recipient_domain = domainOf(to)
  const ours = [from, author].filter((address) => address !== undefined)
  if (ours.some((address) => names(response, address))) return true
  const domains = ours
    .flatMap((address) => withParents(domainOf(address)))
    .filter((domain) => domain !== recipient_domain)
  if (domains.some((domain) => namesAddressOf(response, domain))) return true
  if (namesDomain(response, recipient_domain)) return false
  return domains.some((domain) => namesDomain(response, domain)) || namesBelow(response, ours, recipient_domain)
}

/**
 * Returns whether a text names an address below the registered domain of one of ours or, if it is about a domain, a host below it: a return path
 * unknown to this instance. Domains of the recipient and of email providers do not count, because receivers also name the replying host.
 */
function namesBelow(response: string, ours: readonly string[], theirs: string): boolean {
  const zones = ours.filter((address) => !isFreeMail(address)).map((address) => zoneOf(domainOf(address)))
  const words = wordsOf(withoutHosts(response))
  const found = words.filter((word) => zones.some((zone) => zone !== zoneOf(theirs) && isBelow(word, zone)))
  const isAboutDomain = () => ABOUT_DOMAIN.test(words.filter((word) => !/\.\p{L}/u.test(word)).join(' '))
  return found.some((word) => word.includes('@')) || (found.length > 0 && isAboutDomain())
}

/**
 * Returns whether a text names an address of another domain than the recipient's (beside 5.1.2, another domain is enough), and nothing of the
 * recipient's. For reports whose sender is unknown.
 */
export function namesOnlyOther(response: string, to: string): boolean {
  const theirs = domainOf(to)
  const named = wordsOf(withoutHosts(response)).filter((word) => /\.\p{L}{2,63}\.?$/u.test(word))
  const isTheirs = (word: string) => zoneOf(word.slice(word.lastIndexOf('@') + 1).replace(/\.$/, '')) === zoneOf(theirs)
  if (named.some(isTheirs)) return false
  return named.some((word) => word.includes('@')) || (named.length > 0 && BAD_DOMAIN.test(response))
}

/** Removes links, and the replying host, which is in brackets. */
const withoutHosts = (response: string): string => response.replace(/https?:\/\/\S+|\[[^[\]]{0,255}\]/gi, ' ')

const BAD_DOMAIN = /(?<![.\d])5\.1\.2(?![.\d])/
const ABOUT_DOMAIN = /(?<![.\d])5\.1\.2(?![.\d])|\b(?:domain|dns|mx|resolv\w*|a records?|aaaa)\b/

const zoneOf = (domain: string): string => getDomain(domain, { allowPrivateDomains: true }) ?? domain

const isBelow = (word: string, zone: string): boolean => word.endsWith(`.${zone}`) || word.endsWith(`.${zone}.`)

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}\p{M}.@_-]+/u)

/** A return path is on a host of the sender's domain: `bounce.studio.example` belongs to `studio.example`. */
function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_label, at) => labels.slice(at).join('.'))
}

/** Returns whether a text contains an address of this domain. */
const namesAddressOf = (response: string, domain: string): boolean =>
  wordsOf(response).some((word) => word.includes('@') && (word.endsWith(`@${domain}`) || word.endsWith(`@${domain}.`)))

/** Returns whether a text contains exactly this domain, neither a longer name nor an address of the domain. */
const namesDomain = (response: string, domain: string): boolean =>
  wordsOf(response).some((word) => word === domain || word === `${domain}.`)

/** Returns whether the text contains exactly this address, not a longer one. */
function names(response: string, address: string): boolean {
  const [text, wanted] = [response.toLowerCase(), address.toLowerCase()]
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text[at - 1] ?? ' '
    const after = text.slice(at + wanted.length, at + wanted.length + 2)
    if (!/[\w.+%-]/.test(before) && !/^(?:[\w-]|\.\w)/.test(after)) return true
  }
  return false
}
