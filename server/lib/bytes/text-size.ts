// Lengths and sizes of text in style attributes, approximately as email clients compute them.

export const SCREEN_PX = 2_000
export const MAX_THIN_PX = 2
const FONT_PX = 16

/** Returns a length in approximate pixels: percentages and viewport units are fractions of a wide screen. NaN for other text. */
export function pixelsOf(length = ''): number {
  const value = Number.parseFloat(length)
  const unit = /^[-+.\d]+([a-z%]{0,4})/.exec(length)?.[1] ?? ''
  return value * (unit === '%' || unit === 'vw' || unit === 'vh' ? SCREEN_PX / 100 : unit.endsWith('em') ? FONT_PX : 1)
}

export const lengthsOf = (lengths = ''): number[] => lengths.split(/\s+/).map(pixelsOf)

/** Parses `0.5` or `50%`. Empty text counts as 1. */
export function partOf(text = '1'): number {
  return Number.parseFloat(text) / (text.endsWith('%') ? 100 : 1)
}

/** Returns whether a line height is nearly zero. Without a unit or in percent it is relative to the font size. */
export const isFlat = (height: string): boolean =>
  /(?:px|pt|rem)$/.test(height)
    ? pixelsOf(height) <= MAX_THIN_PX
    : partOf(height) * FONT_PX <= MAX_THIN_PX || height.includes('(')

/** Returns the values of both properties, because email clients differ on which one counts. */
export function lineHeightsOf(style: ReadonlyMap<string, string>): string[] {
  const [, in_font] = style.get('font')?.split('/', 2) ?? []
  return [style.get('line-height'), in_font?.trim().split(' ', 1)[0]].filter((height) => height !== undefined)
}

/** Returns the values of both properties for the font size. */
export function fontSizesOf(style: ReadonlyMap<string, string>): string[] {
  const font = style.get('font') ?? ''
  const sizes = [style.get('font-size'), font.includes('(') ? font : FONT_SIZE.exec(font)?.[1]]
  return sizes.filter((size) => size !== undefined)
}

/** Matches the size in `font: 0/0 a` or `font: 400 16px/1.5 Arial`. A weight has no unit. */
const FONT_SIZE = /(?:^|\s)(0|[\d.]+(?:px|pt|rem|em|%))(?=[\s/])/

/** Returns whether a font is smaller than five pixels. Layouts set 0 around cells and a real size inside, so only the innermost size counts. */
export function isTiny(text: string, isParentTiny: boolean): boolean {
  // The first value of `clamp()` is the smallest size. Other functions are not computed.
  const [size = ''] = text.startsWith('clamp(') ? text.slice(6).split(',', 1) : [text]
  if (size.includes('(')) return true
  const value = Number.parseFloat(size)
  if (Number.isNaN(value)) return /^(?:inherit|smaller|larger|unset)$/.test(size) && isParentTiny
  if (/(?:em|%|ex|ch)$/.test(size) && !size.endsWith('rem'))
    return isParentTiny || value < (size.endsWith('%') ? 30 : 0.3)
  return value < (size.endsWith('rem') ? 0.3 : 5)
}
