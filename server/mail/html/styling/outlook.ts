import type { ChildNode, Element } from 'domhandler'
import { maskLiquid } from '../../liquid/source.ts'
import { attributeInserts, type Insert, parseElements, withInserts } from './start-tag.ts'

// Outlook on Windows renders with Word, which supports padding only in table cells, no `max-width` of images, and only cells as columns.

/**
 * Gives buttons their padding and columns their table in Outlook, by markup that only Outlook sees, and images a width that fits into
 * `content_width` pixels. For sanitized HTML. Throws LiquidError.
 */
export function fitForOutlook(html: string, { content_width }: { content_width: number }): string {
  if (!/data-button|data-color-button|data-column|<img/i.test(html)) return html
  const { text, unmask } = maskLiquid(html)
  const inserts = parseElements(text).flatMap(({ element }) => {
    if (element.name === 'img') return narrowed(text, element, widthAround(element, content_width))
    if (element.attribs['data-columns'] !== undefined) return asTable(element)
    return element.name === 'a' && isButton(element) ? padded(text, element) : []
  })
  return unmask(withInserts(text, inserts))
}

/** Outlook shows an image without a width at the size of its file, so the editor always writes a width. */
function narrowed(html: string, element: Element, content_width: number): Insert[] {
  const { startIndex: start, attribs } = element
  const written = attribs.width ?? ''
  if (start === null || !/^\d+$/.test(written) || Number(written) <= content_width) return []
  const at = html.indexOf(`width="${written}"`, start)
  const isAttribute = at !== -1 && /^<img[^<>]*\s$/i.test(html.slice(start, at))
  return isAttribute ? [{ at, to: at + `width="${written}"`.length, text: `width="${content_width}"` }] : []
}

/** Returns a table with the columns as cells. Empty if anything else is between them. */
function asTable(element: Element): Insert[] {
  const columns = element.children.filter((child): child is Element => child.type === 'tag')
  if (columns.length === 0 || !columns.every(({ attribs }) => attribs['data-column'] !== undefined)) return []
  const cell = `<td width="${Math.floor(100 / columns.length)}%" valign="top" style="padding:0 8px">`
  const table = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${cell}`
  return columns.flatMap(({ startIndex, endIndex }, index) => {
    if (startIndex === null || endIndex === null) return []
    const before = { at: startIndex, text: `<!--[if mso]>${index === 0 ? table : `</td>${cell}`}<![endif]-->` }
    const isLast = index === columns.length - 1
    return isLast ? [before, { at: endIndex + 1, text: '<!--[if mso]></td></tr></table><![endif]-->' }] : [before]
  })
}

/** Returns the maximum width of an image: the width of its column, if it is in a column. */
function widthAround(element: Element, content_width: number): number {
  for (let at = element.parent; at?.type === 'tag'; at = at.parent) {
    const count = Number(at.attribs['data-columns'])
    if (count > 1) return Math.floor(content_width / count) - COLUMN_PADDING
  }
  return content_width
}

/** Pixels, the sum of left and right. */
const COLUMN_PADDING = 16

const isButton = ({ parent }: Element) =>
  parent?.type === 'tag' && ['data-button', 'data-color-button'].some((name) => parent.attribs[name] !== undefined)
const isText = (child: ChildNode) => child.type === 'text'

const PADDING = /(?:^|;)\s*padding\s*:\s*(\d+)px\s+(\d+)px\s*(?:;|$)/

/**
 * Pads a button with wide spaces on the left and right. The first one is raised above the text, and the text above the baseline, which makes the
 * line as high as the button.
 */
function padded(html: string, element: Element): Insert[] {
  const [, vertical, horizontal] = PADDING.exec(element.attribs.style ?? '') ?? []
  const [first, last] = [element.children[0], element.children.at(-1)]
  if (!vertical || !horizontal || !first || !last || !element.children.every(isText)) return []
  const end = html.indexOf('</a>', last.startIndex ?? html.length)
  const style = attributeInserts(html, element, { name: 'style', after: 'mso-padding-alt:0', separator: ';' })
  if (first.startIndex === null || end === -1 || style.length === 0) return []
  const raise = Number(vertical) * POINTS_PER_PIXEL
  const width = `mso-font-width:${Math.round((Number(horizontal) / EM_SPACE) * 100)}%`
  const before = `<i style="${width};mso-text-raise:${raise * 2}pt" hidden>&emsp;</i><span style="mso-text-raise:${raise}pt">`
  return [
    ...style,
    { at: first.startIndex, text: `<!--[if mso]>${before}<![endif]-->` },
    // Without a character after it, Word drops the space.
    { at: end, text: `<!--[if mso]></span><i style="${width}" hidden>&emsp;&#8203;</i><![endif]-->` },
  ]
}

const POINTS_PER_PIXEL = 0.75
/** Pixels: the usual font size. */
const EM_SPACE = 16
