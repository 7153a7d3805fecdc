import { parseAccept } from 'hono/utils/accept'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import type { Catalog, Locale } from '../../lib/locale/current.ts'

/** Countries whose number and date formats differ from American ones, with the same English texts. */
const ENGLISH = ['en', 'en-US', 'en-GB', 'en-AU', 'en-CA', 'en-IE', 'en-IN', 'en-NZ', 'en-ZA']

/** Cookie with the locale chosen in a browser. */
export const LOCALE_COOKIE = 'envoi.locale'

// Filled at startup, and read by pages.
const available = processSingleton(
  'locales',
  () => new Map<string, Locale>(ENGLISH.map((tag) => [tag, { tag, dir: 'ltr' }])),
)

const translated = (tag: string, catalog: Catalog): Locale => ({ tag, dir: directionOf(tag), catalog })

/** Returns the usual writing direction of the language. */
const directionOf = (tag: string): Locale['dir'] =>
  ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm'].includes(new Intl.Locale(tag).maximize().script ?? '')
    ? 'rtl'
    : 'ltr'

/** Adds a language to this process. */
export const addLocale = (tag: string, catalog: Catalog): void => void available.set(tag, translated(tag, catalog))

export const findLocale = (tag: string): Locale | undefined => available.get(tag)

/** Returns the available languages, each named in itself. */
export const locales = (): { tag: string; name: string }[] =>
  [...available.values()].filter(({ tag }) => tag !== 'en').map(({ tag }) => ({ tag, name: nameOf(tag) }))

// Pseudo-locales (decision 0115) have no name.
const nameOf = (tag: string): string =>
  /-X[AB]$/.test(tag) ? tag : (new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag)

/** Returns the chosen locale, else the first available one in an Accept-Language header, else English. */
export function localeFor({
  chosen,
  accepted,
}: {
  chosen?: string | null | undefined
  accepted?: string | undefined
}): Locale {
  const asked = [chosen ?? '', ...tagsOf(accepted)].flatMap((tag) => [tag, tag.split('-')[0] ?? ''])
  return (
    asked
      .map(canonical)
      .map(findLocale)
      .find((found) => found !== undefined) ?? { tag: 'en', dir: 'ltr' }
  )
}

const MAX_TAGS = 20
const MAX_CHARACTERS = 500

const tagsOf = (header = ''): string[] =>
  parseAccept(header.slice(0, MAX_CHARACTERS))
    .filter(({ q }) => q > 0)
    .slice(0, MAX_TAGS)
    .map(({ type }) => type)

/** `EN-gb` becomes `en-GB`; an invalid tag becomes empty. */
function canonical(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? ''
  } catch {
    return ''
  }
}
