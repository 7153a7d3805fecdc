import { color as cssColor, serializeRGB } from '@csstools/css-color-parser'
import { parseComponentValue } from '@csstools/css-parser-algorithms'
import { tokenize } from '@csstools/css-tokenizer'
import { colord, extend, type RgbaColor } from 'colord'
import namesPlugin from 'colord/plugins/names'
import { contrastOf } from '../../lib/text/color.ts'

extend([namesPlugin])

export type { RgbaColor }

/** Null where a color is not known: it counts as one that can be read. */
export interface Colors {
  color: RgbaColor | null
  background: RgbaColor | null
}

export const WHITE: RgbaColor = { r: 255, g: 255, b: 255, a: 1 }

/** WCAG 2 asks for 4.5; light gray on white (#ccc) has 1.6. Below this no one reads a word. */
const LEAST_CONTRAST = 1.3
const LEAST_ALPHA = 0.1

/** Whether text of this color cannot be told from what is behind it. */
export function isUnreadable({ color, background }: Colors): boolean {
  if (!color) return false
  if (color.a < LEAST_ALPHA) return true
  return background !== null && contrastOf(hexOf(over(color, background)), hexOf(background)) < LEAST_CONTRAST
}

const RELATIVE = new Set(['inherit', 'currentcolor', 'unset'])

/**
 * The color of text that says `color: <text>`, inside of text in `outer`. What is no color is ignored by mail programs, so the outer
 * one shows. No color is written at such a length: it counts as one that cannot be seen.
 */
export function colorOf(text: string, outer: RgbaColor | null): RgbaColor | null {
  if (RELATIVE.has(text)) return outer
  return text.length > MAX_LENGTH ? UNSEEN : (parse(text, outer) ?? outer)
}

/** Whether every mail program knows the color. Newer functions, such as `oklch()`, are ignored by many. */
export const isKnownColor = (text: string): boolean => RELATIVE.has(text) || parseUsual(text) !== null

/** What is behind an element: its own color, mixed with what is behind it when that shines through. */
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

/** The color in `#fff no-repeat` or `url() rgb(1 2 3)`. */
const COLOR =
  /#[\da-f]{3,8}|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|(?<![\w(-])(?!none|no-repeat|repeat|center|top|left|right|bottom|scroll|fixed|cover|contain)[a-z]{3,20}(?![\w(-])/

/** Longer than any color is written. */
const MAX_LENGTH = 500
const UNSEEN: RgbaColor = { r: 0, g: 0, b: 0, a: 0 }

/** Null for what is no color. Text is black where nothing says otherwise. */
function parse(given: string, outer: RgbaColor | null): RgbaColor | null {
  if (given.length > MAX_LENGTH) return null
  // Of two, the one of the light scheme: a mail program that knows no schemes shows neither.
  const text = firstOf('light-dark', given.replace(/\s+/g, ' ')) ?? given
  const usual = parseUsual(text)
  if (usual || !text.includes('(')) return usual
  const css = text.replace(/\bcurrentcolor\b/g, outer ? hexOf(outer) : 'black')
  const value = parseComponentValue(tokenize({ css }))
  const data = value && cssColor(value)
  return data ? parseUsual(serializeRGB(data).toString()) : null
}

/** The first argument of the function `name`, if the text is one. */
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

/** Names, hexadecimal digits, `rgb()` and `hsl()`. */
function parseUsual(text: string): RgbaColor | null {
  const color = colord(SYSTEM_WHITE.has(text) ? '#fff' : text)
  return color.isValid() ? color.toRgb() : null
}

/** Colors of the system that are its white paper, with the old names for it. */
const SYSTEM_WHITE = new Set('canvas field window background appworkspace infobackground menu scrollbar'.split(' '))

/**
 * A value with the custom properties that elements around set in their own styles; of others, what `var()` names to use instead.
 * Unchanged where neither is there: a style sheet may set the property.
 */
export function withVariables(text: string, lookUp: (name: string) => string | undefined): string {
  let known = text
  for (let depth = 0; depth < MOST_VARIABLES; depth++) {
    const found = VARIABLE.exec(known)
    const value = found && (lookUp(found[1] ?? '') ?? found[2])
    if (!found || value === undefined || value === null) return known
    known = known.replace(found[0], () => value.trim())
    if (known.length > MAX_LENGTH) return known
  }
  return known
}

const VARIABLE = /var\(\s*(--[^\s,()]{1,100})\s*(?:,((?:[^()]|\((?:[^()]|\([^()]*\))*\))*))?\)/
const MOST_VARIABLES = 10

const over = ({ a, ...color }: RgbaColor, behind: RgbaColor): RgbaColor => ({
  r: Math.round(color.r * a + behind.r * (1 - a)),
  g: Math.round(color.g * a + behind.g * (1 - a)),
  b: Math.round(color.b * a + behind.b * (1 - a)),
  a: 1,
})

const hexOf = (color: RgbaColor): string => colord(color).toHex()
