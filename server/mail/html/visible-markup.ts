import { Parser } from 'htmlparser2'
import {
  fontSizesOf,
  isFlat,
  isTiny,
  lengthsOf,
  lineHeightsOf,
  MAX_THIN_PX,
  partOf,
  pixelsOf,
  SCREEN_PX,
} from '../../lib/bytes/text-size.ts'
import { NestingError } from '../liquid/nesting.ts'
import {
  backgroundOf,
  type Colors,
  colorOf,
  isKnownColor,
  isStyled,
  isUnreadable,
  type RgbaColor,
  type Tint,
  tintOf,
  WHITE,
  withVariables,
} from './text-color.ts'

/** An open element, with the effect of its own and its outer elements' styles in email clients. */
export interface Element {
  name: string
  attribs: Readonly<Record<string, string>>
  parent: Element | undefined
  /** Its own tag changes the visibility of its content. */
  changes_visibility: boolean
  /** Nothing in it is visible. */
  is_hidden: boolean
  is_tiny: boolean
  /** Content outside of its box, or of an outer element's box, is invisible. */
  is_cut: boolean
  /** Its lines have no height. */
  is_flat: boolean
  /** Color of its text; null if unknown, as in a link without a color. */
  color: RgbaColor | null
  /** Color behind its text; null if unknown, as over an image. */
  background: RgbaColor | null
  tint: Tint
  /** Its own declarations, if any is a custom property. */
  custom: ReadonlyMap<string, string> | undefined
}

export interface Visitor {
  tag?(name: string): void
  /** `quote` is null for an unquoted value, undefined without a value. */
  attribute?(name: string, value: string, quote: string | null | undefined): void
  open?(element: Element): void
  close?(element: Element): void
  text?(text: string, parent: Element | undefined): void
  comment?(text: string): void
}

/** Position for text after all content: `index` in the source, and the elements open there, innermost first. */
export interface End {
  index: number
  open: string[]
}

/** Walks through HTML in document order, in linear time. Throws NestingError. */
export function walkMarkup(html: string, visitor: Visitor): End {
  const stack: Element[] = []
  let page: Colors = { color: null, background: WHITE }
  let end: End | undefined
  let implied: string[] = []
  const parser = new Parser({
    onopentagname: (name) => visitor.tag?.(name),
    onattribute: (name, value, quote) => visitor.attribute?.(name, value, quote),
    onopentag(name, attribs) {
      if (stack.length > MAX_LEVELS) throw new NestingError('HTML elements are nested too deeply', 1)
      implied = []
      const element = elementOf(name, attribs, stack.at(-1), page)
      stack.push(element)
      visitor.open?.(element)
    },
    onclosetag(name, isImplied) {
      const element = stack.pop()
      if (isImplied && !VOID.has(name)) implied.push(name)
      if (!isImplied) {
        if (name === 'body') end = { index: parser.startIndex, open: implied }
        implied = []
      }
      if (element) visitor.close?.(element)
    },
    ontext(text) {
      implied = []
      // A style sheet may color elements without their own background. Sheets for generated classes are recognized by these classes.
      const sheet = stack.at(-1)
      if (sheet?.name === 'style' && !('data-classes' in sheet.attribs) && /background/i.test(text)) {
        page = { color: null, background: null }
        if (colorsPage(text)) for (const element of stack) if (element.background === WHITE) element.background = null
      }
      visitor.text?.(text, stack.at(-1))
    },
    oncomment: (text) => visitor.comment?.(text),
  })
  parser.end(html)
  return end ?? { index: html.length, open: implied }
}

/** Returns whether a style sheet gives the page itself a background. */
const colorsPage = (css: string): boolean =>
  css
    .toLowerCase()
    .split('}')
    .some((rule) => {
      const [declarations = '', ...selectors] = rule.split('{').reverse()
      return declarations.includes('background') && selectors.some((selector) => PAGE.test(selector))
    })

const PAGE = /(?:^|[\s,>])(?:html|body|:root|\*)/

