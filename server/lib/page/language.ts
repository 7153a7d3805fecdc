import { currentLocale } from '../locale/current.ts'
import { type Html, html } from './html.ts'

/** Returns the attributes of an element whose texts are in the current locale. Left to right is the default of a document. */
export function languageAttributes(): Html {
  const { tag, dir } = currentLocale()
  return html` lang="${tag}"${dir === 'rtl' && html` dir="rtl"`}`
}
