import { randomBytes } from 'node:crypto'
import { joinBytes } from '../../lib/bytes/join-bytes.ts'
import { joinTemplate } from '../liquid/template.ts'
import { base64Lines, prefersQuotedPrintable, quotedPrintable } from './encoding.ts'
import {
  formatMailbox,
  formatMailDate,
  formatPhrase,
  HeaderError,
  headerLine,
  isAscii,
  type Mailbox,
  textHeaderLine,
} from './header.ts'

/** A text with gaps, as returned by `parseLiquid`: one gap fewer than fixed parts. */
export interface Gapped {
  readonly fixed: readonly string[]
  /** Typical text of the values, which determines the encoding if the fixed parts are short. */
  readonly sample?: string
}

/** Parts that are the same in every copy of an email. */
export interface MailFrame {
  from: Mailbox
  reply_to?: Mailbox | null
  text: Gapped
  html: Gapped
  /** Identifies the list to email clients (List-Id), e.g. `77.lists.example.com`. Omitted in transactional email (B8). */
  list?: { name: string; id: string } | null
  /** Up to four fields `a:b:c:sender` for Gmail's feedback loop. */
  feedback_id?: string | null
  /** Further headers with ASCII values, e.g. `X-Mailer`. */
  headers?: Readonly<Record<string, string>>
}

/** Parts that differ per recipient. */
export interface MailCopy {
  to: Mailbox
  subject: string
  /** Without angle brackets, on our domain: `<token>@<domain>`. */
  message_id: string
  date: Date
  text: readonly string[]
  html: readonly string[]
  /** B5: one https address that unsubscribes on POST, and optionally a mailbox that does. */
  unsubscribe?: { url: string; mailto?: string } | null
}

export interface MailSkeleton {
  /**
   * Returns the complete message of one recipient, with CRLF line ends. No line begins with a dot, so transports need not double any: bodies are
   * encoded without, and header lines begin with a name or a space. Throws HeaderError if a value would break out of its header.
   */
  fill(copy: MailCopy): Buffer
}

/**
 * Encodes an email once. Composing MIME for every recipient limits the speed of sending, so fixed parts are encoded here, and `fill`
 * encodes only the values between them, on separate lines between soft line breaks.
 */
export function compileMail(frame: MailFrame): MailSkeleton {
  // `=_` occurs neither in quoted-printable nor in base64, so no body can contain the boundary.
  const boundary = `=_${randomBytes(12).toString('base64url')}`
  const text = encodeBody(frame.text)
  const html = encodeBody(frame.html)
  const shared = Buffer.from(
    `${sharedHeaders(frame, boundary)}\r\n--${boundary}\r\n${partHead('plain', text.encoding)}`,
  )
  const htmlHead = Buffer.from(`\r\n--${boundary}\r\n${partHead('html', html.encoding)}`)
  const end = Buffer.from(`\r\n--${boundary}--\r\n`)

  return {
    fill(copy) {
      return joinBytes([
        toByteString(copyHeaders(copy)),
        shared,
        ...text.fill(copy.text),
        htmlHead,
        ...html.fill(copy.html),
        end,
      ])
    },
  }
}

// Non-ASCII characters occur only in the local part of an address (RFC 6532).
function toByteString(head: string): string {
  return isAscii(head) ? head : Buffer.from(head).toString('latin1')
}

interface EncodedBody {
  encoding: 'quoted-printable' | 'base64'
  /** Returns ASCII pieces. */
  fill(values: readonly string[]): (string | Buffer)[]
}

const SOFT_BREAK = '=\r\n'

function encodeBody(body: Gapped): EncodedBody {
  if (!prefersQuotedPrintable(body.sample ?? body.fixed.join(''))) {
    return { encoding: 'base64', fill: (values) => [base64Lines(joinTemplate(body, values))] }
  }
  const fixed = body.fixed.map((part, at) => {
    const isLast = at === body.fixed.length - 1
    const { encoded, column } = quotedPrintable(part, isLast)
    return Buffer.from(isLast || column === 0 ? encoded : encoded + SOFT_BREAK)
  })
  return {
    encoding: 'quoted-printable',
    fill(values) {
      const pieces: (string | Buffer)[] = [fixed[0] ?? '']
      // Every link has the same token.
      const encoded_values = new Map<string, string>()
      for (const [at, value] of values.entries()) {
        const next = fixed[at + 1]
        if (at === values.length - 1 && !next?.length) {
          pieces.push(quotedPrintable(value, true).encoded)
          break
        }
        let encoded = encoded_values.get(value)
        if (encoded === undefined) {
          encoded = encodeValue(value)
          encoded_values.set(value, encoded)
        }
        pieces.push(encoded)
        if (next) pieces.push(next)
      }
      return pieces
    },
  }
}

/** Encodes a value, ending at the beginning of a line. */
function encodeValue(value: string): string {
  const { encoded, column } = quotedPrintable(value)
  return column === 0 ? encoded : encoded + SOFT_BREAK
}

function partHead(subtype: 'plain' | 'html', encoding: EncodedBody['encoding']): string {
  return `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`
}

function sharedHeaders(frame: MailFrame, boundary: string): string {
  let lines = headerLine('From', formatMailbox('From', frame.from))
  if (frame.reply_to) lines += headerLine('Reply-To', formatMailbox('Reply-To', frame.reply_to))
  lines += headerLine('MIME-Version', '1.0')
  lines += `Content-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n`
  if (frame.list) {
    if (!/^[\w-]+(?:\.[\w-]+)+$/.test(frame.list.id)) throw new HeaderError('List-Id', 'not a list id')
    lines += headerLine('List-Id', `${formatPhrase('List-Id', frame.list.name)} <${frame.list.id}>`)
    lines += headerLine('Precedence', 'bulk')
  }
  if (frame.feedback_id) lines += headerLine('Feedback-ID', frame.feedback_id)
  for (const [name, value] of Object.entries(frame.headers ?? {})) {
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name)) throw new HeaderError(name, 'not a header name')
    lines += headerLine(name, value)
  }
  return lines
}

function copyHeaders({ to, subject, message_id, date, unsubscribe }: MailCopy): string {
  if (!/^[\w.+-]+@[\w.-]+$/.test(message_id)) throw new HeaderError('Message-ID', 'not a message id')
  let lines = headerLine('To', formatMailbox('To', to))
  lines += textHeaderLine('Subject', subject)
  lines += `Date: ${formatMailDate(date)}\r\n`
  lines += `Message-ID: <${message_id}>\r\n`
  if (unsubscribe) {
    const targets = [unsubscribe.url, ...(unsubscribe.mailto ? [`mailto:${unsubscribe.mailto}`] : [])]
    for (const target of targets) {
      if (!/^[!#-;=?-~]+$/.test(target)) throw new HeaderError('List-Unsubscribe', 'not an address')
    }
    lines += `List-Unsubscribe: ${targets.map((target) => `<${target}>`).join(',\r\n ')}\r\n`
    lines += 'List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n'
  }
  return lines
}
