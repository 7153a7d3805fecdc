import { classifySmtpReply, namesReason, type ReplyClass } from '../smtp/reply.ts'
import type { BounceKind } from './kind.ts'
import { FULL_MAILBOX, GAVE_UP, hasPhrase, NO_DOMAIN, REFUSED_MESSAGE, UNKNOWN_MAILBOX } from './phrases.ts'

/** What is known about one failed recipient. */
export interface Failure {
  /** Enhanced status code (RFC 3463): 5.1.1. */
  status?: string | undefined
  /** The remote server's reply, or what the reporting server says. */
  text: string
}

/**
 * Classifies a failure like a reply during hand-over (server/mail/smtp/reply.ts), after what only bounces say: that a server gave up, or
 * that a domain does not exist. In doubt a bounce is soft, so no subscriber is lost.
 */
export function classifyFailure({ status, text }: Failure): BounceKind {
  const lower = text.toLowerCase()
  if (hasPhrase(lower, NO_DOMAIN)) return 'hard'
  if (hasPhrase(lower, FULL_MAILBOX)) return 'soft'
  const code = smtpCode(text)
  if (hasPhrase(lower, GAVE_UP) && !(code && code >= 500)) return 'soft'
  if (code || (status && text.trim())) {
    const specific = status && !status.endsWith('.0.0') ? status : undefined
    const reply = replyIn(text, code)
    const response =
      code && findStatus(text) ? reply : [code ?? codeOf(status), specific, reply].filter(Boolean).join(' ')
    const about = classifySmtpReply({ stage: 'recipient', code: code ?? codeOf(status), response, envelope: NO_ONE })
    // The classifier takes a reply that says nothing for one about the sender. In a bounce it is one that says nothing.
    if (about !== 'sender_refused' || (code && namesReason(reply)) || saysWhy(lower, specific)) return KIND_OF[about]
  }
  if (hasPhrase(lower, UNKNOWN_MAILBOX)) return 'hard'
  if (hasPhrase(lower, REFUSED_MESSAGE)) return 'blocked'
  return kindOfStatus(status)
}

const KIND_OF: Record<ReplyClass, BounceKind> = {
  mailbox_unknown: 'hard',
  mailbox_unavailable: 'soft',
  message_refused: 'blocked',
  sender_refused: 'blocked',
  temporary: 'soft',
}

const NO_ONE = { from: 'sender@sender.invalid', to: 'recipient@recipient.invalid' }

/** Whether a refusal gives a reason that concerns the sender or the message. */
const saysWhy = (lower: string, status: string | undefined): boolean =>
  hasPhrase(lower, REFUSED_MESSAGE) || kindOfStatus(status ?? findStatus(lower)) === 'blocked'

function kindOfStatus(status: string | undefined): BounceKind {
  const [, subject, detail] = status?.split('.') ?? []
  if (status?.startsWith('5.') && subject === '1')
    return detail === '7' || detail === '8' || detail === '9' ? 'blocked' : 'hard'
  // Too large for the system or for the mailbox.
  if ((subject === '3' && detail === '4') || (subject === '2' && detail === '3')) return 'blocked'
  if (subject === '6' || subject === '7') return 'blocked'
  return 'soft'
}

const codeOf = (status: string | undefined) => (status?.startsWith('4') ? 450 : 550)

/** Returns the SMTP reply code of a diagnosis: at its beginning, or behind words such as "host said:". */
export function smtpCode(text: string): number | undefined {
  const found = /(?:^|[\s:;(])([45]\d\d)[ -]/.exec(`${text} `)
  return found ? Number(found[1]) : undefined
}

const replyIn = (text: string, code: number | undefined) => (code ? text.slice(text.indexOf(String(code))) : text)

/** Returns the first enhanced status code of a text. */
export function findStatus(text: string): string | undefined {
  return /(?<![.\d])([245]\.\d{1,3}\.\d{1,3})(?![.\d])/.exec(text)?.[1]
}
