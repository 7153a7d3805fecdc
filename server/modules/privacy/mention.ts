// A text mentions an address only if it contains it as a whole: `ann@x.example` does not mention `nn@x.example`. An address may follow an
// escape sequence, as in JSON or a URL.

const BEFORE = /(?:^|[^a-z0-9._+-]|\\[bfnrt]|\\u[0-9a-f]{4}|%[0-9a-f]{2})$/
const AFTER = /^(?![a-z0-9-]|\.[a-z0-9])/
/** Maximum number of characters that BEFORE and AFTER examine. */
const [MAX_BEFORE, MAX_AFTER] = [6, 2]

/**
 * Returns a text in lower case and normalized form, without full-width, half-width and decomposed characters. Finds a text however a file
 * or server wrote it.
 */
export const folded = (text: string): string => text.normalize('NFKC').replaceAll('。', '.').toLowerCase()

/** The same in SQL. Plain ASCII, with as many bytes as characters, needs no folding. */
export const foldedSql = (text: string): string =>
  `lower(case when octet_length(${text}) = char_length(${text}) then ${text} else replace(normalize(${text}, NFKC), '。', '.') end)`

/** Returns whether a text mentions a folded address. */
export function mentions(text: string, address: string): boolean {
  const lower = folded(text)
  for (let at = lower.indexOf(address); at !== -1; at = lower.indexOf(address, at + 1)) {
    const end = at + address.length
    const before = lower.slice(Math.max(0, at - MAX_BEFORE), at)
    if (BEFORE.test(before) && AFTER.test(lower.slice(end, end + MAX_AFTER))) return true
  }
  return false
}

/** The same as an SQL condition. `address` is an expression of a folded address. */
export const mentionsSql = (column: string, address: string): string =>
  `(select position(${address} in f.text) > 0 and f.text ~ (
     '${BEFORE.source.replace(/\$$/, '')}' || regexp_replace(${address}, '([.*+?^$(){}|\\[\\]\\\\])', '\\\\\\1', 'g')
     || '${AFTER.source.slice(1)}')
   from (select ${foldedSql('t.text')} as text from (select ${column}::text as text offset 0) t offset 0) f)`
