/**
 * Where a creator goes after an installation: an absolute http(s) address whose host is one of the app's, written as browsers read
 * it; null for anything else (O18). A domain stands for exactly that host, and for another port than the usual one only when it
 * names the port.
 */
export function allowedReturnTo(text: unknown, domains: readonly string[]): string | null {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return null
  // What parsers read differently is refused before one is asked: backslashes, blanks, control characters, missing slashes.
  if (!ABSOLUTE.test(text) || AMBIGUOUS.test(text)) return null
  const url = URL.parse(text)
  if (!url || url.username || url.password || url.hostname.endsWith('.')) return null
  return domains.some((domain) => hostOf(domain) === url.host) ? url.href : null
}

const MAX_LENGTH = 2_000
// Three or more slashes are two to a browser, and a user name is no part of an address that one returns to.
const ABSOLUTE = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i
const AMBIGUOUS = /[\\\s\p{C}]/u

/** As the URL parser writes it: lower case, punycode, without the usual port. Null for what names no host. */
function hostOf(domain: string): string | null {
  if (/[\\\s/?#@]/.test(domain)) return null
  const host = URL.parse(`https://${domain}`)?.host
  return host && !host.endsWith('.') ? host : null
}
