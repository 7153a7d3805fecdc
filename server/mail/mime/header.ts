import { domainToASCII } from 'node:url'
import { singleLine } from '../../lib/text/single-line.ts'

export interface Mailbox {
  name?: string | null
  address: string
}

/** A value that would break out of its header (S10) or cannot be written in one. */
export class HeaderError extends Error {
  readonly header: string

  constructor(header: string, message: string) {
    super(`${header}: ${message}`)
    this.name = 'HeaderError'
    this.header = header
  }
}

/** Returns `Name: value` with CRLF; throws HeaderError for CR, LF, NUL and other control characters. `value` must be ASCII or an address. */
export function headerLine(name: string, value: string): string {
  assertHeaderValue(name, value)
  return `${fold(`${name}: ${value}`)}\r\n`
}

/**
 * Returns a header of free text, such as the subject, in encoded words (RFC 2047) if it is not plain ASCII. Characters that could end the line
 * become a space (S10): one bad character in stored text must not block an email.
 */
export function textHeaderLine(name: string, text: string): string {
  return `${fold(`${name}: ${encodeText(singleLine(text), name.length + 2)}`)}\r\n`
}

/** Returns `Nora <hi@studio.example>`, with the name quoted or encoded if necessary. Throws HeaderError. */
export function formatMailbox(header: string, { name, address }: Mailbox): string {
  assertHeaderValue(header, address)
  const spec = toAsciiDomain(address)
  if (!/^[^@]+@[^@]+$/.test(spec) || /[\s<>,;:"()[\]\\]/.test(spec))
    throw new HeaderError(header, 'not an email address')
  const shown = singleLine(name ?? '').trim()
  return shown ? `${formatPhrase(header, shown)} <${spec}>` : spec
}

/** Returns a display name on one line: unchanged, in quotes, or in encoded words. */
export function formatPhrase(header: string, name: string): string {
  const phrase = singleLine(name)
  if (isAscii(phrase) && !phrase.includes('=?') && phrase.length < 70) {
    return /^[\w !#$%&'*+/=?^`{|}~-]*$/.test(phrase) ? phrase : `"${phrase.replace(/["\\]/g, '\\$&')}"`
  }
  return encodedWords(phrase, header.length + 2)
}

/**
 * Returns the address with an ASCII domain (IDNA). A non-ASCII local part is unchanged: it needs SMTPUTF8, and the transport refuses it if the
 * server does not offer that.
 */
export function toAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  return isAscii(domain) ? address : `${address.slice(0, at + 1)}${domainToASCII(domain) || domain}`
}

/** Returns the domain of an address in ASCII and lower case, as used by DNS and by counts per domain. */
export const asciiDomainOf = (address: string): string => {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return domainToASCII(domain) || domain.toLowerCase()
}

/** Throws HeaderError if the value contains CR, LF, NUL or another control character (S10). */
export function assertHeaderValue(header: string, value: string): void {
  // \p{Cc} matches control characters, including CR, LF and NUL. Some email clients treat the two separators as line ends.
  if (/(?!\t)\p{Cc}|[\u2028\u2029]/u.test(value)) throw new HeaderError(header, 'control characters are not allowed')
}

/** Returns `Thu, 20 Nov 2025 18:51:00 +0000` (RFC 5322 3.3). */
export function formatMailDate(date: Date): string {
  const second = Math.floor(date.getTime() / 1000)
  if (second !== formatted.second) formatted = { second, text: date.toUTCString().replace('GMT', '+0000') }
  return formatted.text
}

/** Caches the last date, which thousands of messages share. */
let formatted = { second: Number.NaN, text: '' }

const MAX_LINE = 78
const MAX_WORD = 75

export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 126) return false
  return true
}

function encodeText(text: string, column: number): string {
  const foldable =
    isAscii(text) &&
    !text.includes('=?') &&
    !/\s{2}|^\s|\s$/.test(text) &&
    text.split(/\s/).every(({ length }) => length < 900)
  return foldable ? text : encodedWords(text, column)
}

// Each encoded word has at most 75 characters and contains whole characters. Spaces between encoded words are ignored.
function encodedWords(text: string, column: number): string {
  const bytes = Buffer.byteLength(text)
  const isBase64 = [...text].filter((char) => /[A-Za-z0-9 ]/.test(char)).length < bytes / 2
  const overhead = '=?UTF-8?Q??='.length
  const words: string[] = []
  let word = ''
  let room = MAX_WORD - overhead - column
  for (const char of text) {
    const next = word + char
    const length = isBase64 ? Math.ceil(Buffer.byteLength(next) / 3) * 4 : wordQ(next).length
    if (length > room && word !== '') {
      words.push(word)
      word = char
      room = MAX_WORD - overhead
    } else word = next
  }
  words.push(word)
  return words
    .map((part) => (isBase64 ? `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=` : `=?UTF-8?Q?${wordQ(part)}?=`))
    .join(' ')
}

function wordQ(text: string): string {
  let coded = ''
  for (const byte of Buffer.from(text)) {
    const char = String.fromCharCode(byte)
    if (/[A-Za-z0-9!*+/-]/.test(char)) coded += char
    else coded += byte === 32 ? '_' : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return coded
}

// Breaks before a space, as late as possible, but never right after the name. A word longer than a line gets its own line.
function fold(line: string): string {
  if (line.length <= MAX_LINE) return line
  const [name = '', first = '', ...words] = line.split(/(?= )/)
  let folded = name + first
  let column = folded.length
  for (const word of words) {
    const isTooLong = column + word.length > MAX_LINE
    folded += isTooLong ? `\r\n${word}` : word
    column = isTooLong ? word.length : column + word.length
  }
  return folded
}
