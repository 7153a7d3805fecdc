import { decodePunycode } from '../dns/punycode.ts'
import { trimCharacters } from './trim-characters.ts'

/**
 * Returns the one form of an address by which it is stored, looked up and compared: trimmed, lower case, NFC, full-width and half-width
 * characters in their usual width, the domain in Unicode. Two spellings of one mailbox become one row.
 */
export function normalizeEmailAddress(text: string): string {
  const lower = text.trim().toLowerCase()
  return isOneForm(lower) ? lower : canonical(lower)
}

/** Returns the one form of a domain, as it is in an address. */
export const normalizeDomain = (domain: string): string => domainOf(normalizeEmailAddress(`x@${domain}`))

/** Returns what was typed into a search as addresses are stored, if it is part of one: it has an `@` or a domain in ASCII. A name stays. */
export const searchedText = (text: string): string => (PART_OF_ADDRESS.test(text) ? normalizeEmailAddress(text) : text)
const PART_OF_ADDRESS = /[@\uff20]|xn--/i

/**
 * Returns an address with its other spellings, the one form first: the domain in ASCII, and the name or the domain with the marks
 * of its characters apart. They find an address that was stored in another spelling before there was one form, or only as a hash.
 */
export function spellingsOf(address: string): string[] {
  const own = normalizeEmailAddress(address)
  if (isOneForm(own)) return [own]
  const at = own.lastIndexOf('@')
  return joined(namesOf(own.slice(0, at)), domainsOf(own.slice(at + 1)))
}

/**
 * The same, and the name or the domain in characters of another width. Nearly no address was stored so, and every plain one has four
 * spellings then: only for what is rare, or has hashes and no text.
 */
export function allSpellingsOf(address: string): string[] {
  const own = normalizeEmailAddress(address)
  const at = own.lastIndexOf('@')
  const [name, domain] = [own.slice(0, at), own.slice(at + 1)]
  // A full-width full stop ended no label of a domain that was accepted.
  return joined(
    [...namesOf(name), wide(name), narrow(name)],
    [...domainsOf(domain), domain.split('.').map(wide).join('.')],
  )
}

const joined = (names: readonly string[], domains: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => domains.map((domain) => `${name}@${domain}`))),
]
const namesOf = (name: string): string[] => (IS_PLAIN.test(name) ? [name] : [name, name.normalize('NFD')])
const domainsOf = (domain: string): string[] =>
  isOneForm(domain) ? [domain] : [domain, asciiOf(domain) ?? domain, domain.normalize('NFD')]
const wide = (text: string): string =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + FULL_WIDTH_OFFSET))

/** Half-width katakana by the usual ones. Marks of voiced sounds are apart in both. */
const NARROW = new Map(
  Array.from({ length: 0xff9f - 0xff65 }, (_, at) => String.fromCharCode(0xff66 + at)).map((kana) => [
    kana.normalize('NFKC'),
    kana,
  ]),
)
const narrow = (text: string): string =>
  [...text.normalize('NFD')]
    .map((sign) => NARROW.get(sign) ?? sign)
    .join('')
    .normalize('NFC')

/** Returns true if a text in lower case has no other form but characters of another width. */
const isOneForm = (lower: string): boolean => IS_PLAIN.test(lower) && !lower.includes('xn--')
const IS_PLAIN = /^[\x20-\x7e]*$/
/** Full-width and half-width characters, and the long s, which is another way to write an s. */
const OTHER_WIDTHS = /[\uff01-\uff5e\uff61-\uff9f\uffa1-\uffdc\u017f]+/g
const FULL_WIDTH_OFFSET = 0xfee0
/** The full stop of other scripts (RFC 3490, 3.1), in its usual width. The full-width one of ours is among those above. */
const FULL_STOPS = /\u3002/g

