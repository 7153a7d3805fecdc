const MAX_TEXT = 2_000
const MAX_KEY = 200

/**
 * Returns the common text of reports with one cause: without addresses, hosts, ids and numbers, in lower case. Keeps the enhanced status code,
 * which is the reason.
 */
export function sameText({ status, text }: { status?: string | undefined; text: string }): string {
  const words = text
    .slice(0, MAX_TEXT)
    .toLowerCase()
    .split(/[\s,;()<>[\]"']+/)
    .filter((word) => word !== '' && !isOwn(word))
  return [status ?? '', ...words].join(' ').trim().slice(0, MAX_KEY)
}

/** Returns whether a word identifies one recipient, host, message or time: it has an `@`, a digit, or a dot or colon inside. */
const isOwn = (word: string): boolean => /[@\d]|[\p{L}][.:/][\p{L}]/u.test(word)
