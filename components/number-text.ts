import { formatNumber } from '@/components/format'
import { t } from '@/server/lib/locale/texts.ts'

export interface NumberRange {
  min: number
  max: number
  /** True to accept fractions. */
  has_fractions?: boolean | undefined
}

/** Returns the number in a text, with a decimal point or comma, or NaN for an incomplete one: empty, or a minus sign alone. */
export function readNumber(text: string): number {
  const written = text.trim().replace(',', '.')
  return /^[-+]?(\d+(\.\d*)?|\.\d+)$/.test(written) ? Number(written) : Number.NaN
}

export const textOfNumber = (value: number | null | undefined): string =>
  value === undefined || value === null || Number.isNaN(value) ? '' : String(value)

export const isInRange = (value: number, { min, max, has_fractions = false }: NumberRange): boolean =>
  value >= min && value <= max && (has_fractions || Number.isInteger(value))

const LARGE_STEP = 10

/** Returns the number after an arrow key: one more or less, or ten with Shift, within the range. Undefined for other keys. */
export function steppedNumber(
  number: number,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { min, max }: NumberRange,
): number | undefined {
  const sign = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : undefined
  if (sign === undefined) return undefined
  const next = (Number.isNaN(number) ? 0 : number) + sign * (shiftKey ? LARGE_STEP : 1)
  // 1.1 - 1 is 0.10000000000000009.
  return Math.min(max, Math.max(min, Number(next.toPrecision(15))))
}

/** Describes the accepted range. */
export const rangeText = ({ min, max, has_fractions = false }: NumberRange): string =>
  has_fractions
    ? t`Enter a number from ${formatNumber(min)} to ${formatNumber(max)}`
    : t`Enter a whole number from ${formatNumber(min)} to ${formatNumber(max)}`
