import { color as cssColor, serializeRGB } from '@csstools/css-color-parser'
import { parseComponentValue } from '@csstools/css-parser-algorithms'
import { tokenize } from '@csstools/css-tokenizer'
import { colord, extend, type RgbaColor } from 'colord'
import namesPlugin from 'colord/plugins/names'
import { contrastOf } from '../../lib/text/color.ts'

extend([namesPlugin])

export type { RgbaColor }

/** A color is null if unknown, which counts as readable. */
export interface Colors {
  color: RgbaColor | null
  background: RgbaColor | null
}

export const WHITE: RgbaColor = { r: 255, g: 255, b: 255, a: 1 }

/** WCAG 2 requires 4.5; light gray on white (#ccc) has 1.6. Text below this is unreadable. */
const MIN_CONTRAST = 1.3
const MIN_ALPHA = 0.1

/** Classes of `applySheet`: for elements that a rule may hide in some email apps, and for elements whose colors it may change. */
const STYLED = /(?:^|\s)styled-[ct]\d/
const TINTED = /(?:^|\s)tinted-[ct]\d/
const PLAIN_COLOR = /^#(?:[\da-f]{3}|[\da-f]{6})$/

/** True if the color of the text or background is unknown in some email apps, because a rule may change it. */
export interface Tint {
  color: boolean
  background: boolean
}

export const isStyled = (classes: string): boolean => STYLED.test(classes)

/** An element's own color counts unless a rule may change it. */
export function tintOf(classes: string, style: ReadonlyMap<string, string>, outer: Tint | undefined): Tint {
  if (TINTED.test(classes)) return { color: true, background: true }
  const isPlain = (property: string) => PLAIN_COLOR.test(style.get(property) ?? '')
  return {
    color: outer?.color === true && !isPlain('color'),
    background: outer?.background === true && !isPlain('background-color'),
  }
}

/** Returns whether text cannot be distinguished from its background. */
export function isUnreadable({ color, background }: Colors): boolean {
  if (!color) return false
  if (color.a < MIN_ALPHA) return true
  return background !== null && contrastOf(hexOf(over(color, background)), hexOf(background)) < MIN_CONTRAST
}

const RELATIVE = new Set(['inherit', 'currentcolor', 'unset'])

/**
 * Returns the color of text with `color: <text>` inside text of the color `outer`. Email clients ignore invalid colors, so the outer
 * one applies. A value longer than any color counts as invisible.
 */
export function colorOf(text: string, outer: RgbaColor | null): RgbaColor | null {
  if (RELATIVE.has(text)) return outer
  return text.length > MAX_LENGTH ? UNSEEN : (parse(text, outer) ?? outer)
}

/** Returns whether all email clients support the color. Many ignore newer functions such as `oklch()`. */
export const isKnownColor = (text: string): boolean => RELATIVE.has(text) || parseUsual(text) !== null

/** Returns the background of an element: its own color, mixed with the outer one if it is translucent. */
export function backgroundOf(
  style: ReadonlyMap<string, string>,
  attribs: Readonly<Record<string, string>>,
  outer: RgbaColor | null,
): RgbaColor | null {
  const shorthand = style.get('background') ?? ''
  const picture = `${style.get('background-image') ?? ''} ${shorthand} ${attribs.background ? 'url(' : ''}`
  if (/url\(\s*["']?[^\s"')]|gradient\(|url\($|image-set\(|cross-fade\(/.test(picture)) return null
  const last = [...style.keys()].findLast((property) => property === 'background' || property === 'background-color')
  const in_style = last === 'background' ? (COLOR.exec(shorthand)?.[0] ?? 'none') : style.get('background-color')
  const text = in_style ?? attribs.bgcolor
  if (text === undefined) return outer
  const own = parse(text.trim().toLowerCase(), null)
  // Words such as `inherit`, and `background: none`, change nothing.
  if (!own || own.a === 0) return outer
  return own.a === 1 ? own : outer && over(own, outer)
}

/** Matches the color in `#fff no-repeat` or `url() rgb(1 2 3)`. */
const COLOR =
  /#[\da-f]{3,8}|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|(?<![\w(-])(?!none|no-repeat|repeat|center|top|left|right|bottom|scroll|fixed|cover|contain)[a-z]{3,20}(?![\w(-])/

/** No valid color is longer. */
const MAX_LENGTH = 500
const UNSEEN: RgbaColor = { r: 0, g: 0, b: 0, a: 0 }

/** Returns null for text that is not a color. The default color of text is black. */
function parse(given: string, outer: RgbaColor | null): RgbaColor | null {
  if (given.length > MAX_LENGTH) return null
  // Uses the color of the light scheme. A client that does not support color schemes shows neither color.
  const text = firstOf('light-dark', given.replace(/\s+/g, ' ')) ?? given
  const usual = parseUsual(text)
  if (usual || !text.includes('(')) return usual
  const css = text.replace(/\bcurrentcolor\b/g, outer ? hexOf(outer) : 'black')
  const value = parseComponentValue(tokenize({ css }))
  const data = value && cssColor(value)
  return data ? parseUsual(serializeRGB(data).toString()) : null
}

/** Returns the first argument if the text is a call of the function `name`. */
function firstOf(name: string, text: string): string | undefined {
  if (!text.startsWith(`${name}(`)) return undefined
  let depth = 0
  for (let at = name.length + 1; at < text.length; at++) {
    if (text[at] === ',' && depth === 0) return text.slice(name.length + 1, at).trim()
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
  }
  return undefined
}

/** Parses names, hexadecimal digits, `rgb()` and `hsl()`. */
function parseUsual(text: string): RgbaColor | null {
  const color = colord(SYSTEM_WHITE.has(text) ? '#fff' : text)
  return color.isValid() ? color.toRgb() : null
}

/** System colors that are white, with their deprecated names. */
const SYSTEM_WHITE = new Set('canvas field window background appworkspace infobackground menu scrollbar'.split(' '))

/**
 * Replaces custom properties with their values from styles of outer elements, or with the fallback of `var()`. Unchanged if there is neither,
 * because a style sheet may set the property.
 */
export function withVariables(text: string, lookUp: (name: string) => string | undefined): string {
  let resolved = text
  for (let depth = 0; depth < MAX_VARIABLES; depth++) {
    const found = VARIABLE.exec(resolved)
    const value = found && (lookUp(found[1] ?? '') ?? found[2])
    if (!found || value === undefined || value === null) return resolved
    resolved = resolved.replace(found[0], () => value.trim())
    if (resolved.length > MAX_LENGTH) return resolved
  }
  return resolved
}

const VARIABLE = /var\(\s*(--[^\s,()]{1,100})\s*(?:,((?:[^()]|\((?:[^()]|\([^()]*\))*\))*))?\)/
const MAX_VARIABLES = 10

const over = ({ a, ...color }: RgbaColor, behind: RgbaColor): RgbaColor => ({
  r: Math.round(color.r * a + behind.r * (1 - a)),
  g: Math.round(color.g * a + behind.g * (1 - a)),
  b: Math.round(color.b * a + behind.b * (1 - a)),
  a: 1,
})

const hexOf = (color: RgbaColor): string => colord(color).toHex()