function canonical(lower: string): string {
  const plain = lower
    .replace(OTHER_WIDTHS, (signs) => signs.normalize('NFKC'))
    .trim()
    .toLowerCase()
    .normalize('NFC')
  const at = plain.lastIndexOf('@') + 1
  return plain.slice(0, at) + canonicalDomain(plain.slice(at).replace(FULL_STOPS, '.'))
}

function canonicalDomain(domain: string): string {
  const ascii = asciiOf(domain)
  if (ascii === undefined) return domain
  const labels = ascii.split('.').map((label) => {
    const decoded = label.startsWith('xn--') ? decodePunycode(label.slice(4))?.normalize('NFC') : label
    return decoded !== undefined && LABEL.test(decoded) ? decoded : label
  })
  const readable = labels.join('.')
  // A label that is no encoding of its own characters stays as it is.
  return asciiOf(readable) === ascii ? readable : ascii
}

/** The domain in ASCII as browsers and mail servers write it (UTS 46). Undefined for what is no domain. */
function asciiOf(domain: string): string | undefined {
  if (domain.length > MAX_BYTES || !IS_NAME.test(domain)) return undefined
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return undefined
  }
}

/** Nothing that means something in a URL, and no quotation mark, which browsers would encode. */
const IS_NAME = /^[^\s\p{Cc}\p{Pi}\p{Pf}„‚!-,/:-@[-^`{-~]+$/u

/**
 * One `@`, a local part, a dotted domain, at most 254 bytes, no blanks (contract 18), and nothing that could break out of a
 * header or an SMTP command (S10): no control characters, no angle brackets, no quotes, commas, semicolons or backslashes.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > MAX_BYTES || UNSAFE.test(text)) return false
  // A UTF-16 unit takes three bytes of UTF-8 at most.
  if (text.length * 3 > MAX_BYTES && new TextEncoder().encode(text).length > MAX_BYTES) return false
  const at = text.indexOf('@')
  if (at < 1 || at !== text.lastIndexOf('@') || at > MAX_LOCAL) return false
  const labels = text.slice(at + 1).split('.')
  return labels.length > 1 && labels.every((label) => LABEL.test(label) && label.length <= 63)
}

/** The normalized address, or undefined when the text is none. */
export function parseEmailAddress(text: string): string | undefined {
  const address = normalizeEmailAddress(text)
  return isEmailAddress(address) ? address : undefined
}

/**
 * Returns the address that a list has in a cell, as mail programs and texts copied from pages write it: behind a name, with `mailto:`,
 * quotes, punctuation or a comment, or with characters that no one sees.
 */
export function writtenAddress(text: string): string | undefined {
  const given = parseEmailAddress(text)
  if ((given && !QUOTED.test(text)) || !text.includes('@')) return given
  const [, inside] = /^[^<]*<([^<>]*)>$/s.exec(text.trim()) ?? []
  const bare = (inside ?? text).replace(INVISIBLE, '').trim()
  const linked = /^mailto:/i.test(bare) ? bare.slice('mailto:'.length).split('?', 1)[0] : bare.split(' (', 1)[0]
  return parseEmailAddress(trimCharacters(linked ?? '', (character) => AROUND.has(character)))
}

/** Soft hyphens, zero-width characters and marks of direction. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** A local part may begin with one of these, but in a list they are around the address. */
const QUOTED = /^\s*[“”„‘’«»]/
const AROUND: ReadonlySet<string> = new Set(['"', "'", '“', '”', '„', '‘', '’', '«', '»', ';', ',', '.', ' '])

/** The part after the `@`, lower case. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** `l••@example.net`, for pages and emails that others may read. */
export const masked = (address: string): string => address.replace(/^(.).*(?=@)/u, '$1••')

const MAX_BYTES = 254
const MAX_LOCAL = 64
// \s and \p{Z} are blanks of every script, \p{C} are controls, invisible formatting marks and lone surrogates.
const UNSAFE = /[\s\p{Z}\p{C}<>()[\]\\,;:"]/u
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}])?$/u
