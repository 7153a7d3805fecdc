import { html as template } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** HTML that `html` wrote, or that `trustedHtml` marks as safe. */
export type Html = HtmlEscapedString

export { raw as trustedHtml } from 'hono/html'

/**
 * A tagged template for HTML and XML: escapes every value except `Html` and arrays of it, and leaves out null, undefined and booleans.
 * Returns a String object; `toString()` gives the text.
 */
export const html = (strings: TemplateStringsArray, ...values: unknown[]): Html =>
  // The result is a promise only if a value is one.
  template(strings, ...values) as Html
