/** Returns `#rgb` or `#rrggbb` as `#rrggbb`, in lower case. */
export const sixDigits = (color: string): string =>
  (color.length === 4 ? `#${[...color.slice(1)].map((digit) => digit + digit).join('')}` : color).toLowerCase()

/** Returns black or white, whichever has more contrast on a `#RRGGBB` color (WCAG 2). */
export function readableOn(color: string): '#ffffff' | '#111111' {
  return contrast(luminance(color), 1) >= contrast(luminance(color), luminance('#111111')) ? '#ffffff' : '#111111'
}

/** Returns the contrast of two `#RRGGBB` colors, from 1 to 21 (WCAG 2). */
export const contrastOf = (one: string, other: string): number => contrast(luminance(one), luminance(other))

/** Returns the contrast of two luminances, from 1 to 21. */
const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the color between two `#RRGGBB` colors: 0 is the first, 1 the other. */
export function mixed(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [from, to] = [one, other].map((color) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number]
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

/** Returns the color, made lighter or darker until it has this contrast with the background. */
export function madeReadable(color: string, background: string, contrast: number): string {
  for (let share = 0; share < 1; share += 0.05) {
    const next = mixed(color, readableOn(background), share)
    if (contrastOf(next, background) >= contrast) return next
  }
  return readableOn(background)
}
