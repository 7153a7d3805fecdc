import { colord, extend } from 'colord'
import namesPlugin from 'colord/plugins/names'
import type { Element } from 'domhandler'
import { contrastOf } from '../../../lib/text/color.ts'
import { LIQUID_MARK, maskLiquid } from '../../liquid/source.ts'
import { attributeInserts, type Insert, parseElements, withInserts } from './start-tag.ts'

extend([namesPlugin])

/** Class of a creator's element with a light background: its text stays dark in dark mode. */
export const LIGHT_BOX = 'light-box'
/** Class of an element with another background of its own: nothing changes in dark mode. */
export const OWN_BOX = 'own-box'
/** Class of text whose own color is unreadable on a dark background. */
export const DARK_TEXT = 'dark-text'

/** Adds classes to elements with their own colors, which keep them readable in the layout's dark mode. For sanitized HTML. Throws LiquidError. */
export function markColors(html: string, { dark_background }: { dark_background: string }): string {
  if (!/color|background/i.test(html)) return html
  const { text, unmask } = maskLiquid(html)
  const classes = new Map<Element, string>()
  const inserts: Insert[] = []
  // Outer elements come before inner ones.
  for (const { element } of parseElements(text)) {
    const found = classOf(element, { dark_background, boxAround: () => boxAround(element, classes) })
    if (!found) continue
    classes.set(element, found)
    inserts.push(...attributeInserts(text, element, { name: 'class', after: found, separator: ' ' }))
  }
  return unmask(withInserts(text, inserts))
}

function classOf(
  element: Element,
  { dark_background, boxAround }: { dark_background: string; boxAround: () => string | undefined },
): string | undefined {
  const style = (element.attribs.style ?? '').replace(LIQUID_MARK, '')
  const background = colorIn(BACKGROUND.exec(style)?.[1] ?? element.attribs.bgcolor)
  const color = colorIn(COLOR.exec(style)?.[1] ?? (element.name === 'font' ? element.attribs.color : undefined))
  if (background) return !color && contrastOf(background, '#111827') > 4.5 ? LIGHT_BOX : OWN_BOX
  if (element.attribs.background || style.split(';').some((one) => /^\s*background/i.test(one) && one.includes('url(')))
    return OWN_BOX
  // Links have their own color in dark mode, except in a box that keeps its background.
  if (element.name === 'a' && boxAround() === OWN_BOX) return OWN_BOX
  return color && contrastOf(color, dark_background) < MIN_CONTRAST && !boxAround() ? DARK_TEXT : undefined
}

/** WCAG 2 requires 4.5. Colors between the two stay, because most were chosen to be subtle. */
const MIN_CONTRAST = 3.5

const BACKGROUND = /(?:^|;)\s*background(?:-color)?\s*:\s*([^;!]+)/i
const COLOR = /(?:^|;)\s*color\s*:\s*([^;!]+)/i

function colorIn(text: string | undefined): string | undefined {
  const color = colord((text ?? '').trim().slice(0, 50))
  return color.isValid() && color.alpha() > 0.5 ? color.alpha(1).toHex() : undefined
}

function boxAround(element: Element, classes: ReadonlyMap<Element, string>): string | undefined {
  for (let at = element.parent; at?.type === 'tag'; at = at.parent) {
    const found = classes.get(at)
    if (found === LIGHT_BOX || found === OWN_BOX) return found
  }
  return undefined
}
