import type { ChildNode, Element } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { fontSizesOf, lengthsOf, lineHeightsOf, pixelsOf } from '../../../lib/bytes/text-size.ts'
import { LIQUID_MARK } from '../../liquid/source.ts'
import { type Insert, withInserts } from './start-tag.ts'

/**
 * Returns HTML without parts that no email client shows, such as a hidden preheader and the characters that fill it. Their Liquid tags stay,
 * because their counterparts may be outside. The Liquid in `html` must be masked.
 */
export function withoutHidden(html: string, unmask: (text: string) => string): string {
  if (!MAY_HIDE.test(html)) return html
  const document = parseDocument(html, { withStartIndices: true, withEndIndices: true })
  const hasSheet = /<style[\s>]/i.test(html)
  const hidden_nodes: ChildNode[] = []
  /** Returns whether anything in the node is visible. */
  const visit = (node: ChildNode, outer: Unreadable): boolean => {
    if (node.type === 'text' && isReadable(outer)) return true
    if (node.type === 'text' || (node.type === 'tag' && isHidden(node))) hidden_nodes.push(node)
    else if (node.type === 'tag') {
      const unreadable = unreadableIn(node, outer, hasSheet)
      const earlier = hidden_nodes.length
      let isShown = SHOWN.has(node.name)
      for (const child of node.children) if (visit(child, unreadable)) isShown = true
      if (isShown || isReadable(unreadable)) return true
      hidden_nodes.length = earlier
      hidden_nodes.push(node)
    }
    return false
  }
  for (const node of document.children) visit(node, READABLE)
  const cuts: Insert[] = []
  let last = 0
  for (const { startIndex, endIndex, next } of hidden_nodes) {
    if (startIndex === null || endIndex === null || startIndex < last) continue
    // For the parser, an element without an end tag ends after the next element's tag, which must stay.
    last = Math.min(endIndex + 1, next?.startIndex ?? html.length)
    const tags = [...html.slice(startIndex, last).matchAll(LIQUID_MARK)].filter(([mark]) =>
      unmask(mark).startsWith('{%'),
    )
    cuts.push({ at: startIndex, to: last, text: tags.map(([mark]) => mark).join('') })
  }
  return withInserts(html, cuts)
}

/** Removes the characters that keep an inbox from showing an email's first words after its preview text. */
export const withoutFiller = (text: string): string => text.replace(FILLER, ' ')

/** Several invisible characters, with spaces between them. A single one belongs to a word. */
const FILLER =
  /(?:(?:\u034f|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2060-\u2064\u2800\u3164\ufeff])[^\S\n]*){4,}/g

/** White space of HTML. U+200B, where a word may be divided, does not count: it is invisible, and frequent in Thai and Khmer. */
export const BLANKS = ' \t\r\n\f'
/** Returns whether a line shows nothing. */
export const isBlank = (line: string): boolean => line.replace(SHAPELESS, '').trim() === ''
const SHAPELESS = /[\u034f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2060-\u2064\u2800\u3164\ufeff]/g

const MAY_HIDE =
  /hidden|display|opacity|mso-hide|visibility|absolute|fixed|transparent|rgba|hsla|#(?:[\da-f]{3}0|[\da-f]{6}00)\b|font(?:-size)?\s*:\s*\.?0|-\d\d/i

/** Elements that are visible in any size and color. */
const SHOWN = new Set(['img', 'br', 'hr'])

/** Reasons why text in an element cannot be read, unless an inner element has its own style. */
interface Unreadable {
  size: boolean
  line: boolean
  indent: boolean
  color: boolean
}
const READABLE: Unreadable = { size: false, line: false, indent: false, color: false }
const isReadable = ({ size, line, indent, color }: Unreadable) => !(size || line || indent || color)

type Style = ReadonlyMap<string, string>

/** A rule of a style sheet may reveal an element with a class or an id. */
function unreadableIn({ name, attribs }: Element, outer: Unreadable, hasSheet: boolean): Unreadable {
  const style = styleOf(attribs)
  const mayShow = hasSheet && ('class' in attribs || 'id' in attribs)
  const resolve = (own: boolean | undefined, inherited: boolean) => own ?? (inherited && !mayShow)
  return {
    // Without a doctype, a table has its own font size.
    size: resolve(name === 'table' || (name === 'font' && 'size' in attribs) ? false : isSizeless(style), outer.size),
    line: resolve(isLineless(style), outer.line),
    indent: resolve(isIndented(style), outer.indent),
    // A link has its own color.
    color: resolve(
      (name === 'a' && 'href' in attribs) || (name === 'font' && 'color' in attribs) ? false : isClear(style),
      outer.color,
    ),
  }
}

