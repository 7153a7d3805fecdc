import { currentLocale } from './current.ts'

/** Formatters that one function keeps: an instance has accounts in many time zones. */
const MOST_KEPT = 100

/** Returns a function that makes a formatter once for each locale and each options that ask for it. Making one takes much longer than using it. */
export function inLocaleOnce<Formatter, Options extends (string | number)[]>(
  make: (tag: string, ...options: Options) => Formatter,
): (...options: Options) => Formatter {
  const made = new Map<string, Formatter>()
  return (...options) => {
    const { tag } = currentLocale()
    const key = [tag, ...options].join(' ')
    const found = made.get(key)
    if (found) return found
    if (made.size >= MOST_KEPT) made.clear()
    const formatter = make(tag, ...options)
    made.set(key, formatter)
    return formatter
  }
}

const numbers = inLocaleOnce((tag) => new Intl.NumberFormat(tag))
/** "1,912". */
export const numberText = (value: number): string => numbers().format(value)

const plurals = inLocaleOnce((tag) => new Intl.PluralRules(tag))
const lists = inLocaleOnce((tag) => new Intl.ListFormat(tag, { type: 'unit', style: 'short' }))

/** "1 tag", "1,912 tags". Catalogs have `{0} tag` with a form for each plural category of their language, or the only one. */
export function countText(count: number, number: string, noun: string, several = `${noun}s`): string {
  const forms = currentLocale().catalog?.[`{0} ${noun}`]
  const form = typeof forms === 'object' ? (forms[plurals().select(count)] ?? forms.other) : forms
  return form ? form.replace('{0}', number) : `${number} ${count === 1 ? noun : several}`
}

/** "Tags, forms, segments". */
export const listText = (items: readonly string[]): string => lists().format(items)

const days = inLocaleOnce((tag, timeZone: string) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone }))
/** "March 3, 2027": the day of an instant in a time zone. */
export const dayText = (instant: Date, timeZone: string): string => days(timeZone).format(instant)
