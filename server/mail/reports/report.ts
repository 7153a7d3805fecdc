import { isAutomaticReply, isChallenge } from './automatic-reply.ts'
import { type ReportedRecipient, readDeliveryStatus } from './delivery-status.ts'
import { readFeedback } from './feedback-report.ts'
import type { ReportKind } from './kind.ts'
import { findAddress, type ReceivedMail, readFields, readMail } from './message.ts'
import { readTextBounce } from './text-bounce.ts'

/** A received message, read as a report about our messages. */
export interface ParsedReport {
  /** Format: `dsn` (RFC 3464), `arf` (RFC 5965), `text` for bounces in words, `reply` for automatic replies. */
  form: 'dsn' | 'arf' | 'text' | 'reply' | 'none'
  /** At least one. */
  recipients: ReportedRecipient[]
  /** Addresses and links in headers and report parts that may identify the message: return paths, Message-IDs, unsubscribe links. */
  clues: string[]
}

const MAX_CLUES = 200

/** Result for a message that cannot be read. */
export const UNREADABLE: ParsedReport = { form: 'none', recipients: [{ kind: 'unknown' }], clues: [] }

/** Reads a report of any known form. Never throws: an unreadable report is `unknown`. */
export async function parseReport(raw: Uint8Array): Promise<ParsedReport> {
  const mail = await readMail(raw)
  if (!mail) return UNREADABLE
  return { ...read(mail), clues: cluesOf(mail) }
}

const DELIVERY_STATUS = new Set(['message/delivery-status', 'message/global-delivery-status'])
const RETURNED = new Set([
  'message/rfc822',
  'text/rfc822-headers',
  'message/global',
  'message/global-headers',
  'message/partial',
])

function read(mail: ReceivedMail): Omit<ParsedReport, 'clues'> {
  const feedback = mail.parts.find(({ type }) => type === 'message/feedback-report')
  if (feedback) {
    const { kind, address } = readFeedback(feedback.text)
    return { form: 'arf', recipients: [{ kind, ...(address && { address }) }] }
  }
  const statuses = mail.parts.filter(({ type }) => DELIVERY_STATUS.has(type))
  const senders = sendersOf(mail)
  const explanation = mail.text.slice(0, 4_000)
  const recipients = statuses.flatMap(({ text }) => readDeliveryStatus(text, { explanation, senders }))
  if (recipients.length > 0) return { form: 'dsn', recipients }
  if (isForwardedComplaint(mail)) return { form: 'arf', recipients: [{ kind: 'complaint' }] }
  const bounced = readTextBounce(mail, senders)
  if (bounced && bounced.length > 0) return { form: 'text', recipients: bounced }
  const reply: ReportKind | undefined = isChallenge(mail)
    ? 'challenge'
    : isAutomaticReply(mail)
      ? 'auto_reply'
      : undefined
  return reply ? { form: 'reply', recipients: [{ kind: reply }] } : { form: 'none', recipients: [{ kind: 'unknown' }] }
}

/** Reports of Microsoft's Junk Mail Reporting Program attach the message itself, without a machine-readable part. */
function isForwardedComplaint({ from, headers, subject, parts }: ReceivedMail): boolean {
  const returned = parts.find(({ type }) => RETURNED.has(type))
  if (!returned) return false
  if (headers.has('x-hmxmroriginalrecipient') || readFields(headOf(returned.text)).has('x-hmxmroriginalrecipient'))
    return true
  return from === 'staff@hotmail.com' || subject.toLowerCase().startsWith('complaint about message from ')
}

/** Returns our addresses: a report goes to the return path of the message, and may include its From header. */
function sendersOf({ headers, parts }: ReceivedMail): string[] {
  const returned = parts.find(({ type }) => RETURNED.has(type))
  const from = returned && readFields(headOf(returned.text)).get('from')
  return [headers.get('to'), from].flatMap((field) => findAddress(field ?? '') ?? [])
}

const headOf = (message: string): string => {
  const text = message.replaceAll('\r', '')
  const end = text.indexOf('\n\n')
  return end < 0 ? text : text.slice(0, end)
}

/** Fields of a returned message that identify it. */
const NAMING = [
  'return-path',
  'list-unsubscribe',
  'x-original-mail-from',
  'x-envelope-from',
  'sender',
  'x-sender',
  'errors-to',
]
const OWN = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-delivered-to', 'in-reply-to']
const OF_REPORT = ['original-mail-from', 'x-original-mail-from', 'original-envelope-id']

function cluesOf({ headers, parts, text }: ReceivedMail): string[] {
  const clues: string[] = []
  const add = (fields: ReadonlyMap<string, string>, names: readonly string[]) => {
    for (const name of names) {
      const value = fields.get(name)
      if (value) clues.push(value.slice(0, 2_000))
    }
  }
  add(headers, OWN)
  for (const part of parts) {
    if (DELIVERY_STATUS.has(part.type) || part.type === 'message/feedback-report')
      add(readFields(part.text.replaceAll('\r', '')), OF_REPORT)
    if (RETURNED.has(part.type)) add(readFields(headOf(part.text)), NAMING)
  }
  // A textual bounce quotes the headers of the message, or all of it.
  add(readFields(text.slice(0, 64_000).replaceAll('\r', '')), NAMING)
  return clues.slice(0, MAX_CLUES)
}