/** Returns undefined if the element has the size of the outer one, or a size relative to it. */
function isSizeless(style: Style): boolean | undefined {
  const sizes = fontSizesOf(style).filter((size) => !RELATIVE.test(size) || ZERO.test(size))
  return sizes.length === 0 ? undefined : sizes.every((size) => ZERO.test(size))
}

const RELATIVE = /(?:[\d.](?:em|%|ex|ch)|^(?:inherit|unset|smaller|larger))$/
const ZERO = /^(?:0+(?:\.0*)?|\.0+)[a-z%]*$/

function isLineless(style: Style): boolean | undefined {
  const heights = lineHeightsOf(style)
  if (heights.length === 0) return undefined
  const hasBox = ['height', 'min-height'].some((property) => /[1-9]/.test(style.get(property) ?? ''))
  return heights.every((height) => ZERO.test(height)) && isCutOff(style) && !hasBox && !isPadded(style)
}

/** Text that is replaced by a background image counts as readable, because the image shows the same words. */
function isIndented(style: Style): boolean | undefined {
  const indent = style.get('text-indent')
  if (indent === undefined) return undefined
  const hasImage = ['background', 'background-image'].some((property) => style.get(property)?.includes('url('))
  return pixelsOf(indent) <= -AWAY_PX && !hasImage
}

function isClear(style: Style): boolean | undefined {
  const color = style.get('color')
  if (color === undefined || /^(?:inherit|unset|currentcolor)$/.test(color)) return undefined
  // With a gradient or a shadow in the shape of the text, it can be read.
  const hasShape = ['background-clip', '-webkit-background-clip', 'text-shadow'].some((property) => style.has(property))
  return CLEAR.test(color) && !hasShape
}

const CLEAR = /^(?:transparent|(?:rgb|hsl)a?\([^()]*[,/]\s*0(?:\.0+)?%?\s*\)|#(?:[\da-f]{3}0|[\da-f]{6}00))$/
const AWAY_PX = 500

const styleOf = ({ style = '' }: Element['attribs']): Style =>
  new Map(
    style
      .toLowerCase()
      .split(';')
      .map((one) => [one.split(':', 1)[0]?.trim() ?? '', valueIn(one)]),
  )

function isHidden({ name, attribs }: Element): boolean {
  if ('hidden' in attribs) return true
  const style = styleOf(attribs)
  const isZero = (property: string) => ZERO.test(style.get(property) ?? '')
  const isTiny = (property: string) => isZero(property) || /^(?:1|0?\.\d+)(?:px|pt)$/.test(style.get(property) ?? '')
  const isCell = name === 'td' || name === 'th'
  return (
    style.get('display') === 'none' ||
    /^(?:hidden|collapse)$/.test(style.get('visibility') ?? '') ||
    isZero('opacity') ||
    // Without `mso-hide`, children may have their own size.
    (style.get('mso-hide') === 'all' &&
      (['font-size', 'line-height', 'max-height'].some(isTiny) || isOfBackground(style))) ||
    // A box with the proportions of a video shows its content in its padding.
    (isCutOff(style) && (isZero('max-height') || isZero('height')) && !isPadded(style)) ||
    // Cells are as wide as their row allows.
    (isCutOff(style) &&
      (isZero('max-width') || isZero('width')) &&
      !(isCell || isPadded(style) || style.has('min-width'))) ||
    isAway(style)
  )
}

function isAway(style: Style): boolean {
  const isFar = (property: string) => lengthsOf(style.get(property)).some((pixels) => pixels <= -AWAY_PX)
  const isPlaced = /^(?:absolute|fixed)$/.test(style.get('position') ?? '')
  // A full-width band has the same padding.
  return (isPlaced && OFFSETS.some(isFar)) || (MARGINS.some(isFar) && !isPadded(style))
}

const OFFSETS = ['left', 'right', 'top', 'bottom', 'inset']
const MARGINS = ['margin', 'margin-left', 'margin-top']

const isOfBackground = (style: Style): boolean => {
  const color = style.get('color')
  return color !== undefined && (color === style.get('background-color') || color === style.get('background'))
}

const isCutOff = (style: Style): boolean =>
  ['overflow', 'overflow-x', 'overflow-y'].some((property) => style.get(property) === 'hidden')

const isPadded = (style: Style): boolean =>
  ['padding', 'padding-top', 'padding-bottom', 'padding-left', 'padding-right'].some((property) =>
    /[1-9]/.test(style.get(property) ?? ''),
  )

const valueIn = (declaration: string): string =>
  declaration
    .slice(declaration.indexOf(':') + 1)
    .split('!', 1)[0]
    ?.trim() ?? ''
