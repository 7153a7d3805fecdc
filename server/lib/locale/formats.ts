import { currentLocale } from './current.ts'

/** Returns a function that makes a formatter once for each locale that asks for it. */
export function inLocaleOnce<Formatter>(make: (tag: string) => Formatter): () => Formatter {
  const made = new Map<string, Formatter>()
  return () => {
    const { tag } = currentLocale()
    const found = made.get(tag) ?? make(tag)
    made.set(tag, found)
    return found
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

/** "March 3, 2027": the day of an instant in a time zone. */
export const dayText = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(currentLocale().tag, { dateStyle: 'long', timeZone }).format(instant)