export const isVisible = (element: Element | undefined): boolean =>
  !element ||
  !(
    element.is_hidden ||
    element.is_tiny ||
    (element.is_cut && element.is_flat) ||
    element.tint.color ||
    element.tint.background ||
    isUnreadable(element)
  )

/** Limit of open elements. Loops can print more levels than their template has. */
const MAX_LEVELS = 500

const VOID = new Set('area base basefont br col embed frame hr img input link meta param source track wbr'.split(' '))
const UNSEEN = new Set('head title style script template noscript textarea select option object iframe'.split(' '))

function elementOf(name: string, attribs: Record<string, string>, parent: Element | undefined, page: Colors): Element {
  const style = declarationsOf(attribs.style ?? '')
  const custom = attribs.style?.includes('--') ? style : undefined
  for (const [property, value] of attribs.style?.includes('(') ? style : []) {
    if (VARIABLES.test(value))
      style.set(
        property,
        withVariables(value, (name) => variableOf(name, custom, parent)),
      )
  }
  const is_cut = parent?.is_cut === true || isCut(style)
  const line_heights = lineHeightsOf(style)
  const is_flat = line_heights.length === 0 ? parent?.is_flat === true : line_heights.some(isFlat)
  const hides =
    UNSEEN.has(name) ||
    'hidden' in attribs ||
    (name === 'details' && !('open' in attribs)) ||
    isHiding(style, is_cut) ||
    isStyled(attribs.class ?? '')
  const tint = tintOf(attribs.class ?? '', style, parent?.tint)
  const font_sizes = fontSizesOf(style)
  const { color: outer_color, background: outer_background } = parent ?? page
  const background = backgroundOf(style, attribs, outer_background)
  const colors = textColorsOf(name, style, attribs).map((text) => colorOf(text, outer_color))
  return {
    name,
    attribs,
    parent,
    changes_visibility:
      hides ||
      font_sizes.length > 0 ||
      line_heights.length > 0 ||
      isCut(style) ||
      colors.length > 0 ||
      (tint.color && parent?.tint.color !== true) ||
      background !== outer_background,
    is_hidden: hides || parent?.is_hidden === true,
    is_tiny:
      font_sizes.length === 0
        ? parent?.is_tiny === true
        : font_sizes.some((size) => isTiny(size, parent?.is_tiny === true)),
    is_cut,
    is_flat,
    // A link has its own color.
    color: worstOf(colors, background) ?? (colors.length > 0 || name === 'a' ? null : outer_color),
    background,
    tint,
    custom,
  }
}

