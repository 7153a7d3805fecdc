// If a name exists in two languages, the first counts.
const LOCALES = 'en de fr es pt it nl pl da sv nb fi cs sk hu tr ru uk bg el ro ca sl lt lv et is hr'.split(' ')
/** Croatian names, where a dot follows the day. In Polish, which has none, the same names are other months. */
const BEHIND_DOT: Readonly<Record<string, number>> = { listopada: 10, lip: 6 }

/** Returns the month from 1 to 12 of a name in one of these languages, in full or abbreviated; 0 for another word. */
export function monthNumber(name: string, { is_behind_dot = false } = {}): number {
  numbers ??= namedMonths()
  const folded = foldName(name)
  const croatian = is_behind_dot ? BEHIND_DOT[folded] : undefined
  if (croatian) return croatian
  // Accepts "Sept". A longer word may begin like a month and be a different one, or none.
  return numbers.get(folded) ?? (folded.length === 4 ? numbers.get(folded.slice(0, 3)) : undefined) ?? 0
}

/** In many languages, the name has a different form next to a day. */
const FORMS = [{ day: 'numeric', month: 'long' }, { day: 'numeric', month: 'short' }, { month: 'long' }] as const

let numbers: Map<string, number> | undefined

function namedMonths(): Map<string, number> {
  const months = new Map<string, number>()
  for (const locale of LOCALES)
    for (const form of FORMS) {
      const format = new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' })
      for (let at = 0; at < 12; at++) {
        const part = format.formatToParts(Date.UTC(2023, at, 13)).find(({ type }) => type === 'month')
        const name = foldName(part?.value ?? '')
        if (/^\p{L}{3}/u.test(name) && !months.has(name)) months.set(name, at + 1)
      }
    }
  return months
}

const foldName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
