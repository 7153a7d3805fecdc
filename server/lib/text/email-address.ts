/** Trimmed and lower-cased: two spellings of one mailbox become one row. */
export function normalizeEmailAddress(text: string): string {
  return text.trim().toLowerCase()
}

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

/** The normalised address, or undefined when the text is none. */
export function parseEmailAddress(text: string): string | undefined {
  const address = normalizeEmailAddress(text)
  return isEmailAddress(address) ? address : undefined
}

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