const VARIABLES = /\bvar\(/

/** Returns the value of an inherited custom property. Undefined if no style attribute sets it. */
function variableOf(
  name: string,
  own: ReadonlyMap<string, string> | undefined,
  parent: Element | undefined,
): string | undefined {
  const value = own?.get(name)
  for (let at = parent; value === undefined && at; at = at.parent) {
    const outer = at.custom?.get(name)
    if (outer !== undefined) return outer
  }
  return value
}

/** Returns the last value of each property. A value that hides content is not replaced, because email clients differ on which value counts. */
function declarationsOf(style: string): Map<string, string> {
  const declarations = new Map<string, string>()
  if (!style) return declarations
  for (const declaration of style.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const property = declaration.slice(0, colon).trim()
    // `! important` may have spaces in it.
    const [value = ''] = declaration.slice(colon + 1).split('!', 1)
    const earlier = declarations.get(property)
    if (earlier !== undefined && stays(property, earlier, value.trim())) {
      if (COLORS.has(property)) declarations.set(property + NEWER, value.trim())
      continue
    }
    // Appended, because the last declaration counts.
    declarations.delete(property)
    declarations.set(property, value.trim())
  }
  return declarations
}

/** Returns whether a value still hides content in email clients that do not support the later value of its property. */
function stays(property: string, value: string, later: string): boolean {
  const alone = new Map([[property, value]])
  if (COLORS.has(property)) return isKnownColor(value) && !isKnownColor(later)
  return isHiding(alone, true) || isCut(alone) || fontSizesOf(alone).some((size) => isTiny(size, false))
}

const COLORS = new Set(['color', '-webkit-text-fill-color', 'background-color'])
/** Suffix of a property's name for the value that newer email clients use. */
const NEWER = ' newer'

function isHiding(style: ReadonlyMap<string, string>, is_cut: boolean): boolean {
  if (style.size === 0) return false
  const is = (property: string, ...values: string[]) => values.includes(style.get(property) ?? '\0')
  const isThin = (property: string) => pixelsOf(style.get(property)) <= MAX_THIN_PX
  const isComputed = (property: string) => style.get(property)?.includes('(') === true
  return (
    is('display', 'none') ||
    is('visibility', 'hidden', 'collapse') ||
    is('mso-hide', 'all') ||
    is('content-visibility', 'hidden') ||
    ['opacity', 'zoom'].some((property) => partOf(style.get(property)) < 0.1) ||
    (is_cut && (['height', 'max-height', 'width', 'max-width'].some(isThin) || HEIGHTS.some(isComputed))) ||
    SHIFTS.some((property) => lengthsOf(style.get(property)).some((pixels) => pixels <= -AWAY_PX)) ||
    SIDEWAYS.some((property) => pixelsOf(style.get(property)) >= SCREEN_PX) ||
    hasNoArea(style.get('clip') ?? '') ||
    pixelsOf(style.get('letter-spacing')) <= -MAX_THIN_PX ||
    Number.parseFloat(style.get('z-index') ?? '0') < 0 ||
    PLAIN.some(isComputed) ||
    MOVING.some((property) => !/^(?:none|normal|initial|unset|)$/.test(style.get(property) ?? ''))
  )
}

const SIDEWAYS = ['text-indent', 'left', 'right', 'margin-left', 'margin-right', 'padding-left']
/** Content far below can be scrolled to, so bottom offsets count only if they move content up. */
const SHIFTS = [...SIDEWAYS, 'top', 'bottom', 'margin-top', 'margin-bottom', 'margin', 'inset']
/** `calc()` and similar functions are not computed. Where they could hide the link, they count as hiding. */
const HEIGHTS = ['height', 'max-height']
const PLAIN = [...SHIFTS, 'opacity', 'zoom', 'letter-spacing', 'z-index']
/** These can move, shrink, cover or recolor anything. An unsubscribe link does not need them, so any value counts as hiding. */
const MOVING = [
  ...'transform translate scale rotate filter clip-path offset-path mask mask-image mask-border mask-border-source'.split(
    ' ',
  ),
  ...'-webkit-transform -moz-transform -ms-transform -webkit-filter -webkit-clip-path -webkit-mask'.split(' '),
  ...'-webkit-mask-image -webkit-mask-box-image mix-blend-mode background-blend-mode'.split(' '),
]
const AWAY_PX = 500

const isCut = (style: ReadonlyMap<string, string>): boolean =>
  ['overflow', 'overflow-x', 'overflow-y'].some((property) => /hidden|clip|scroll|auto/.test(style.get(property) ?? ''))

/** Matches `rect(0,0,0,0)` and `rect(1px 1px 1px 1px)`: top, right, bottom, left. */
function hasNoArea(clip: string): boolean {
  if (!clip.startsWith('rect(')) return false
  const [top, right, bottom, left] = clip
    .slice(5, 60)
    .split(/[\s,)]+/)
    .map((part) => Number.parseFloat(part))
  return top === bottom || left === right
}

/** Returns several colors if email clients differ on which one counts. */
function textColorsOf(name: string, style: ReadonlyMap<string, string>, attribs: Element['attribs']): string[] {
  const colors = TEXT_COLORS.map((property) => style.get(property)).filter((color) => color !== undefined)
  return colors.length === 0 && name === 'font' && attribs.color !== undefined ? [attribs.color] : colors
}

const TEXT_COLORS = ['-webkit-text-fill-color', 'color', `-webkit-text-fill-color${NEWER}`, `color${NEWER}`]

/** Returns the unreadable color, if there is one. */
const worstOf = (
  [first, ...others]: (RgbaColor | null)[],
  background: RgbaColor | null,
): RgbaColor | null | undefined => others.find((color) => isUnreadable({ color, background })) ?? first
