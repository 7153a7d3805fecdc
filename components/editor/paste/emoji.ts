const EMOJI =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3|[\u{e0020}-\u{e007f}]|[#*\d](?=\ufe0f?\u20e3))+$/u

const CODES = /^(?:emoji_)?u?([\da-f]{4,6}(?:[-_][\da-f]{2,6}){0,9}|a[9e])(?:\.(?:png|svg|gif|webp))?$/i
/** Larger images are not emoji. */
const MAX_PIXELS = 96

/**
 * Returns the character of an emoji image from a web page or chat, or undefined. Reads it from the alternative text, or its code from the
 * address.
 */
export function emojiOf(image: Element): string | undefined {
  const attribute = (name: string) => (image.getAttribute(name) ?? '').trim()
  const src = attribute('src')
  const is_named = /emoji|emote|smiley/i.test(src + attribute('class'))
  // Skip photos whose alternative text is an emoji.
  const largest = Math.max(...['width', 'height'].map((name) => Number.parseFloat(attribute(name)) || 0))
  if (!is_named && (largest > MAX_PIXELS || /\.jpe?g(?:[?#]|$)/i.test(src))) return undefined
  for (const name of ['data-emoji', 'alt', 'aria-label', 'title', 'data-plain-text'])
    if (EMOJI.test(attribute(name))) return attribute(name)
  if (!is_named) return undefined
  // The code is in the file name, or in the folder name if the file is named after its size.
  const names = src.split(/[?#]/, 1)[0]?.split('/').slice(-2).reverse() ?? []
  const codes = names.map((name) => CODES.exec(name)?.[1]).find((found) => found !== undefined)
  const points = (codes ?? '').split(/[-_]/).map((code) => Number.parseInt(code, 16))
  if (points.some((point) => !(point > 0 && point <= 0x10ffff))) return undefined
  const text = String.fromCodePoint(...points)
  return EMOJI.test(text) ? text : undefined
}
