import { processSingleton } from '../concurrency/process-singleton.ts'

/** The language of texts, numbers and dates. */
export interface Locale {
  /** A BCP 47 tag: `en-GB`. */
  tag: string
  dir: 'ltr' | 'rtl'
  /** Translations of the English texts; absent for English. */
  catalog?: Catalog
}

/** Maps English text to its translation; counted nouns have a form for each plural category of the locale. */
export type Catalog = Readonly<Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>>

const scope = processSingleton('locale of the running code', () => ({ find: (): Locale | undefined => undefined }))

/** Sets the function that returns the locale of the running code, such as its request's. */
export function provideLocale(find: () => Locale | undefined): void {
  scope.find = find
}

/** In a browser: the locale left by its script (server/core/locale/script.ts), else English of the document's country. */
const ofDocument = (): Locale =>
  typeof document === 'undefined'
    ? { tag: 'en', dir: 'ltr' }
    : ((window as Window & { envoi_locale?: Locale }).envoi_locale ?? {
        tag: document.documentElement.lang || 'en',
        dir: 'ltr',
      })

const otherwise = ofDocument()

/** Returns the locale of the request or document. Elsewhere, as in jobs, commands, `/v4` and tests, it is English. */
export const currentLocale = (): Locale => scope.find() ?? otherwise
