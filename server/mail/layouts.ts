import { t } from '../lib/locale/texts.ts'
import { escapeHtml } from './html/escape-html.ts'
import { applySheet } from './html/styling/apply-sheet.ts'
import { shownInOutlook } from './html/styling/conditional-comments.ts'
import { markColors } from './html/styling/dark-colors.ts'
import { inlineStyles } from './html/styling/inline-styles.ts'
import { fitForOutlook } from './html/styling/outlook.ts'
import { takeStyles } from './html/styling/style-elements.ts'
import { hasPostalAddress, hasPreferencesLink, hasUnsubscribeLink, languageOf } from './html/text.ts'
import { BUILT_IN_DESIGNS, DARK_SHEET, escapeAroundLiquid, type LayoutName, layoutOf } from './layout-design.ts'
import { braceEntities, escapeBraces } from './liquid/source.ts'

export type { LayoutName } from './layout-design.ts'

export interface LayoutContent {
  /** The creator's sanitized HTML, with Liquid. */
  content: string
  /** Plain text with Liquid, shown next to the subject in the inbox and hidden in the email. */
  preview_text?: string | null
  /** Plain text without Liquid, for browsers and screen readers. */
  title?: string
}

export const DEFAULT_LAYOUT: LayoutName = 'Classic'

export const BUILT_IN_LAYOUTS: Readonly<Record<LayoutName, string>> = {
  'Text Only': layoutOf(BUILT_IN_DESIGNS['Text Only']),
  Modern: layoutOf(BUILT_IN_DESIGNS.Modern),
  Classic: layoutOf(BUILT_IN_DESIGNS.Classic),
  Card: layoutOf(BUILT_IN_DESIGNS.Card),
}

/**
 * Puts an email's content into a layout: an HTML document with `{{ content }}` and, optionally, `{{ preview_text }}`, `{{ footer }}`, `{{ title
 * }}`, `{{ lang }}`, `{{ dir }}` and `{{ start }}` (left or right). Its styles are inlined. The footer has the postal address and the links to
 * unsubscribe and to the preference page (L1, B6), each unless the content or the layout has it. Without `{{ footer }}` it is added at the end
 * of the body. `requireInHtml` ensures that both are visible. Throws LiquidError.
 */
export function applyLayout(layout: string, { content: given, preview_text, title = '' }: LayoutContent): string {
  const { html, css } = takeStyles(given)
  const { html: content, sheet } = applySheet(html, css, 'content')
  const written = shownInOutlook(layout + content)
  const footer = renderFooter({
    address: !hasPostalAddress(written),
    unsubscribe: !hasUnsubscribeLink(written),
    preferences: !hasPreferencesLink(written),
    is_styled: layout.includes('data-inline'),
  })
  const document_template = FOOTER.test(layout) ? layout : atEndOfBody(layout, '{{ footer }}')
  const { lang, dir } = languageOf(content)
  const content_width = Number(CONTENT_WIDTH.exec(layout)?.[1] ?? USUAL_WIDTH)
  const parts: Record<string, () => string> = {
    preview_text: () => (preview_text ? renderPreview(preview_text) : ''),
    title: () => escapeBraces(braceEntities(escapeHtml(title))),
    lang: () => lang,
    dir: () => dir,
    start: () => (dir === 'rtl' ? 'right' : 'left'),
    footer: () => footer,
    content: () => fitForOutlook(markColors(content, { dark_background: DARK_SHEET }), { content_width }),
  }
  const filled = new Set<string>()
  // In one pass, so placeholders in a title or preview text are not replaced.
  const document = document_template.replace(PLACES, (tag, name: string) => {
    if (ONCE.has(name) && filled.has(name)) return tag
    filled.add(name)
    return parts[name]?.() ?? tag
  })
  return withSheets(inlineStyles(document), sheet)
}

/** Writes the remaining rules of a creator's style sheets into the head: first the layout's, which select all elements, then the content's. */
function withSheets(document: string, sheet: string): string {
  const begin = document.indexOf(REST_START)
  const end = begin === -1 ? -1 : document.indexOf(REST_END, begin)
  const css = end === -1 ? '' : document.slice(begin + REST_START.length, end)
  const without = end === -1 ? document : document.slice(0, begin) + document.slice(end + REST_END.length)
  const own = applySheet(without, css, 'template')
  const all = own.sheet + sheet
  if (all === '') return own.html
  const head = /<\/head>/i.exec(own.html)?.index ?? 0
  return `${own.html.slice(0, head)}<style data-classes>\n${all}</style>\n${own.html.slice(head)}`
}

/** Marks rules of a creator's layout that need a style sheet. */
export const REST_START = '<style data-rest>\n'
export const REST_END = '\n</style>\n'

/** Width in pixels for layouts that define none. */
const USUAL_WIDTH = 600
const CONTENT_WIDTH = /<style data-inline data-content-width="(\d+)">/
const FOOTER = /\{\{-?\s*footer\s*-?\}\}/
const PLACES = /\{\{-?\s*(preview_text|title|lang|dir|start|footer|content)\s*-?\}\}/g
const ONCE = new Set(['preview_text', 'footer', 'content'])

function atEndOfBody(layout: string, part: string): string {
  const end = layout.toLowerCase().lastIndexOf('</body')
  return end === -1 ? layout + part : layout.slice(0, end) + part + layout.slice(end)
}

function renderFooter({
  address,
  unsubscribe,
  preferences,
  is_styled,
}: {
  /** These name the missing parts. */
  address: boolean
  unsubscribe: boolean
  preferences: boolean
  /** The layout's style sheet has rules for the footer. */
  is_styled: boolean
}): string {
  const style = (css: string) => (is_styled ? '' : ` style="${css}"`)
  const parts: string[] = []
  if (unsubscribe)
    parts.push(`<a href="{{ unsubscribe_url }}"${style('color:#4b5563')}>${escapeHtml(t`Unsubscribe`)}</a>`)
  if (preferences)
    parts.push(`<a href="{{ preferences_url }}"${style('color:#4b5563')}>${escapeHtml(t`Email preferences`)}</a>`)
  if (address) parts.push('{{ address | newline_to_br }}')
  return parts.length === 0 ? '' : `<div class="footer" dir="auto"${style(FOOTER_STYLE)}>${parts.join('<br />')}</div>`
}

const FOOTER_STYLE = 'padding:24px 0;font-size:13px;line-height:1.5;color:#4b5563'

// Invisible padding keeps the inbox from showing the first words of the email after the preview text.
function renderPreview(text: string): string {
  const hidden =
    'display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:transparent'
  return `<div class="preheader" style="${hidden}">${braceEntities(escapeAroundLiquid(text))}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>`
}
