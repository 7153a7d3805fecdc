/** Returns a path of this site to open after sign-in, or `/` for anything that could lead elsewhere. */
export function localPath(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/') || value.length > MAX_LENGTH) return '/'
  // Browsers read a backslash as a slash and drop tabs and line ends, so "/\t/evil.example" is another site.
  const url = URL.parse(value, ORIGIN)
  if (url?.origin !== ORIGIN || /[\\\p{C}]/u.test(value)) return '/'
  return url.pathname.startsWith('//') ? '/' : url.pathname + url.search + url.hash
}

// The longest paths are authorization requests of apps that wait for sign-in.
const MAX_LENGTH = 8_000
const ORIGIN = 'http://this-site.invalid'
