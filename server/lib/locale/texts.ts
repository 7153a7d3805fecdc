import { currentLocale } from './current.ts'
import { shownValue } from './formats.ts'

/** Returns a text of the interface in the current locale, with its values at `{0}`, `{1}`. The build generates these calls (decision 0115). */
export const text = (message: string, ...values: unknown[]): string => {
  const translated = currentLocale().catalog?.[message]
  return filled(typeof translated === 'string' && translated !== '' ? translated : message, values)
}

/** Marks a text that the build does not find, such as a single word: `` t`Paused` ``, `` t`by ${name}` ``. Returns it translated. */
export const t = (strings: TemplateStringsArray, ...values: unknown[]): string =>
  text(
    strings.reduce((message, part, index) => `${message}{${index - 1}}${part}`),
    ...values,
  )

const filled = (message: string, values: unknown[]): string =>
  values.length === 0
    ? message
    : message.replace(/\{(\d+)\}/g, (_, index) => String(shownValue(values[Number(index)] ?? '')))
