import { domainOf } from '../../lib/text/email-address.ts'
import type { OutgoingMessage } from '../transport.ts'

/** Whether a text names our address, or the domain of it, and nothing of the recipient's. */
export function namesOnlySender(response: string, { from, to }: OutgoingMessage['envelope']): boolean {
  if (names(response, to)) return false
  if (names(response, from)) return true
  const theirs = domainOf(to)
  const ours = withParents(domainOf(from)).filter((domain) => domain !== theirs)
  if (ours.some((domain) => ROLES.some((role) => names(response, `${role}@${domain}`)))) return true
  return ours.some((domain) => namesDomain(response, domain)) && !namesDomain(response, theirs)
}

/** Addresses that servers ask for before they accept a sender (RFC 2142). */
const ROLES = ['postmaster', 'abuse']

/** A return path has a host of the sender's domain: `bounce.studio.example` and `studio.example`. */
function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_label, at) => labels.slice(at).join('.'))
}

/** Whether a text contains this domain, not one that starts or ends like it, nor an address of it. */
const namesDomain = (response: string, domain: string): boolean =>
  response
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}.@_-]+/u)
    .some((word) => word === domain || word === `${domain}.`)

/** Whether the text contains exactly this address, not one that starts or ends like it. */
function names(response: string, address: string): boolean {
  const [text, wanted] = [response.toLowerCase(), address.toLowerCase()]
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text[at - 1] ?? ' '
    const after = text.slice(at + wanted.length, at + wanted.length + 2)
    if (!/[\w.+%-]/.test(before) && !/^(?:[\w-]|\.\w)/.test(after)) return true
  }
  return false
}
