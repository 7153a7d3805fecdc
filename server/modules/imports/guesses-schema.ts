import type { DateOrder } from '../../lib/time/written-date.ts'

/** Guesses the order of day and month. A number above 12 makes it certain, as in `31/12`. Undefined if no text has slashes. */
export function guessDateOrder(texts: readonly string[]): { date_order: DateOrder; certain: boolean } | undefined {
  const pairs = texts.map((text) => SLASHED_START.exec(text.trim())).filter((match) => match !== null)
  if (pairs.length === 0) return undefined
  const isDayFirst = pairs.some((pair) => Number(pair[1]) > 12)
  const isMonthFirst = pairs.some((pair) => Number(pair[2] ?? pair[3]) > 12)
  return { date_order: isDayFirst ? 'day_first' : 'month_first', certain: isDayFirst !== isMonthFirst }
}

const SLASHED_START = /^(\d{1,2})(?:[/-](\d{1,2})[/-]\d{4}|\/(\d{1,2})\/\d{2})(?!\d)/
