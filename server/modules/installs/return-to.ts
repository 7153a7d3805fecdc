/**
 * Returns the URL to send a creator to after an installation, as browsers parse it: an absolute http(s) URL on one of the app's domains.
 * Null for anything else (O18). A domain matches only that exact host; a port other than the default must be part of the domain.
 */
export function allowedReturnTo(text: unknown, domains: readonly string[]): string | null {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return null
  // Rejects characters that parsers read differently: backslashes, blanks, control characters, missing slashes.
  if (!ABSOLUTE.test(text) || AMBIGUOUS.test(text)) return null
  const url = URL.parse(text)
  if (!url || url.username || url.password || url.hostname.endsWith('.')) return null
  return domains.some((domain) => hostOf(domain) === url.host) ? url.href : null
}

const MAX_LENGTH = 2_000
// Browsers read three or more slashes as two. User info is rejected.
const ABSOLUTE = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i
const AMBIGUOUS = /[\\\s\p{C}]/u

/** Returns the host as the URL parser writes it: lower case, punycode, without the default port. Null if it is not a host. */
function hostOf(domain: string): string | null {
  if (/[\\\s/?#@]/.test(domain)) return null
  const host = URL.parse(`https://${domain}`)?.host
  return host && !host.endsWith('.') ? host : null
}
