import { currentLocale } from '@/server/lib/locale/current.ts'
import { countText, inLocaleOnce } from '@/server/lib/locale/formats.ts'
import { t } from '@/server/lib/locale/texts.ts'

// Numbers and dates use the page's locale, which the server and the browser both know.
const whole = inLocaleOnce((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }))
const compact = inLocaleOnce((tag) => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 }))
const signedFormat = inLocaleOnce(
  (tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
)
const relative = inLocaleOnce((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }))
const dates = inLocaleOnce(
  (tag, timeZone: string, style: string) => new Intl.DateTimeFormat(tag, { ...JSON.parse(style), timeZone }),
)
const decimals = inLocaleOnce((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 20 }))

export const formatNumber = (value: number) => whole().format(value)

/** Formats a decimal number given as text, without rounding it to JavaScript's number precision. */
export const formatDecimal = (value: string) => decimals().format(value as Intl.StringNumericLiteral)

/** "1 tag", "1,912 tags". */
export const formatCount = (count: number, noun: string) => countText(count, formatNumber(count), noun)

export const formatCrowd = (count: number) => countText(count, formatNumber(count), 'person', 'people')

/** 12.7K, for axes and tight spaces. */
export const formatCompact = (value: number) => compact().format(value)

/** Formats an amount in major units. Unknown currencies show their three-letter code. */
export const formatMoney = (amount: number, currency: string) =>
  new Intl.NumberFormat(currentLocale().tag, { style: 'currency', currency }).format(amount)

/** Like `formatMoney`, with a sign, for changes. */
export const formatSignedMoney = (amount: number, currency: string) =>
  new Intl.NumberFormat(currentLocale().tag, { style: 'currency', currency, signDisplay: 'exceptZero' }).format(amount)

const digitsOf = (currency: string) =>
  new Intl.NumberFormat(currentLocale().tag, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
  2

/** Formats an amount in minor units, such as cents. */
export const formatMinor = (amount: number, currency: string) =>
  formatMoney(amount / 10 ** digitsOf(currency), currency)

/** Returns an amount in minor units as a user would type it: "29.00". */
export const typedAmount = (amount: number, currency: string) =>
  (amount / 10 ** digitsOf(currency)).toFixed(digitsOf(currency))

/** Returns a typed amount in minor units, or NaN. */
export const minorAmount = (typed: string, currency: string) =>
  Math.round(Number(typed.replace(',', '.')) * 10 ** digitsOf(currency))

export const formatSigned = (value: number) => signedFormat().format(value)

/** Returns the sign shown by `formatSigned`: 0 for a value that rounds to zero. */
export const signOf = (value: number) => Math.sign(Number(value.toFixed(1)))

export { percentText as formatPercent } from '@/server/lib/locale/formats.ts'

export function formatDate(
  instant: string | number | Date,
  timeZone: string,
  style: Intl.DateTimeFormatOptions = dateStyle,
) {
  return dates(timeZone, JSON.stringify(style)).format(new Date(instant))
}

export const dateStyle: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
export const dayStyle: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
export const timeStyle: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
export const hourStyle: Intl.DateTimeFormatOptions = { weekday: 'short', ...timeStyle }
/** Formats a calendar day, YYYY-MM-DD, in UTC, so no time zone shifts it. */
export const formatDay = (date: string) => formatDate(`${date}T00:00:00Z`, 'UTC', dayStyle)
export const dateTimeStyle: Intl.DateTimeFormatOptions = {
  ...dateStyle,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}

const isoDays = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })

/** Returns the calendar day of an instant in a time zone, YYYY-MM-DD. */
export const formatIsoDay = (instant: number, timeZone: string) => isoDays(timeZone).format(instant)

/** Formats a local date and time of subscribers, YYYY-MM-DDTHH:MM, without converting it. */
export const formatLocal = (at: string) => formatDate(`${at}Z`, 'UTC', dateTimeStyle)

const exactStyle: Intl.DateTimeFormatOptions = { ...dateTimeStyle, timeZoneName: 'long' }

/** "Mar 7, 2027, 14:00 Central European Standard Time": with the time zone's full name. */
export const exactTime = (instant: string | number | Date, timeZone: string): string =>
  formatDate(instant, timeZone, exactStyle)

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
  ['week', 4.35],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
]

/** "3 hours ago", "in 2 days". */
export function formatRelative(instant: string | number | Date, now: number) {
  let distance = (new Date(instant).getTime() - now) / 1000
  if (Math.abs(distance) < 45) return distance > 0 ? t`in a moment` : t`just now`
  const format = relative()
  for (const [unit, size] of steps) {
    if (Math.abs(Math.round(distance)) < size) return format.format(Math.round(distance), unit)
    distance /= size
  }
  return format.format(Math.round(distance), 'year')
}

/** Formats seconds as "4 min 10 s", "2 h 5 min" or "1 h". */
export function formatDuration(seconds: number) {
  const total = Math.max(1, Math.round(seconds))
  if (total < 60) return inUnit(total, 'second')
  const minutes = Math.round(total / 60)
  const parts =
    total < 3600
      ? [inUnit(Math.floor(total / 60), 'minute'), total % 60 && inUnit(total % 60, 'second')]
      : [inUnit(Math.floor(minutes / 60), 'hour'), minutes % 60 && inUnit(minutes % 60, 'minute')]
  return parts.filter(Boolean).join(' ')
}

const SHORT = { second: 's', minute: 'min', hour: 'h' }

/** In English with SI symbols, which are shorter than Intl's. */
const inUnit = (value: number, unit: keyof typeof SHORT): string =>
  currentLocale().catalog
    ? new Intl.NumberFormat(currentLocale().tag, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
    : `${value} ${SHORT[unit]}`
