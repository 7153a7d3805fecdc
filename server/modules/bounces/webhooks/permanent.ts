import { findReason, findStatus, isAboutSender } from '../../../mail/reports/classify.ts'
import type { FactKind } from './provider.ts'

/** What a provider says about a bounce that it calls permanent. */
export interface Permanent {
  address: string
  /** In the order in which a status is searched in them. */
  texts: readonly (string | undefined)[]
  /** The provider itself says that the address does not exist. */
  is_unknown?: boolean
}

const MOST_TEXT = 1_000

/**
 * Classifies a bounce that the provider calls permanent. It is only about the mailbox if neither its enhanced status code (RFC 3463) nor its
 * text names another reason: the sender (5.1.7 to 5.1.9, a domain that is not the recipient's), policy (5.7), the system (5.3), a message that
 * is too large (5.2.3), a full mailbox (5.2.2) and codes of temporary errors say nothing against the address.
 */
export function permanentKind({ address, texts, is_unknown = false }: Permanent): FactKind {
  const given = texts.map((text) => text?.slice(0, MOST_TEXT) ?? '')
  const status = given.map(findStatus).find(Boolean)
  const failure = { status, text: given.filter((text) => text !== status).join(' '), recipient: address.toLowerCase() }
  if (isAboutSender(failure)) return 'blocked'
  if (is_unknown) return 'hard'
  if (status === undefined) return findReason(failure) ?? 'hard'
  if (/^5\.[37]\.|^5\.2\.3$/.test(status)) return 'blocked'
  return /^[24]\.|^5\.2\.2$/.test(status) ? 'soft' : 'hard'
}
