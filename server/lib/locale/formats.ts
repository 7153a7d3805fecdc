import { currentLocale } from './current.ts'

/** Maximum number of formatters that one function caches, because an instance has accounts in many time zones. */
const MAX_KEPT = 100

/** Returns a function that creates each formatter once per locale and options. Creating one takes much longer than using it. */
export function inLocaleOnce<Formatter, Options extends (string | number)[]>(
  make: (tag: string, ...options: Options) => Formatter,
): (...options: Options) => Formatter {
  const formatters = new Map<string, Formatter>()
  return (...options) => {
    const { tag } = currentLocale()
    const key = [tag, ...options].join(' ')
    const found = formatters.get(key)
    if (found) return found
    if (formatters.size >= MAX_KEPT) formatters.clear()
    const formatter = make(tag, ...options)
    formatters.set(key, formatter)
    return formatter
  }
}

const numbers = inLocaleOnce((tag) => new Intl.NumberFormat(tag))
/** Writes "1,912". */
export const numberText = (value: number): string => numbers().format(value)

const percents = inLocaleOnce(
  (tag, digits: number) => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: digits }),
)
/** Writes a percentage as the API returns it: 45.26 becomes "45.3%". */
export const percentText = (value: number, digits = 1): string => percents(digits).format(value / 100)

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']
const sizes = inLocaleOnce((tag, digits: number) => new Intl.NumberFormat(tag, { maximumFractionDigits: digits }))

/** Writes a size in decimal units: "1.2 GB". */
export function bytesText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  const value = bytes / 1_000 ** power
  return `${sizes(value < 10 ? 1 : 0).format(value)} ${UNITS[power]}`
}

/**
 * Returns a value as it appears in a text: numbers are written in the current locale. Pass a number that is only a name, such as an id, as a
 * string.
 */
export const shownValue = <Value>(value: Value): Value | string =>
  typeof value === 'number' ? decimals().format(value) : value

const decimals = inLocaleOnce((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 3 }))

const plurals = inLocaleOnce((tag) => new Intl.PluralRules(tag))
const lists = inLocaleOnce((tag) => new Intl.ListFormat(tag, { type: 'unit', style: 'short' }))

/** Writes "1 tag", "1,912 tags". Catalogs have `{0} tag` with a form for each plural category of their language, or the only form. */
export function countText(count: number, number: string, noun: string, several = `${noun}s`): string {
  const forms = currentLocale().catalog?.[`{0} ${noun}`]
  const form = typeof forms === 'object' ? (forms[plurals().select(count)] ?? forms.other) : forms
  return form ? form.replace('{0}', number) : `${number} ${count === 1 ? noun : several}`
}

/** Writes "Tags, forms, segments". */
export const listText = (items: readonly string[]): string => lists().format(items)

const days = inLocaleOnce((tag, timeZone: string) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone }))
/** Writes the day of an instant in a time zone: "March 3, 2027". */
export const dayText = (instant: Date, timeZone: string): string => days(timeZone).format(instant)

const monthDays = inLocaleOnce(
  (tag, timeZone: string) => new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric', timeZone }),
)
/** Writes the day of an instant within its year: "Mar 3". */
export const monthDayText = (instant: Date, timeZone: string): string => monthDays(timeZone).format(instant)

const moments = inLocaleOnce(
  (tag, timeZone: string) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
)
/** Writes an instant to the minute: "Mar 3, 2027, 9:05 AM". */
export const momentText = (instant: Date, timeZone: string): string => moments(timeZone).format(instant)
