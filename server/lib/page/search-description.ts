/** Number of characters shown in search results. */
const MAX_DESCRIPTION = 160

/** Returns the beginning of a text as shown in search results, cut between words. */
export function searchDescription(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text
  return `${text.slice(0, text.lastIndexOf(' ', MAX_DESCRIPTION) + 1 || MAX_DESCRIPTION).trimEnd()}…`.toWellFormed()
}
