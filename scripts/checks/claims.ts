// Checks how rows are claimed: `limit` with `for update skip locked` must be in a common table expression, which PostgreSQL reads once. It may
// read a subquery of `from` or `in` again for each row of the other side, and then too many rows are claimed.

/** Returns the claims of a file that may take more rows than their limit, one line each. */
export function inspectClaims(file: string, text: string): string[] {
  if (/\.test\.tsx?$/.test(file)) return []
  return [...text.matchAll(/\bskip locked\b/gi)].flatMap(({ index }) => {
    const opening = openingOf(text, index)
    const isLimited = /\blimit\b/i.test(text.slice(opening, index))
    if (!isLimited || !/\b(?:from|in)\s$/i.test(text.slice(0, opening))) return []
    const line = text.slice(0, index).split('\n').length
    return [`${file}:${line}: a subquery with "skip locked" may be read more than once, put it into "with … as ( … )"`]
  })
}

/** Returns the position of the opening parenthesis around `at`, in the same SQL string. */
function openingOf(text: string, at: number): number {
  let depth = 0
  for (let index = at - 1; index >= 0; index--) {
    if (text[index] === '`') return index
    if (text[index] === ')') depth++
    if (text[index] === '(' && --depth < 0) return index
  }
  return 0
}
