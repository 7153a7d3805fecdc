const LOCALES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'da', 'sv', 'nb']

/** Returns the month from 1 to 12 of a name in one of eleven languages, whole or as its usual abbreviation; 0 for another word. */
export function monthNumber(name: string): number {
  numbers ??= namedMonths()
  const folded = foldName(name)
  return numbers.get(folded) ?? numbers.get(folded.slice(0, 3)) ?? 0
}

let numbers: Map<string, number> | undefined

function namedMonths(): Map<string, number> {
  const found = new Map<string, number>()
  for (const locale of LOCALES)
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month, timeZone: 'UTC' })
      for (let at = 0; at < 12; at++) {
        const part = format.formatToParts(Date.UTC(2023, at, 13)).find(({ type }) => type === 'month')
        const name = foldName(part?.value ?? '')
        if (name !== '' && !found.has(name)) found.set(name, at + 1)
      }
    }
  return found
}

const foldName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase()
