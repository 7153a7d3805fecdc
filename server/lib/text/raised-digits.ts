const RAISED: Readonly<Record<string, string>> = signs('0123456789+-−=()n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ')
const LOWERED: Readonly<Record<string, string>> = signs('0123456789+-−=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎')

function signs(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((sign, at) => [sign, [...to][at] ?? sign]))
}

/**
 * Returns a superscript or subscript number in Unicode characters, for a text without markup: "10⁵" is not "105". Undefined for other texts,
 * such as the end of "1st".
 */
export function raisedDigits(text: string, name: 'sup' | 'sub'): string | undefined {
  const digits = name === 'sup' ? RAISED : LOWERED
  const written = text.trim()
  if (written === '' || written.length > MAX_DIGITS) return undefined
  const found = [...written].map((sign) => digits[sign])
  return found.includes(undefined) ? undefined : found.join('')
}

const MAX_DIGITS = 12
