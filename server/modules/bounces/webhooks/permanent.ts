import { classifyFailure, findStatus, isAboutSender } from '../../../mail/reports/classify.ts'
import { isPolicyStatus } from '../../../mail/smtp/reply.ts'
import type { FactKind, MessageClue } from './provider.ts'

/** A bounce that the provider calls permanent. */
export interface Permanent {
  address: string
  /** Texts in the order in which they are searched for a status. */
  texts: readonly (string | undefined)[]
  /** True if the bounce is in the provider's category for addresses that do not exist. A status about policy overrides it. */
  is_unknown?: boolean
  /** Sender whose address or domain may be the problem instead of the recipient's. */
  clue?: Pick<MessageClue, 'from' | 'return_path'>
}

const MAX_TEXT = 1_000

/**
 * Classifies a bounce that the provider calls permanent, which only means that the provider does not retry: "550 sender domain not found"
 * is also permanent. Like a bounce that arrives as a message, it is hard only with proof that the recipient's mailbox or domain does not
 * exist: the provider's category for it, the status code (RFC 3463), or the receiving server's words.
 */
export function permanentKind({ address, texts, is_unknown = false, clue = {} }: Permanent): FactKind {
  const short_texts = texts.map((text) => text?.slice(0, MAX_TEXT) ?? '')
  const status = short_texts.map(findStatus).find(Boolean)
  const failure = {
    status,
    text: short_texts.filter((text) => text !== status).join(' '),
    recipient: address.toLowerCase(),
    senders: sendersOf(clue),
    is_unknown,
  }
  if (isAboutSender(failure)) return 'blocked'
  const isPolicy = short_texts.some((text) => isPolicyStatus(findStatus(text) ?? ''))
  return is_unknown && !isPolicy ? 'hard' : classifyFailure(failure)
}

/** Returns the addresses in a From header and a return path. */
const sendersOf = ({ from, return_path }: NonNullable<Permanent['clue']>): string[] =>
  [from, return_path].flatMap((text = '') => {
    const address = /<([^<>]*)>$/.exec(text)?.[1] ?? text
    return address.includes('@') ? address : []
  })
