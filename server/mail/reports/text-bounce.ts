import { repeatsSubject } from './automatic-reply.ts'
import { classifyFailure, findStatus, smtpCode } from './classify.ts'
import type { ReportedRecipient } from './delivery-status.ts'
import { findAddress, type ReceivedMail } from './message.ts'
import { BOUNCE_SUBJECTS, DELAYED, FULL_MAILBOX, GAVE_UP, hasPhrase, NO_DOMAIN, UNKNOWN_MAILBOX } from './phrases.ts'

/** What a bounce explains is at its beginning; the returned message follows. */
const MOST_EXPLANATION = 8_000
const MOST_RECIPIENTS = 100
const MOST_REPLY_LINES = 8

/** What separates an explanation from the message that it returns. */
const RETURNED = [
  '--- below this line is a copy of the message',
  '------ this is a copy of',
  '----- original message',
  '--- original message',
  '-----original message',
  '--- undelivered message follows',
  '----- unsent message follows',
  '--- returned message',
  '--- the header of the original message',
  'the original message headers follow',
  'original message follows',
  'original message headers:',
  'message header follows',
  'ursprüngliche nachricht',
  'your message reads (in part)',
  'your message follows:',
  '--- enclosed is a copy of the message',
  '\nreceived: from ',
]

const SENDERS = ['mailer-daemon', 'mail-daemon', 'mailerdaemon', 'postmaster', 'mailadmin', 'mail delivery', 'mdaemon']

/** Reads a bounce that has no part for programs: qmail, old Exim and sendmail, gateways, in several languages. */
export function readTextBounce(mail: ReceivedMail): ReportedRecipient[] | undefined {
  const explanation = explanationOf(mail.text)
  const is_qmail =
    explanation.startsWith('Hi. This is the ') || QMAIL.some((sign) => explanation.slice(0, 300).includes(sign))
  if (is_qmail) return readQmail(explanation)
  const lower = explanation.toLowerCase()
  const subject = mail.subject.toLowerCase()
  const is_from_daemon =
    SENDERS.some((sender) => mail.from.startsWith(sender)) || mail.headers.has('x-failed-recipients')
  const is_subject = hasPhrase(subject, BOUNCE_SUBJECTS)
  if (!is_from_daemon && (!is_subject || repeatsSubject(mail))) return undefined
  if (hasPhrase(`${subject}\n${lower}`, DELAYED)) return [{ kind: 'delayed' }]
  const failed = mail.headers.get('x-failed-recipients')
  const addresses = failed ? failed.split(',').map((one) => findAddress(one)) : [recipientIn(explanation)]
  const diagnostic = diagnosisIn(explanation)
  if (!is_subject && !diagnostic) return undefined
  const status = findStatus(diagnostic ?? '') ?? findStatus(explanation)
  const kind = classifyFailure({ status, text: diagnostic ?? lower })
  return addresses.slice(0, MOST_RECIPIENTS).map((address) => ({
    kind,
    ...(address && { address }),
    ...(status && { status }),
    ...(diagnostic && { diagnostic }),
  }))
}

function explanationOf(text: string): string {
  const explanation = text.slice(0, MOST_EXPLANATION).replaceAll('\r', '')
  const lower = explanation.toLowerCase()
  let end = explanation.length
  for (const mark of RETURNED) {
    const at = lower.indexOf(mark)
    if (at > 0 && at < end) end = at
  }
  return explanation.slice(0, end)
}

const QMAIL = [
  'This is the qmail-send program',
  "I'm afraid I wasn't able to deliver your message to the following addresses",
]

/** QSBMF: paragraphs that begin with `<address>:`. */
function readQmail(explanation: string): ReportedRecipient[] {
  const recipients: ReportedRecipient[] = []
  for (const paragraph of explanation.split('\n\n').slice(0, MOST_RECIPIENTS + 5)) {
    const trimmed = paragraph.trim()
    const end = trimmed.indexOf('>:')
    if (!trimmed.startsWith('<') || end < 0) continue
    const address = findAddress(trimmed.slice(0, end))
    const diagnostic = trimmed
      .slice(end + 2)
      .replaceAll('\n', ' ')
      .trim()
    const status = findStatus(diagnostic)
    recipients.push({
      kind: classifyFailure({ status, text: diagnostic }),
      ...(address && { address }),
      ...(status && { status }),
      diagnostic,
    })
  }
  return recipients
}

/** The first address in the explanation that is not the sender of the notice. */
function recipientIn(explanation: string): string | undefined {
  for (const line of explanation.split('\n').slice(0, 200)) {
    const address = findAddress(line)
    if (address && !SENDERS.some((sender) => address.startsWith(sender))) return address
  }
  return undefined
}

/** The line that says why, with the next one: a reply of a server, else a phrase that is known. */
function diagnosisIn(explanation: string): string | undefined {
  const lines = explanation.split('\n').slice(0, 200)
  const pick = (fits: (line: string) => boolean) => {
    const at = lines.findIndex(fits)
    if (at < 0) return undefined
    // A reply of several lines repeats its code; other texts are wrapped.
    let end = at + 1
    while (end < at + MOST_REPLY_LINES && /^[45]\d\d[- ]/.test(lines[end]?.trim() ?? '')) end++
    if (end === at + 1 && lines[end]?.trim() && !lines[end]?.includes(':')) end++
    return lines
      .slice(at, end)
      .map((line) => line.trim())
      .join(' ')
  }
  return (
    pick((line) => smtpCode(line.replaceAll('<<<', '').trim()) !== undefined) ??
    pick((line) =>
      [UNKNOWN_MAILBOX, NO_DOMAIN, FULL_MAILBOX, GAVE_UP].some((phrases) => hasPhrase(line.toLowerCase(), phrases)),
    ) ??
    pick((line) => findStatus(line) !== undefined)
  )
}
