/** A request target in the form that handlers expect: a path with its query, and the host if the target contains one. */
interface Target {
  url: string
  host?: string
}

/** Parses the target of a request (RFC 9112, section 3.2). Returns undefined for a target that no handler can parse. */
export function readTarget(target: string): Target | undefined {
  if (target.startsWith('/')) return isReadable(target) ? { url: withOneSlash(target) } : undefined
  // The absolute form is meant for proxies, but servers must accept it; its host takes precedence over the header.
  const absolute = /^https?:\/\/([\w.:[\]-]+)([/?].*)?$/i.exec(target)
  if (!absolute) return undefined
  const [, host = '', rest = '/'] = absolute
  const url = rest.startsWith('?') ? `/${rest}` : rest
  return isReadable(url) ? { url: withOneSlash(url), host } : undefined
}

/** Dot segments as URL parsers recognize them (https://url.spec.whatwg.org/#double-dot-path-segment). */
const DOTS = /^(?:\.|%2e){1,2}$/i

/** URL parsers read a second slash, or a backslash, as the start of a host name. */
const withOneSlash = (url: string) => url.replace(/^[/\\]+/, '/')

/**
 * Returns whether the path can be decoded to text without NUL, which no name of a file or row contains, and has no dot segments. The beginning
 * of the path decides what is allowed at a host, and URL parsers would move up from there.
 */
function isReadable(url: string): boolean {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  if (path.split(/[\\/]|%5c/i).some((segment) => DOTS.test(segment))) return false
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}
