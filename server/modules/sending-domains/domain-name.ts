import { domainToASCII, domainToUnicode } from 'node:url'
import { getDomain, parse } from 'tldts'
import { invalid } from '../../core/errors.ts'
import { t } from '../../lib/locale/texts.ts'
import { isFreeMail } from '../../lib/text/free-mail.ts'

/**
 * Returns the domain in ASCII and lower case, from a typed domain, email address or URL. Throws invalid for a domain that no account can
 * own.
 */
export function parseOwnDomain(text: string): string {
  const typed = text
    .trim()
    .replace(/^[a-z]{1,10}:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/\.$/, '')
  const domain = domainToASCII(typed.slice(typed.lastIndexOf('@') + 1)).toLowerCase()
  const { isIp, publicSuffix } = parse(domain, { allowPrivateDomains: true })
  if (isIp || domain.length > MAX_LENGTH || !NAME.test(domain))
    throw invalid('Enter a domain such as studio.com, without an address or path')
  if (domain === publicSuffix) throw invalid(t`${shownDomain(domain)} is not a domain of yours: add the name before it`)
  if (isFreeMail(`x@${domain}`))
    throw invalid(t`${shownDomain(domain)} belongs to an email provider. Add a domain of your own`)
  return domain
}

/** Returns the domain for the interface, with non-ASCII characters decoded. */
export const shownDomain = (domain: string): string => domainToUnicode(domain) || domain

/**
 * Returns a record's names: the full one, and the one within the domain's zone, which starts at the registered domain. For
 * `mail.studio.com` the zone is `studio.com`, so its DMARC record is `_dmarc.mail`. `@` is the zone itself. A null prefix means the
 * domain's own record.
 */
export function recordNames(prefix: string | null, domain: string): { name: string; host: string } {
  const name = prefix === null ? domain : `${prefix}.${domain}`
  const zone = getDomain(domain, { allowPrivateDomains: true }) ?? domain
  return { name, host: name === zone ? '@' : name.slice(0, -zone.length - 1) }
}

/** Leaves room for selectors in front of the domain. */
const MAX_LENGTH = 200
const LABEL = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?'
const NAME = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`)
