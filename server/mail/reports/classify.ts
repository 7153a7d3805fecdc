import { domainOf } from '../../lib/text/email-address.ts'
import { findUnknown, hasPhrase, isForNow, saysFull } from '../absence/absent.ts'
import { findMissingDomain } from '../absence/missing-domain.ts'
import { namesOnlyOther, namesOnlySender } from '../absence/named.ts'
import {
  classifySmtpReply,
  isPolicyStatus,
  isProofStatus,
  isSenderStatus,
  namesReason,
  type ReplyClass,
} from '../smtp/reply.ts'
import type { BounceKind } from './kind.ts'
import { FULL_MAILBOX, GAVE_UP, REFUSED_MESSAGE } from './phrases.ts'

/** Known facts about one failed recipient. */
export interface Failure {
  /** Enhanced status code (RFC 3463): 5.1.1. */
  status?: string | undefined
  /** The remote server's reply, or the explanation of the reporting server. */
  text: string
  /** The failed address. Only its own domain counts as the recipient's missing domain. */
  recipient?: string | undefined
  /** Our return path and From address. */
  senders?: readonly string[]
  /** The text is a whole notice, not a reply or a diagnosis. It may mention us as the sending server. */
  is_notice?: boolean
  /** The provider's category of this failure is "address does not exist". */
  is_unknown?: boolean
}

/** The explanation of a bounce is at its beginning. */
const MAX_TEXT = 8_000

/**
 * Classifies a failure like a reply during sending (server/mail/smtp/reply.ts), after phrases that occur only in bounces: a server gave up, or a
 * domain does not exist. Only proof that the recipient's mailbox or domain does not exist is hard. In doubt a bounce is soft, so no subscriber
 * is lost.
 */
export const classifyFailure = (failure: Failure): BounceKind => findReason(failure) ?? kindOfStatus(failure.status)

/** Returns the reason in the text of a failure, with its status. Undefined if the text gives none. */
export function findReason(failure: Failure): BounceKind | undefined {
  const { status, recipient, senders = [] } = failure
  const text = failure.text.slice(0, MAX_TEXT)
  const lower = text.toLowerCase()
  const code = smtpCode(text)
  if (isAboutSender(failure)) return 'blocked'
  const about_domain = kindOfMissingDomain({ ...failure, text })
  if (about_domain) return about_domain
  if (hasPhrase(lower, FULL_MAILBOX) || saysFull(lower)) return 'soft'
  if (hasPhrase(lower, GAVE_UP) && !(code && code >= 500)) return 'soft'
  if (code || (status && text.trim())) {
    const specific = status && !status.endsWith('.0.0') ? status : undefined
    const reply = replyIn(text, code)
    const response =
      code && findStatus(text) ? reply : [code ?? codeOf(status), specific, reply].filter(Boolean).join(' ')
    const from = senders.find((sender) => lower.includes(domainOf(sender))) ?? NO_ONE.from
    const envelope = { from, to: recipient ?? NO_ONE.to }
    const about = classifySmtpReply({ stage: 'recipient', code: code ?? codeOf(status), response, envelope })
    // For the classifier, a reply without a reason is about the sender. In a bounce it says nothing.
    if (about !== 'sender_refused' || (code && namesReason(reply)) || saysWhy(lower, specific)) return KIND_OF[about]
  }
  if (findUnknown(lower)?.about === 'mailbox') return isForNow(lower) ? 'soft' : 'hard'
  return hasPhrase(lower, REFUSED_MESSAGE) ? 'blocked' : undefined
}

/**
 * Returns whether the sender's address or domain was refused: by the status (5.1.7 to 5.1.9, also of class 4), because the text says that it
 * does not exist, or because the text names only the sender, together with a status such as 5.1.2.
 */
export function isAboutSender(failure: Failure): boolean {
  const { status, recipient, senders = [], is_notice, is_unknown } = failure
  const text = failure.text.slice(0, MAX_TEXT)
  const statuses = [status, findStatus(text)].filter((one) => one !== undefined)
  if (statuses.some(isSenderStatus)) return true
  const code = smtpCode(text)
  const reply = replyIn(text, code)
  if (findMissingDomain(reply, recipient) === 'sender') return true
  const lower = text.toLowerCase()
  if (BEFORE_RECIPIENT.test(lower) && (code ?? 0) >= 500) return true
  const unknown = findUnknown(lower)
  if (unknown?.about === 'sender') return true
  const isProven = is_unknown || statuses.some(isProofStatus)
  if (!unknown && (!isProven || (is_notice && !code))) return false
  const said = `${status ?? ''} ${reply}`
  if (recipient === undefined) return false
  if (senders.length === 0) return !unknown && namesOnlyOther(said, recipient)
  return senders.some((from) => namesOnlySender(said, { from, to: recipient }))
}

/** The refused command, as reported by Exim and Postfix. It precedes the recipient. */
const BEFORE_RECIPIENT = /\b(?:after|in reply to) (?:mail from|helo|ehlo|initial connection)/

function kindOfMissingDomain({ status, text, recipient }: Failure): BounceKind | undefined {
  const code = smtpCode(text)
  const said = findMissingDomain(replyIn(text, code), recipient)
  if (said === undefined || said === 'sender') return undefined
  const isLasting = !(status?.startsWith('4') && !status.endsWith('.0.0')) && !(code && code < 500)
  if (said === 'later' || !isLasting) return 'soft'
  if ([status, findStatus(text)].some((one) => one && isPolicyStatus(one))) return 'blocked'
  if (said === 'recipient' || text.toLowerCase().includes('recipient address rejected')) return 'hard'
  return [status, findStatus(text)].some((one) => one && isProofStatus(one)) ? 'hard' : 'soft'
}

const KIND_OF: Record<ReplyClass, BounceKind> = {
  mailbox_unknown: 'hard',
  mailbox_unavailable: 'soft',
  message_refused: 'blocked',
  sender_refused: 'blocked',
  temporary: 'soft',
}

const NO_ONE = { from: 'sender@sender.invalid', to: 'recipient@recipient.invalid' }

/** Returns whether a refusal gives a reason about the sender or the message. */
const saysWhy = (lower: string, status: string | undefined): boolean =>
  hasPhrase(lower, REFUSED_MESSAGE) || kindOfStatus(status ?? findStatus(lower)) === 'blocked'

function kindOfStatus(status: string | undefined): BounceKind {
  const [, subject, detail] = status?.split('.') ?? []
  if (status && isSenderStatus(status)) return 'blocked'
  if (subject === '1') return status && isProofStatus(status) ? 'hard' : 'soft'
  // Too large for the system or for the mailbox.
  if ((subject === '3' && detail === '4') || (subject === '2' && detail === '3')) return 'blocked'
  if (subject === '6' || subject === '7') return 'blocked'
  return 'soft'
}

const codeOf = (status: string | undefined) => (status?.startsWith('4') ? 450 : 550)

/** Returns the SMTP reply code of a diagnosis: at its beginning, or after words such as "host said:". */
export function smtpCode(text: string): number | undefined {
  const found = /(?:^|[\s:;(])([45]\d\d)[ -]/.exec(`${text} `)
  return found ? Number(found[1]) : undefined
}

const replyIn = (text: string, code: number | undefined) => (code ? text.slice(text.indexOf(String(code))) : text)

/** Returns the first enhanced status code of a text. */
export function findStatus(text: string): string | undefined {
  return /(?<![.\d])([245]\.\d{1,3}\.\d{1,3})(?![.\d])/.exec(text)?.[1]
}
