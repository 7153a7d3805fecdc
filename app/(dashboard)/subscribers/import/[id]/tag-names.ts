/** Returns the distinct names in a comma-separated text. */
export function namesIn(text: string): string[] {
  return [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '')
}
