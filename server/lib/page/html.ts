import { html as template } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { currentLocale } from '../locale/current.ts'
import { translateMarkup } from '../locale/markup.ts'

/** HTML from `html`, or marked as safe by `trustedHtml`. */
export type Html = HtmlEscapedString

export { raw as trustedHtml } from 'hono/html'

/**
 * A tagged template for HTML and XML: escapes every value except `Html` and arrays of it, and omits null, undefined and booleans. Its own texts
 * are in the current locale (decision 0115). Returns a String object; `toString()` returns the text.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  const { catalog } = currentLocale()
  // The result is a promise only if a value is one.
  if (!catalog) return template(strings, ...values) as Html
  const { strings: translated, order } = translateMarkup(strings, catalog)
  return template(translated as unknown as TemplateStringsArray, ...order.map((index) => values[index])) as Html
}
