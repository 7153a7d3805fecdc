// Addresses that developers of apps enter, and to which creators, codes and tokens are sent. Only the spelling that browsers use is accepted, so
// the compared, shown and opened address is the same (O12, O18).

/** Returns the problem of an HTTPS address, as text that follows its name, or undefined. HTTP is accepted for loopback only. */
export function addressProblem(text: string): string | undefined {
  if (text.length > LONGEST) return `is longer than ${LONGEST} characters`
  if (READ_DIFFERENTLY.test(text)) return 'must not contain spaces or backslashes'
  if (text.includes('*')) return 'must be exact: there are no wildcards'
  if (text.includes('#')) return 'must not have a fragment (the part after #)'
  const url = URL.parse(text)
  if (!url?.host) return 'must be a whole address, such as https://app.example/callback'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url)))
    return 'must begin with https:// (http:// is only for localhost)'
  if (url.username || url.password) return 'must not contain a user name or password'
  if (url.hostname.endsWith('.')) return 'must not end its host with a dot'
  if (url.href !== text && url.href !== `${text}/`) return `must be written as browsers write it: ${url.href}`
  return undefined
}

/** Returns the problem of a host, which has a port unless it is the default, or undefined. */
export function domainProblem(text: string): string | undefined {
  const url = URL.parse(`https://${text}`)
  if (text.length > 255 || READ_DIFFERENTLY.test(text) || /[/?#@*]/.test(text) || !url)
    return 'must be a domain alone, such as app.example'
  if (url.hostname.endsWith('.')) return 'must not end with a dot'
  if (url.host !== text) return `must be written as browsers write it: ${url.host}`
  if (!url.hostname.includes('.') && !isLoopback(url)) return 'must be a whole domain, such as app.example'
  return undefined
}

/** Only programs on the same machine are reachable at these hosts: RFC 8252, section 7.3. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'

const LONGEST = 2_000
// Browsers read a backslash as a slash and drop tabs and line ends; other programs do not.
const READ_DIFFERENTLY = /[\\\s\p{C}]/u
