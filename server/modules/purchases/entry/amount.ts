/**
 * Returns the number in an amount as shops and spreadsheets write it: `49`, `$1,234.50`, `1.234,50 €`. The last dot or comma separates the
 * fraction, unless exactly three digits follow it. Undefined for other text.
 */
export function readAmount(text: string): number | undefined {
  const digits = text.replace(/[\s'’]|[\p{Sc}]|^[A-Z]{3}|[A-Z]{3}$/gu, '')
  if (!/^-?\d[\d.,]{0,20}$/.test(digits)) return undefined
  const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const isFraction = at !== -1 && (digits.length - at - 1 !== 3 || digits.startsWith('0'))
  const whole = (isFraction ? digits.slice(0, at) : digits).replace(/[.,]/g, '')
  const amount = Number(isFraction ? `${whole}.${digits.slice(at + 1)}` : whole)
  return Number.isFinite(amount) && Math.abs(amount) < 1e10 ? amount : undefined
}
