// Lengths and sizes of text in style attributes, roughly as mail programs compute them.

export const SCREEN_PX = 2_000
export const MOST_THIN_PX = 2
const FONT_PX = 16

/** A length, roughly: a percentage and a part of the window count as parts of a wide screen. NaN for none. */
export function pixelsOf(length = ''): number {
  const value = Number.parseFloat(length)
  const unit = /^[-+.\d]+([a-z%]{0,4})/.exec(length)?.[1] ?? ''
  return value * (unit === '%' || unit === 'vw' || unit === 'vh' ? SCREEN_PX / 100 : unit.endsWith('em') ? FONT_PX : 1)
}

export const lengthsOf = (lengths = ''): number[] => lengths.split(/\s+/).map(pixelsOf)

/** `0.5` or `50%`; 1 when there is none. */
export function partOf(text = '1'): number {
  return Number.parseFloat(text) / (text.endsWith('%') ? 100 : 1)
}

/** `0` and `1px`; without a unit or in percent it is a part of the font's size. */
export const isFlat = (height: string): boolean =>
  /(?:px|pt|rem)$/.test(height)
    ? pixelsOf(height) <= MOST_THIN_PX
    : partOf(height) * FONT_PX <= MOST_THIN_PX || height.includes('(')

/** From both properties that say it, in whatever order: mail programs differ on which counts. */
export function lineHeightsOf(style: ReadonlyMap<string, string>): string[] {
  const [, in_font] = style.get('font')?.split('/', 2) ?? []
  return [style.get('line-height'), in_font?.trim().split(' ', 1)[0]].filter((height) => height !== undefined)
}

/** The same for sizes. */
export function fontSizesOf(style: ReadonlyMap<string, string>): string[] {
  const font = style.get('font') ?? ''
  const sizes = [style.get('font-size'), font.includes('(') ? font : FONT_SIZE.exec(font)?.[1]]
  return sizes.filter((size) => size !== undefined)
}

/** The size in `font: 0/0 a` or `font: 400 16px/1.5 Arial`. A weight has no unit. */
const FONT_SIZE = /(?:^|\s)(0|[\d.]+(?:px|pt|rem|em|%))(?=[\s/])/

/** Smaller than five pixels. Layouts set 0 around cells and a real size in them, so only the innermost one counts. */
export function isTiny(text: string, is_parent_tiny: boolean): boolean {
  // The first value of `clamp()` is the smallest size; what other functions come to is not computed.
  const [size = ''] = text.startsWith('clamp(') ? text.slice(6).split(',', 1) : [text]
  if (size.includes('(')) return true
  const value = Number.parseFloat(size)
  if (Number.isNaN(value)) return /^(?:inherit|smaller|larger|unset)$/.test(size) && is_parent_tiny
  if (/(?:em|%|ex|ch)$/.test(size) && !size.endsWith('rem'))
    return is_parent_tiny || value < (size.endsWith('%') ? 30 : 0.3)
  return value < (size.endsWith('rem') ? 0.3 : 5)
}
