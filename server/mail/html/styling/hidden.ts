import type { ChildNode, Element } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { fontSizesOf, lengthsOf, lineHeightsOf, pixelsOf } from '../../../lib/bytes/text-size.ts'
import { LIQUID_MARK } from '../../liquid/source.ts'
import { type Insert, withInserts } from './start-tag.ts'

/**
 * Returns HTML without what no email client shows, such as a hidden preheader and the characters that fill it. Tags of Liquid in it stay,
 * because they may belong to others outside. `masked` is HTML whose Liquid is masked.
 */
export function withoutHidden(masked: string, unmask: (text: string) => string): string {
  if (!MAY_HIDE.test(masked)) return masked
  const document = parseDocument(masked, { withStartIndices: true, withEndIndices: true })
  const has_sheet = /<style[\s>]/i.test(masked)
  const hidden: ChildNode[] = []
  /** Returns whether something in it can be seen. */
  const visit = (node: ChildNode, outer: Unreadable): boolean => {
    if (node.type === 'text' && isReadable(outer)) return true
    if (node.type === 'text' || (node.type === 'tag' && isHidden(node))) hidden.push(node)
    else if (node.type === 'tag') {
      const unreadable = unreadableIn(node, outer, has_sheet)
      const earlier = hidden.length
      let isShown = SHOWN.has(node.name)
      for (const child of node.children) if (visit(child, unreadable)) isShown = true
      if (isShown || isReadable(unreadable)) return true
      hidden.length = earlier
      hidden.push(node)
    }
    return false
  }
  for (const node of document.children) visit(node, READABLE)
  const cuts: Insert[] = []
  let last = 0
  for (const { startIndex, endIndex, next } of hidden) {
    if (startIndex === null || endIndex === null || startIndex < last) continue
    // An element without an end tag ends with the tag of the next one, which stays.
    last = Math.min(endIndex + 1, next?.startIndex ?? masked.length)
    const tags = [...masked.slice(startIndex, last).matchAll(LIQUID_MARK)].filter(([mark]) =>
      unmask(mark).startsWith('{%'),
    )
    cuts.push({ at: startIndex, to: last, text: tags.map(([mark]) => mark).join('') })
  }
  return withInserts(masked, cuts)
}

/** Returns text without the characters that keep an inbox from showing an email's first words beside its preview text. */
export const withoutFiller = (text: string): string => text.replace(FILLER, ' ')

/** Several characters without a shape, with blanks between them. A single one belongs to a word. */
const FILLER =
  /(?:(?:\u034f|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2060-\u2064\u2800\u3164\ufeff])[^\S\n]*){4,}/g

/** Blanks of HTML. A place where a word may be divided (U+200B) is none: it shows nothing, and Thai and Khmer have many. */
export const BLANKS = ' \t\r\n\f'
/** Returns whether a line shows nothing. */
export const isBlank = (line: string): boolean => line.replace(SHAPELESS, '').trim() === ''
const SHAPELESS = /[\u034f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2060-\u2064\u2800\u3164\ufeff]/g

const MAY_HIDE =
  /hidden|display|opacity|mso-hide|visibility|absolute|fixed|transparent|rgba|hsla|#(?:[\da-f]{3}0|[\da-f]{6}00)\b|font(?:-size)?\s*:\s*\.?0|-\d\d/i

/** Shown in any size and color. */
const SHOWN = new Set(['img', 'br', 'hr'])

/** Why the text in an element cannot be read, unless an inner element has a style of its own. */
interface Unreadable {
  size: boolean
  line: boolean
  indent: boolean
  color: boolean
}
const READABLE: Unreadable = { size: false, line: false, indent: false, color: false }
const isReadable = ({ size, line, indent, color }: Unreadable) => !(size || line || indent || color)

type Style = ReadonlyMap<string, string>

/** A rule of a style sheet may show an element with a class or an id. */
function unreadableIn({ name, attribs }: Element, outer: Unreadable, has_sheet: boolean): Unreadable {
  const style = styleOf(attribs)
  const may_show = has_sheet && ('class' in attribs || 'id' in attribs)
  const of = (own: boolean | undefined, inherited: boolean) => own ?? (inherited && !may_show)
  return {
    // Without a doctype, a table has a size of its own.
    size: of(name === 'table' || (name === 'font' && 'size' in attribs) ? false : isSizeless(style), outer.size),
    line: of(isLineless(style), outer.line),
    indent: of(isIndented(style), outer.indent),
    // A link has a color of its own.
    color: of(
      (name === 'a' && 'href' in attribs) || (name === 'font' && 'color' in attribs) ? false : isClear(style),
      outer.color,
    ),
  }
}

/** Returns undefined if the element has the size of the outer one, or a part of it. */
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

/** Text beside an image of itself is what the image says. */
function isIndented(style: Style): boolean | undefined {
  const indent = style.get('text-indent')
  if (indent === undefined) return undefined
  const hasImage = ['background', 'background-image'].some((property) => style.get(property)?.includes('url('))
  return pixelsOf(indent) <= -AWAY_PX && !hasImage
}

function isClear(style: Style): boolean | undefined {
  const color = style.get('color')
  if (color === undefined || /^(?:inherit|unset|currentcolor)$/.test(color)) return undefined
  // A gradient or a shadow in the shape of the text can be read.
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
    // Without it, children may have a size of their own.
    (style.get('mso-hide') === 'all' &&
      (['font-size', 'line-height', 'max-height'].some(isTiny) || isOfBackground(style))) ||
    // The padding of a box with the proportions of a video shows what is in it.
    (isCutOff(style) && (isZero('max-height') || isZero('height')) && !isPadded(style)) ||
    // Cells are as wide as their row lets them.
    (isCutOff(style) &&
      (isZero('max-width') || isZero('width')) &&
      !(isCell || isPadded(style) || style.has('min-width'))) ||
    isAway(style)
  )
}

function isAway(style: Style): boolean {
  const isFar = (property: string) => lengthsOf(style.get(property)).some((pixels) => pixels <= -AWAY_PX)
  const isPlaced = /^(?:absolute|fixed)$/.test(style.get('position') ?? '')
  // A band over the whole width has the same padding.
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
