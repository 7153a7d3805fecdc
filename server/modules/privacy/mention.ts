// A text mentions an address if it has the address as a whole: `ann@x.example` does not mention `nn@x.example`. Before it may be the
// escape of a character, as in JSON or in a URL.

const BEFORE = /(?:^|[^a-z0-9._+-]|\\[bfnrt]|\\u[0-9a-f]{4}|%[0-9a-f]{2})$/
const AFTER = /^(?![a-z0-9-]|\.[a-z0-9])/
/** The longest text that BEFORE looks at, and AFTER. */
const [MOST_BEFORE, MOST_AFTER] = [6, 2]

/** Whether a text mentions an address that is given in lower case. */
export function mentions(text: string, address: string): boolean {
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(address); at !== -1; at = lower.indexOf(address, at + 1)) {
    const end = at + address.length
    const before = lower.slice(Math.max(0, at - MOST_BEFORE), at)
    if (BEFORE.test(before) && AFTER.test(lower.slice(end, end + MOST_AFTER))) return true
  }
  return false
}

/** The same as a condition of SQL. `address` is an expression for an address in lower case. */
export const mentionsSql = (column: string, address: string): string =>
  `(position(${address} in lower(${column}::text)) > 0 and lower(${column}::text) ~ (
     '${BEFORE.source.replace(/\$$/, '')}' || regexp_replace(${address}, '([.*+?^$(){}|\\[\\]\\\\])', '\\\\\\1', 'g')
     || '${AFTER.source.slice(1)}'))`
