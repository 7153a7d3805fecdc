import { processSingleton } from '../concurrency/process-singleton.ts'

/** The language that texts, numbers and dates are written in. */
export interface Locale {
  /** A BCP 47 tag: `en-GB`. */
  tag: string
  dir: 'ltr' | 'rtl'
  /** Translations of the English texts; absent for English. */
  catalog?: Catalog
}

/** English text to its translation; counted nouns have a form for each plural category of the locale. */
export type Catalog = Readonly<Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>>

const scope = processSingleton('locale of the running code', () => ({ find: (): Locale | undefined => undefined }))

/** Makes `find` return the locale that the running code works for, such as its request’s. */
export function provideLocale(find: () => Locale | undefined): void {
  scope.find = find
}

/** In a browser: what the script of the locale left (server/core/locale/script.ts), else English of the country that the document names. */
const ofDocument = (): Locale =>
  typeof document === 'undefined'
    ? { tag: 'en', dir: 'ltr' }
    : ((window as Window & { envoi_locale?: Locale }).envoi_locale ?? {
        tag: document.documentElement.lang || 'en',
        dir: 'ltr',
      })

const otherwise = ofDocument()

/** Returns the locale of the request or document, English outside of one: in jobs, commands, `/v4` and tests. */
export const currentLocale = (): Locale => scope.find() ?? otherwise
