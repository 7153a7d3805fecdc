import { domainOf } from '../../lib/text/email-address.ts'
import type { OutgoingMessage } from '../transport.ts'

/** Returns whether a text names one of our addresses, or a domain of ours, and nothing of the recipient's. */
export function namesOnlySender(response: string, { from, author, to }: OutgoingMessage['envelope']): boolean {
  if (names(response, to)) return false
  const theirs = domainOf(to)
  const ours = [from, author].filter((address) => address !== undefined)
  if (ours.some((address) => names(response, address))) return true
  const domains = ours.flatMap((address) => withParents(domainOf(address))).filter((domain) => domain !== theirs)
  if (domains.some((domain) => namesAddressOf(response, domain))) return true
  return domains.some((domain) => namesDomain(response, domain)) && !namesDomain(response, theirs)
}

/** A return path has a host of the sender's domain: `bounce.studio.example` and `studio.example`. */
function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_label, at) => labels.slice(at).join('.'))
}

/** Returns whether a text contains an address of this domain. */
const namesAddressOf = (response: string, domain: string): boolean =>
  response
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}.@_-]+/u)
    .some((word) => word.includes('@') && (word.endsWith(`@${domain}`) || word.endsWith(`@${domain}.`)))

/** Returns whether a text contains this domain, not one that starts or ends like it, nor an address of it. */
const namesDomain = (response: string, domain: string): boolean =>
  response
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}.@_-]+/u)
    .some((word) => word === domain || word === `${domain}.`)

/** Returns whether the text contains exactly this address, not one that starts or ends like it. */
function names(response: string, address: string): boolean {
  const [text, wanted] = [response.toLowerCase(), address.toLowerCase()]
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text[at - 1] ?? ' '
    const after = text.slice(at + wanted.length, at + wanted.length + 2)
    if (!/[\w.+%-]/.test(before) && !/^(?:[\w-]|\.\w)/.test(after)) return true
  }
  return false
}
