import { compile } from 'html-to-text'
import { currentLocale } from '../../lib/locale/current.ts'
import { isTooDeep, refuseDeepDocument } from '../liquid/nesting.ts'
import { decodeLiquid, keepBraces, liquidSpans, maskLiquid, maskOrNot } from '../liquid/source.ts'
import { BLANKS, withoutFiller, withoutHidden } from './styling/hidden.ts'
import { takeStyles } from './styling/style-elements.ts'
import { type Element, walkMarkup } from './visible-markup.ts'

/**
 * Returns HTML as text with Liquid: links keep their address, images become their description, and literal braces are marked (`keepBraces`). For
 * a whole email use `plainTextOf`. Throws LiquidError if its Liquid does not parse or is nested too deeply.
 */
export function htmlToText(html: string): string {
  const { text, unmask } = maskLiquid(decodeLiquid(html))
  refuseDeepDocument(text)
  return unmask(keepBraces(withoutFiller(toText(withoutHidden(text, unmask))))).trim()
}

/** Returns HTML as text after Liquid was rendered: remaining braces are text. Throws NestingError. */
export function renderedToText(html: string): string {
  refuseDeepDocument(html)
  return withoutFiller(toText(html)).trim()
}

/** Returns the first words of a rendered page, at most `maxLength` characters. Throws NestingError. */
export function extractPreviewText(html: string, maxLength: number): string {
  refuseDeepDocument(html)
  const shown = withoutHidden(html, (text) => text)
  const words = withoutFiller(toPreview(shown)).replace(/\s+/g, ' ').trim()
  if (words.length <= maxLength) return words
  const cut = words.slice(0, maxLength)
  // Cuts between words.
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 0) || undefined).trim()}…`
}

/** Returns whether sanitized HTML shows anything. An image alone counts. */
export const hasContent = (html: string): boolean =>
  /<(?:img|hr)\b/i.test(html) || takeStyles(html).html.replace(/<[^<>]*>|&nbsp;|\s/g, '') !== ''

/**
 * Returns whether there is a link with content whose address is `{{ unsubscribe_url }}` (B6). `requireInHtml` ensures that it is
 * visible.
 */
export function hasUnsubscribeLink(html: string): boolean {
  const { text, unmask } = maskOrNot(html)
  let link: Element | undefined
  let hasWords = false
  if (isTooDeep(text)) return false
  walkMarkup(text, {
    open(element) {
      if (element.name === 'a' && UNSUBSCRIBE_URL.test(unmask(element.attribs.href ?? ''))) link = element
      if (element.name === 'img' && link) hasWords = true
    },
    close(element) {
      if (element === link) link = undefined
    },
    text(words) {
      if (link && words.trim() !== '') hasWords = true
    },
  })
  return hasWords
}

/** Returns whether there is a link to the preference page. */
export const hasPreferencesLink = (html: string): boolean => /\{\{-?\s*preferences_url\b/.test(html)

/**
 * Guesses the text direction of the content, and its language if the script determines it. Otherwise the language is the account's, which is the
 * current locale. A screen reader needs both.
 */
export function languageOf(html: string): { lang: string; dir: 'ltr' | 'rtl' } {
  const words = takeStyles(html)
    .html.slice(0, 20_000)
    .replace(/<[^<>]*>|\{[{%][^{}%]*[%}]\}|&\w+;/g, ' ')
  const count = (script: RegExp) => words.match(script)?.length ?? 0
  const [hebrew, arabic, all] = [count(/\p{Script=Hebrew}/gu), count(/\p{Script=Arabic}/gu), count(/\p{L}/gu)]
  const { tag, dir } = currentLocale()
  if (all === 0 || hebrew + arabic > all / 2 === (dir === 'rtl')) return { lang: tag, dir }
  if (hebrew + arabic <= all / 2) return { lang: 'en', dir: 'ltr' }
  if (hebrew > arabic) return { lang: 'he', dir: 'rtl' }
  return { lang: /[\u067e\u0686\u0698\u06af]/.test(words) ? 'fa' : 'ar', dir: 'rtl' }
}

/** Returns whether the postal address is printed (L1). */
export function hasPostalAddress(html: string): boolean {
  return liquidSpans(html).some(({ begin, end }) => /^\{\{-?\s*address\b/.test(html.slice(begin, end)))
}

// Some editors percent-encode the braces.
const UNSUBSCRIBE_URL = /^\s*(?:\{\{|%7B%7B)-?(?:\s|%20)*unsubscribe_url\b/i

const toText = compile({
  wordwrap: false,
  preserveNewlines: false,
  whitespaceCharacters: BLANKS,
  selectors: [
    {
      selector: 'a',
      options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, linkBrackets: ['(', ')'], noAnchorUrl: true },
    },
    { selector: 'img', format: 'altText' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'table', format: 'block' },
    { selector: 'td', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'hr', options: { length: 20 } },
    { selector: '.preheader', format: 'skip' },
    { selector: 'style', format: 'skip' },
    { selector: 'title', format: 'skip' },
  ],
  formatters: { altText: (elem, _walk, builder) => builder.addInline(String(elem.attribs?.alt ?? '')) },
})

const toPreview = compile({
  wordwrap: false,
  whitespaceCharacters: BLANKS,
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'hr', format: 'skip' },
    { selector: 'style', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})
