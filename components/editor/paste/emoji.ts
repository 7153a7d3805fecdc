const EMOJI =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3|[\u{e0020}-\u{e007f}]|[#*\d](?=\ufe0f?\u20e3))+$/u

/**
 * Returns the character that a picture of an emoji stands for, as web pages and chats show them; undefined for other pictures. Its
 * description has the character, or else its address the code.
 */
export function emojiOf(image: Element): string | undefined {
  const attribute = (name: string) => (image.getAttribute(name) ?? '').trim()
  for (const name of ['data-emoji', 'alt', 'aria-label', 'title', 'data-plain-text'])
    if (EMOJI.test(attribute(name))) return attribute(name)
  const src = attribute('src')
  if (!/emoji|emote|smiley/i.test(src + attribute('class'))) return undefined
  const file = src.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
  const codes = /^(?:emoji_)?u?([\da-f]{4,6}(?:[-_][\da-f]{2,6}){0,9})\.(?:png|svg|gif|webp)$/i.exec(file)?.[1]
  const points = (codes ?? '').split(/[-_]/).map((code) => Number.parseInt(code, 16))
  if (points.some((point) => !(point > 0 && point <= 0x10ffff))) return undefined
  const text = String.fromCodePoint(...points)
  return EMOJI.test(text) ? text : undefined
}
