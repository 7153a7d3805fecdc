import { hasPhrase } from '../absence/absent.ts'
import { repeatsSubject } from './automatic-reply.ts'
import { classifyFailure, findReason, findStatus, smtpCode } from './classify.ts'
import type { ReportedRecipient } from './delivery-status.ts'
import { findAddress, type ReceivedMail, readBlocks } from './message.ts'
import { BOUNCE_SUBJECTS, DELAYED } from './phrases.ts'

/** The explanation of a bounce is at its beginning; the returned message follows. */
const MAX_EXPLANATION = 8_000
const MAX_RECIPIENTS = 100

/** Lines between an explanation and the returned message. */
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

/** Reads a bounce without a machine-readable part: from qmail, old Exim and sendmail, and gateways, in several languages. */
export function readTextBounce(mail: ReceivedMail, senders: readonly string[]): ReportedRecipient[] | undefined {
  const explanation = explanationOf(mail.text)
  const isQmail =
    explanation.startsWith('Hi. This is the ') || QMAIL.some((sign) => explanation.slice(0, 300).includes(sign))
  if (isQmail) return readQmail(explanation, senders)
  const lower = explanation.toLowerCase()
  const subject = mail.subject.toLowerCase()
  const isFromDaemon = SENDERS.some((sender) => mail.from.startsWith(sender)) || mail.headers.has('x-failed-recipients')
  const isSubject = hasPhrase(subject, BOUNCE_SUBJECTS)
  if (!isFromDaemon && (!isSubject || repeatsSubject(mail))) return undefined
  if (hasPhrase(`${subject}\n${lower}`, DELAYED)) return [{ kind: 'delayed' }]
  const failed = mail.headers.get('x-failed-recipients')
  const addresses = failed ? failed.split(',').map((one) => findAddress(one)) : [recipientIn(explanation, senders)]
  const paragraphs = paragraphsOf(explanation)
  const diagnostic = diagnosisIn(paragraphs)
  if (!isSubject && !diagnostic) return undefined
  const status = findStatus(diagnostic ?? '') ?? findStatus(explanation)
  return addresses.slice(0, MAX_RECIPIENTS).map((address) => ({
    kind: classifyFailure({
      status,
      text: diagnostic ?? paragraphs.join('\n\n'),
      recipient: address,
      senders,
      is_notice: diagnostic === undefined,
    }),
    ...(address && { address }),
    ...(status && { status }),
    ...(diagnostic && { diagnostic }),
  }))
}

function explanationOf(text: string): string {
  const explanation = text.slice(0, MAX_EXPLANATION).replaceAll('\r', '')
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

/** Reads QSBMF, whose paragraphs begin with `<address>:`. */
function readQmail(explanation: string, senders: readonly string[]): ReportedRecipient[] {
  const recipients: ReportedRecipient[] = []
  for (const paragraph of explanation.split('\n\n').slice(0, MAX_RECIPIENTS + 5)) {
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
      kind: classifyFailure({ status, text: diagnostic, recipient: address, senders }),
      ...(address && { address }),
      ...(status && { status }),
      diagnostic,
    })
  }
  return recipients
}

/** Returns the first address in the explanation that belongs neither to the sender of the notice nor to us. */
function recipientIn(explanation: string, senders: readonly string[]): string | undefined {
  for (const line of explanation.split('\n').slice(0, 200)) {
    const address = findAddress(line)
    if (address && !senders.includes(address) && !SENDERS.some((sender) => address.startsWith(sender))) return address
  }
  return undefined
}

/** Returns the paragraph with the reason, on one line: a reply of a server, else a known phrase. Servers wrap texts anywhere, also after a colon. */
function diagnosisIn(paragraphs: readonly string[]): string | undefined {
  const pick = (fits: (paragraph: string) => boolean) => paragraphs.find(fits)
  return (
    pick((paragraph) => smtpCode(paragraph) !== undefined) ??
    pick((paragraph) => findReason({ text: paragraph }) !== undefined) ??
    pick((paragraph) => findStatus(paragraph) !== undefined)
  )
}

const MAX_LINES = 200
/** Matches a subject, which was written by the creator, not by the server. */
const SUBJECT =
  /^\s*(?:subject|betreff|objet|sujet|asunto|oggetto|assunto|onderwerp|temat|předmět|emne|ämne|aihe|tárgy|konu|тема|件名|主题|主旨|제목)\s*[:：]/i

function paragraphsOf(explanation: string): string[] {
  const lines = explanation
    .split('\n')
    .slice(0, MAX_LINES)
    .filter((line) => !SUBJECT.test(line))
  return readBlocks(lines.join('\n'), MAX_LINES).map((block) =>
    block
      .replaceAll('<<<', '')
      // Divided words, and aligned columns.
      .replace(/(?<=\p{L}\p{L})-\n(?=\p{Ll}\p{Ll})/gu, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}
