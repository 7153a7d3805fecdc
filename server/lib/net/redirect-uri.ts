/** Returns the problem of a redirect URL (RFC 9700 2.1, RFC 8252), or undefined. */
export function redirectUriFault(uri: string): string | undefined {
  if (uri.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\<>"]/.test(uri)) return 'holds characters that must be percent-encoded'
  if (uri.includes('#')) return 'must not have a fragment'
  if (uri.includes('*')) return 'must not have a wildcard'
  const url = URL.parse(uri)
  if (!url) return 'is not an absolute address'
  if (url.username || url.password) return 'must not hold a name or a password'
  if (/^https:\/\/[^/]/i.test(uri) || LOOPBACK.test(uri) || OWN_SCHEME.test(uri)) return undefined
  if (url.protocol === 'http:')
    return 'must begin with https://, or with http:// on this machine (127.0.0.1, [::1] or localhost)'
  return 'must begin with https://, or with a scheme of your own such as com.example.app:'
}

/** Compares two redirect URLs character by character. Only the port of a loopback address may differ from the registered one. */
export function isSameRedirectUri(listed: string, given: string): boolean {
  if (listed === given) return true
  const [one, other] = [LOOPBACK.exec(listed), LOOPBACK.exec(given)]
  if (!one || !other || redirectUriFault(given)) return false
  return one[1] === other[1] && listed.slice(one[0].length) === given.slice(other[0].length)
}

/** Returns the target of a redirect as shown to users: a host name, or a description of a program on their own device. */
export function redirectTarget(uri: string): string {
  if (LOOPBACK.test(uri)) return 'a program on this computer'
  if (OWN_SCHEME.test(uri)) return `an app on this device (${uri.slice(0, uri.indexOf(':'))})`
  return URL.parse(uri)?.host ?? uri
}

const MAX_LENGTH = 2_000
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/
// A reversed domain. The required dot excludes javascript: and data:.
const OWN_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:/
