/** Literal text, or a placeholder that is replaced for each subscriber. */
export type LiquidPart = { text: string } | { placeholder: string }

const OPEN = /\{\{|\{%/

/**
 * Splits a subject or title into text and placeholders, for lists and headings that should not show Liquid. Shows a condition's
 * alternatives, separated by slashes, and omits other tags. Unclosed tags stay text.
 */
export function liquidParts(source: string): LiquidPart[] {
  const parts: LiquidPart[] = []
  const add = (text: string) => {
    const last = parts.at(-1)
    if (!text) return
    if (last && 'text' in last) last.text += text
    else parts.push({ text })
  }
  let rest = source
  for (;;) {
    const begin = rest.search(OPEN)
    const is_output = rest[begin + 1] === '{'
    const end = begin < 0 ? -1 : rest.indexOf(is_output ? '}}' : '%}', begin + 2)
    if (end < 0) break
    add(rest.slice(0, begin))
    const code = rest
      .slice(begin + 2, end)
      .replace(/^-/, '')
      .replace(/-$/, '')
      .trim()
    if (is_output) parts.push({ placeholder: placeholderName(code) })
    else if (code === 'else' || code.startsWith('elsif ') || code.startsWith('when ')) add(' / ')
    rest = rest.slice(end + 2)
  }
  add(rest)
  return parts
}

/** Like `liquidParts`, as plain text, such as “[First name], your week”. */
export const plainLiquid = (source: string): string =>
  liquidParts(source)
    .map((part) => ('text' in part ? part.text : `[${part.placeholder}]`))
    .join('')

/** `subscriber.favorite_color | default: "blue"` becomes “Favorite color”. */
export function placeholderName(code: string): string {
  const variable = code.split('|', 1)[0]?.trim() ?? ''
  const words = (variable.split('.').at(-1) ?? '').replaceAll('_', ' ').trim()
  return words ? `${words[0]?.toUpperCase()}${words.slice(1)}` : 'Text'
}
