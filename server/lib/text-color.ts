import { colord, extend, type RgbaColor } from 'colord'
import namesPlugin from 'colord/plugins/names'
import { contrastOf } from './color.ts'

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

/** The color of text that says `color: <text>`, inside of text in `outer`. */
export const colorOf = (text: string, outer: RgbaColor | null): RgbaColor | null =>
  RELATIVE.has(text) ? outer : parse(text)

export const isKnownColor = (text: string): boolean => RELATIVE.has(text) || parse(text) !== null

/** What is behind an element: its own color, mixed with what is behind it when that shines through. */
export function backgroundOf(
  style: ReadonlyMap<string, string>,
  attribs: Readonly<Record<string, string>>,
  outer: RgbaColor | null,
): RgbaColor | null {
  const shorthand = style.get('background') ?? ''
  const picture = `${style.get('background-image') ?? ''} ${shorthand} ${attribs.background ? 'url(' : ''}`
  if (/url\(\s*["']?[^\s"')]|gradient\(|url\($/.test(picture)) return null
  const last = [...style.keys()].findLast((property) => property === 'background' || property === 'background-color')
  const in_style = last === 'background' ? (COLOR.exec(shorthand)?.[0] ?? 'none') : style.get('background-color')
  const text = in_style ?? attribs.bgcolor
  if (text === undefined) return outer
  const own = parse(text.trim().toLowerCase())
  // Words such as `inherit`, and `background: none`, change nothing.
  if (!own || own.a === 0) return outer
  return own.a === 1 ? own : outer && over(own, outer)
}

/** The color in `#fff no-repeat` or `url() rgb(1 2 3)`. */
const COLOR =
  /#[\da-f]{3,8}|(?:rgb|hsl)a?\([^()]{1,40}\)|(?<![\w(-])(?!none|no-repeat|repeat|center|top|left|right|bottom|scroll|fixed|cover|contain)[a-z]{3,20}(?![\w(-])/

/** Longer than any color is written. */
const MAX_LENGTH = 60

function parse(text: string): RgbaColor | null {
  if (text.length > MAX_LENGTH) return null
  const color = colord(text)
  return color.isValid() ? color.toRgb() : null
}

const over = ({ a, ...color }: RgbaColor, behind: RgbaColor): RgbaColor => ({
  r: Math.round(color.r * a + behind.r * (1 - a)),
  g: Math.round(color.g * a + behind.g * (1 - a)),
  b: Math.round(color.b * a + behind.b * (1 - a)),
  a: 1,
})

const hexOf = (color: RgbaColor): string => colord(color).toHex()
