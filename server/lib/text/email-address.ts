import { decodePunycode } from '../dns/punycode.ts'
import { trimCharacters } from './trim-characters.ts'

/**
 * Returns the normal form of an address, by which it is stored, looked up and compared: trimmed, lower case, NFC, full-width and half-width
 * characters in their usual width, the domain in Unicode. Two spellings of one mailbox share a row.
 */
export function normalizeEmailAddress(text: string): string {
  const lower = text.trim().toLowerCase()
  return isOneForm(lower) ? lower : canonical(lower)
}

/** Returns the normal form of a domain, as in addresses. */
export const normalizeDomain = (domain: string): string => domainOf(normalizeEmailAddress(`x@${domain}`))

/** Normalizes a search text like stored addresses if it is part of one: it has an `@` or a domain in ASCII. Names are unchanged. */
export const searchedText = (text: string): string => (PART_OF_ADDRESS.test(text) ? normalizeEmailAddress(text) : text)
const PART_OF_ADDRESS = /[@\uff20]|xn--/i

/**
 * Returns an address with its other spellings, the normal form first: the domain in ASCII, and the name or the domain in decomposed characters.
 * They find an address that was stored in another spelling before addresses were normalized, or only as a hash.
 */
export function spellingsOf(address: string): string[] {
  const own = normalizeEmailAddress(address)
  if (isOneForm(own)) return [own]
  const at = own.lastIndexOf('@')
  return joined(namesOf(own.slice(0, at)), domainsOf(own.slice(at + 1)))
}

/**
 * Returns all spellings, including the name or the domain in characters of another width. Hardly any address was stored that way, and every
 * plain address then has four spellings, so it is only for rare lookups and for hashes without a text.
 */
export function allSpellingsOf(address: string): string[] {
  const own = normalizeEmailAddress(address)
  const at = own.lastIndexOf('@')
  const [name, domain] = [own.slice(0, at), own.slice(at + 1)]
  // No accepted domain had a label that ends with a full-width full stop.
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

/** Maps usual katakana to half-width ones. Voicing marks are separate in both. */
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

/** Returns whether lower-case text has no other form except characters of another width. */
const isOneForm = (lower: string): boolean => IS_PLAIN.test(lower) && !lower.includes('xn--')
const IS_PLAIN = /^[\x20-\x7e]*$/
/** Full-width and half-width characters, and the long s, which is another way to write an s. */
const OTHER_WIDTHS = /[\uff01-\uff5e\uff61-\uff9f\uffa1-\uffdc\u017f]+/g
const FULL_WIDTH_OFFSET = 0xfee0
/** The full stop of other scripts (RFC 3490, 3.1), in its usual width. The full-width form of ours is in the range above. */
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
  // A label that is not an encoding of its own characters is unchanged.
  return asciiOf(readable) === ascii ? readable : ascii
}

/** Returns the domain in ASCII as browsers and mail servers write it (UTS 46). Undefined for an invalid domain. */
function asciiOf(domain: string): string | undefined {
  if (domain.length > MAX_BYTES || !IS_NAME.test(domain)) return undefined
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return undefined
  }
}

/** Excludes characters with a meaning in a URL, and quotation marks, which browsers would encode. */
const IS_NAME = /^[^\s\p{Cc}\p{Pi}\p{Pf}„‚!-,/:-@[-^`{-~]+$/u

/**
 * Accepts one `@`, a local part, a dotted domain, at most 254 bytes, no white space (contract 18), and nothing that could break out of a header
 * or an SMTP command (S10): no control characters, no angle brackets, no quotes, commas, semicolons or backslashes.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > MAX_BYTES || UNSAFE.test(text)) return false
  // A UTF-16 unit takes at most three bytes of UTF-8.
  if (text.length * 3 > MAX_BYTES && new TextEncoder().encode(text).length > MAX_BYTES) return false
  const at = text.indexOf('@')
  if (at < 1 || at !== text.lastIndexOf('@') || at > MAX_LOCAL) return false
  const labels = text.slice(at + 1).split('.')
  return labels.length > 1 && labels.every((label) => LABEL.test(label) && label.length <= 63)
}

/** Returns the normalized address, or undefined if the text is not an address. */
export function parseEmailAddress(text: string): string | undefined {
  const address = normalizeEmailAddress(text)
  return isEmailAddress(address) ? address : undefined
}

/**
 * Returns the address in a cell of a list, as written by mail programs and in texts copied from pages: after a name, with `mailto:`, quotes,
 * punctuation or a comment, or with invisible characters.
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
/** A local part may begin with one of these characters, but in a list they surround the address. */
const QUOTED = /^\s*[“”„‘’«»]/
const AROUND: ReadonlySet<string> = new Set(['"', "'", '“', '”', '„', '‘', '’', '«', '»', ';', ',', '.', ' '])

/** Returns the part after the `@`, in lower case. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** Returns `l••@example.net`, for pages and emails that others may read. */
export const masked = (address: string): string => address.replace(/^(.).*(?=@)/u, '$1••')

const MAX_BYTES = 254
const MAX_LOCAL = 64
// \s and \p{Z} are white space of every script, \p{C} are control characters, invisible formatting marks and lone surrogates.
const UNSAFE = /[\s\p{Z}\p{C}<>()[\]\\,;:"]/u
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}])?$/u
