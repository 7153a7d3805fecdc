import { Parser } from 'htmlparser2'
import { NestingError } from './nesting.ts'

/** An open element, with what a mail program makes of its styles and of those around it. */
export interface Element {
  name: string
  attribs: Readonly<Record<string, string>>
  parent: Element | undefined
  /** Its own tag changes whether its content can be seen. */
  changes_visibility: boolean
  /** Nothing in it can be seen. */
  is_hidden: boolean
  is_tiny: boolean
  is_transparent: boolean
}

export interface Visitor {
  tag?(name: string): void
  /** `quote` is null for an unquoted value, undefined for none. */
  attribute?(name: string, value: string, quote: string | null | undefined): void
  open?(element: Element): void
  close?(element: Element): void
  text?(text: string, parent: Element | undefined): void
  comment?(text: string): void
}

/** Where something can be added behind all content: `index` in the source, and the elements that are still open there, innermost first. */
export interface End {
  index: number
  open: string[]
}

/** Walks through HTML in document order, in linear time. Throws NestingError. */
export function walkMarkup(html: string, visitor: Visitor): End {
  const stack: Element[] = []
  let end: End | undefined
  let implied: string[] = []
  const parser = new Parser({
    onopentagname: (name) => visitor.tag?.(name),
    onattribute: (name, value, quote) => visitor.attribute?.(name, value, quote),
    onopentag(name, attribs) {
      if (stack.length > MOST_LEVELS) throw new NestingError('HTML elements are nested too deeply', 1)
      implied = []
      const element = elementOf(name, attribs, stack.at(-1))
      stack.push(element)
      visitor.open?.(element)
    },
    onclosetag(name, is_implied) {
      const element = stack.pop()
      if (is_implied && !VOID.has(name)) implied.push(name)
      if (!is_implied) {
        if (name === 'body') end = { index: parser.startIndex, open: implied }
        implied = []
      }
      if (element) visitor.close?.(element)
    },
    ontext(text) {
      implied = []
      visitor.text?.(text, stack.at(-1))
    },
    oncomment: (text) => visitor.comment?.(text),
  })
  parser.end(html)
  return end ?? { index: html.length, open: implied }
}

export const isVisible = (element: Element | undefined): boolean =>
  !element || !(element.is_hidden || element.is_tiny || element.is_transparent)

/** Loops can print more levels than their template has. */
const MOST_LEVELS = 500

const VOID = new Set('area base basefont br col embed frame hr img input link meta param source track wbr'.split(' '))
const UNSEEN = new Set('head title style script template noscript textarea select option object iframe'.split(' '))

function elementOf(name: string, attribs: Record<string, string>, parent: Element | undefined): Element {
  const style = declarationsOf(attribs.style ?? '')
  const hides =
    UNSEEN.has(name) || 'hidden' in attribs || (name === 'details' && !('open' in attribs)) || isHiding(style)
  const font_size = style.get('font-size') ?? FONT_SIZE.exec(style.get('font') ?? '')?.[1]
  const color = style.get('color')
  return {
    name,
    attribs,
    parent,
    changes_visibility: hides || font_size !== undefined || color !== undefined,
    is_hidden: hides || parent?.is_hidden === true,
    is_tiny: font_size === undefined ? parent?.is_tiny === true : isTiny(font_size, parent?.is_tiny === true),
    // A link has a color of its own.
    is_transparent: color === undefined ? name !== 'a' && parent?.is_transparent === true : isTransparent(color),
  }
}

/** The last value of each property; one that hides is not undone by a later one, since mail programs differ on which counts. */
function declarationsOf(style: string): Map<string, string> {
  const declarations = new Map<string, string>()
  if (!style) return declarations
  for (const declaration of style.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const property = declaration.slice(0, colon).trim()
    const value = declaration
      .slice(colon + 1)
      .replace('!important', '')
      .trim()
    const earlier = declarations.get(property)
    if (earlier === undefined || !isHiding(new Map([[property, earlier]]))) declarations.set(property, value)
  }
  return declarations
}

function isHiding(style: ReadonlyMap<string, string>): boolean {
  if (style.size === 0) return false
  const is = (property: string, ...values: string[]) => values.includes(style.get(property) ?? '\0')
  const none = (property: string) => Number.parseFloat(style.get(property) ?? '1') === 0
  const transform = style.get('transform') ?? ''
  const away = (property: string) => Number.parseFloat(style.get(property) ?? '0') <= -500
  return (
    is('display', 'none') ||
    is('visibility', 'hidden', 'collapse') ||
    is('mso-hide', 'all') ||
    is('content-visibility', 'hidden') ||
    Number.parseFloat(style.get('opacity') ?? '1') < 0.1 ||
    (['height', 'max-height', 'width', 'max-width'].some(none) && (style.get('overflow') ?? '').includes('hidden')) ||
    ['text-indent', 'left', 'top', 'right', 'bottom', 'margin-left', 'margin-top'].some(away) ||
    /^rect\(\s*0[^\d]/.test(style.get('clip') ?? '') ||
    /^inset\(\s*(?:50|100)%/.test(style.get('clip-path') ?? '') ||
    /\bscale[xy]?\(\s*0(?:\.0*)?\s*[,)]/.test(transform) ||
    (transform.includes('translate') && /-\d{3}/.test(transform)) ||
    /\bopacity\(\s*0/.test(style.get('filter') ?? '')
  )
}

/** The size in `font: 0/0 a` or `font: 400 16px/1.5 Arial`. A weight has no unit. */
const FONT_SIZE = /(?:^|\s)(0|[\d.]+(?:px|pt|rem|em|%))(?=[\s/])/

/** Smaller than five pixels. Layouts set 0 around cells and a real size in them, so that only the innermost one counts. */
function isTiny(size: string, is_parent_tiny: boolean): boolean {
  const value = Number.parseFloat(size)
  if (Number.isNaN(value)) return /^(?:inherit|smaller|larger|unset)$/.test(size) && is_parent_tiny
  if (/(?:em|%|ex|ch)$/.test(size) && !size.endsWith('rem'))
    return is_parent_tiny || value < (size.endsWith('%') ? 30 : 0.3)
  return value < (size.endsWith('rem') ? 0.3 : 5)
}

/** `transparent`, `rgba(0, 0, 0, 0)`, `rgb(0 0 0 / 0%)`, `#0000`. */
const isTransparent = (color: string): boolean =>
  color === 'transparent' ||
  /^(?:rgb|hsl)(?:a\(.*,|.*\/)\s*[0.]+%?\s*\)$/.test(color) ||
  /^#(?:.{3}0|.{6}00)$/.test(color)
