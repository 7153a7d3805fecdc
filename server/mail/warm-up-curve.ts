/** Growth of a new sending domain: `first` messages on day 1, `last` on day `days`, then no limit. */
export interface WarmUpCurve {
  first: number
  last: number
  days: number
}

/** Parses WARM_UP, such as `200:200000:42`. Null for `off`. Throws an Error that names the accepted values. */
export function parseWarmUp(text: string): WarmUpCurve | null {
  if (text.trim() === 'off') return null
  const [first = 0, last = 0, days = 0, ...more] = text.split(':').map(Number)
  const isValid =
    more.length === 0 &&
    [first, last, days].every((value) => Number.isSafeInteger(value) && value > 0) &&
    last >= first &&
    last <= 100_000_000 &&
    days >= 2 &&
    days <= 365
  if (!isValid)
    throw new Error('expected off, or three whole numbers such as 200:200000:42: first day, last day, number of days')
  return { first, last, days }
}

/** Returns the messages allowed on the `number`-th day, from 1; null for no limit. Grows by the same factor each day. */
export function allowanceOn({ first, last, days }: WarmUpCurve, number: number): number | null {
  if (number > days) return null
  const exact = first * (last / first) ** ((number - 1) / (days - 1))
  // Rounds to two significant digits, which read better. The first and last day are as configured.
  const step = 10 ** Math.max(Math.floor(Math.log10(exact)) - 1, 0)
  return number === 1 ? first : number === days ? last : Math.round(exact / step) * step
}
