import { t } from '../../lib/locale/texts.ts'
import { joinTemplate, type LiquidTemplate, type LiquidVariables, parseLiquid } from '../liquid/template.ts'
import { escapeHtml } from './escape-html.ts'
import { sanitizeDocument } from './sanitize.ts'
import { ADDRESS, alwaysPrints, readTemplate, type TemplateMarkup, UNSUBSCRIBE_URL } from './template-markup.ts'
import { type Element, type End, isVisible, walkMarkup } from './visible-markup.ts'

// Every email shows an unsubscribe link and the sender's postal address, in the HTML and in the plain text (B6, L1). A creator's Liquid can
// print both for some recipients only, and a style can hide them. Most templates are proven complete when they are parsed. For the others, each
// message is checked after rendering, and missing parts are added.

/** A part of a message. `sample` is typical text for its values. */
export interface PartTemplate extends LiquidTemplate {
  sample?: string
  /** Returns the missing parts of one message, which are added to it. Absent if every message is complete. */
  missing?: (...values: Parameters<LiquidTemplate['render']>) => RequiredPart[]
}

export type RequiredPart = 'unsubscribe link' | 'postal address'

/**
 * Returns HTML that shows the required parts in every message and in which Liquid moves no tag. Added text is in the current
 * locale.
 */
export function requireInHtml(source: string): PartTemplate {
  const template = parseLiquid(source, 'html')
  const { is_stable, shows_unsubscribe, shows_address } = markupOf(template, source)
  if (shows_unsubscribe && shows_address) return template
  const clean = (html: string) => (is_stable ? html : sanitizeDocument(html))
  const label = t`Unsubscribe`
  return {
    ...checked(template, (html, required) => addToHtml(clean(html), { ...required, label })),
    missing: (variables, linkUrl) =>
      missingIn(clean(joinTemplate(template, template.render(variables, linkUrl))), requiredOf(variables)).parts,
  }
}

export function requireInText(source: string): PartTemplate {
  const template = parseLiquid(source, 'text')
  if (alwaysPrints(source, UNSUBSCRIBE_URL) && alwaysPrints(source, ADDRESS)) return template
  const label = t`Unsubscribe`
  return checked(template, (text, required) => addToText(text, { ...required, label }))
}

interface Required {
  unsubscribe_url: string
  address: string
}

const requiredOf = ({ unsubscribe_url, address }: LiquidVariables): Required => ({
  unsubscribe_url: String(unsubscribe_url),
  address: String(address),
})

function checked(template: LiquidTemplate, add: (rendered: string, required: Required) => string): PartTemplate {
  return {
    fixed: ['', ''],
    sample: template.fixed.join(''),
    render(variables: LiquidVariables, linkUrl) {
      return [add(joinTemplate(template, template.render(variables, linkUrl)), requiredOf(variables))]
    },
  }
}

// An email is prepared each time its job continues. Caches its parsed template.
const markups = new WeakMap<LiquidTemplate, TemplateMarkup>()

function markupOf(template: LiquidTemplate, source: string): TemplateMarkup {
  const markup = markups.get(template) ?? readTemplate(source)
  markups.set(template, markup)
  return markup
}

/** Required parts, with the text of the link. */
type Added = Required & { label: string }

function addToHtml(html: string, required: Added): string {
  const { parts, end } = missingIn(html, required)
  if (parts.length === 0) return html
  const link = `<a href="${escapeHtml(required.unsubscribe_url)}" style="color:#4b5563">${escapeHtml(required.label)}</a>`
  const address = escapeHtml(required.address).replace(/\r?\n/g, '<br />\n')
  const added = parts.map((part) => (part === 'unsubscribe link' ? link : address)).join('<br />')
  // Inserted after all open elements, any of which may be hidden, and with its own colors.
  const close = end.open.map((name) => `</${name}>`).join('')
  const footer = `<div style="padding:24px 16px;font-family:Helvetica,Arial,sans-serif;font-size:13px;line-height:1.5;text-align:center;color:#4b5563;background-color:#ffffff">${added}</div>`
  return html.slice(0, end.index) + close + footer + html.slice(end.index)
}

/** Reads a rendered message as an email client would show it. */
function missingIn(html: string, { unsubscribe_url, address }: Required): { parts: RequiredPart[]; end: End } {
  let link: Element | undefined
  let showsUnsubscribe = false
  let visible_text = ''
  const readWords = (words: string) => {
    if (link && /[\p{L}\p{N}]/u.test(words)) showsUnsubscribe = true
  }
  const end = walkMarkup(html, {
    open(element) {
      if (!isVisible(element)) return
      if (element.name === 'a' && element.attribs.href?.trim() === unsubscribe_url) link = element
      if (element.name === 'img') readWords(element.attribs.alt ?? '')
    },
    close(element) {
      if (element === link) link = undefined
    },
    text(text, parent) {
      if (!isVisible(parent)) return
      visible_text += text
      readWords(text)
    },
  })
  const parts: RequiredPart[] = []
  if (!showsUnsubscribe) parts.push('unsubscribe link')
  if (!squeezed(visible_text).includes(squeezed(address))) parts.push('postal address')
  return { parts, end }
}

function addToText(text: string, { unsubscribe_url, address, label }: Added): string {
  const parts: string[] = []
  if (!text.includes(unsubscribe_url)) parts.push(`${label} (${unsubscribe_url})`)
  if (!squeezed(text).includes(squeezed(address))) parts.push(address.replace(/\r\n?/g, '\n'))
  return parts.length === 0 ? text : `${text}\n\n${parts.join('\n')}\n`
}

const squeezed = (text: string) => text.replace(/\s+/g, '').toLowerCase()
