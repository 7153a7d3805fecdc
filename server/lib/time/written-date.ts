import { monthNumber } from './month-names.ts'

// Dates as spreadsheets and email services write them.

export const DATE_ORDERS = ['day_first', 'month_first'] as const
/** The order of day and month in `03/04/2026`. */
export type DateOrder = (typeof DATE_ORDERS)[number]

const ZONE = String.raw`(?:\s*(Z|(?:UTC|GMT)?[+-]\d{2}(?::?\d{2})?|UTC|GMT|CES?T|EES?T|[ECMP][SD]T|BST))?`
const CLOCK = String.raw`(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?(?:\s*([AaPp]\.? ?[Mm]\.?))?`
/** Words before and after a time: "alle ore 9:05", "kl. 09.05", "um 9:05 Uhr". */
const BEFORE_TIME = String.raw`(?:at |à |às |as |um |om |ore |alle(?: ore)? |a las |kl\.? ?|klo |(?:o )?godz\.? )?`
const BEHIND_TIME = '(?: ?(?:Uhr|uur|hrs?|h))?'
/** The zone again, in words: "(Central European Time)", "[Europe/Oslo]". */
const ZONE_NAME = String.raw`(?: \([^()]*\)| ?\[[^[\]]*\])?`
const TIME = String.raw`(?:[T ,]+${BEFORE_TIME}(?:${CLOCK}|(\d{1,2})\s?([AaPp]\.? ?[Mm]\.?))${BEHIND_TIME}${ZONE}${ZONE_NAME})?$`
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.] ?(\d{1,2})[-/.] ?(\d{1,2})\.?${TIME}`, 'i')
const EAST_ASIAN = /^(\d{4})[年년] ?(\d{1,2})[月월] ?(\d{1,2})[日일]/
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?()()()(Z)?)?$/
const DOTTED = new RegExp(String.raw`^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})\.?${TIME}`, 'i')
const SLASHED = new RegExp(String.raw`^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})${TIME}`, 'i')
const DAY_NAMED = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th|er|(\.)|º)?[ -](?:de |of )?(\p{L}{3,12})\.?[ ,-]{1,2}(?:de )?(\d{4}|\d{2})\.?${TIME}`,
  'iu',
)
const MONTH_NAMED = new RegExp(String.raw`^(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})${TIME}`, 'iu')
const YEAR_NAMED = new RegExp(String.raw`^(\d{4})[-/. ]{1,2}(\p{L}{3,12})\.?[-/ ](\d{1,2})\.?${TIME}`, 'iu')
/** The word "year" after a year, in Russian, Bulgarian and Polish. */
const YEAR_WORD = /(\d{4}) ?[гr]\.?(?=$|[ ,])/
/** "Mon, " and the like, in any language. */
const WEEKDAY = /^\p{L}{2,12}\.?(?:, ?| )(?=\d|\p{L}{3,12}\.? \d)/u

/** A date as written, in any time zone. */
export interface WrittenDate {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  offset_minutes: number | undefined
}

/**
 * Reads ISO 8601, `20241231`, `31/12/2024`, `12/31/24` (by the given order), `31.12.2024`, `Tue, 31 Dec 2024`, `31-Dec-24`, `2024. 12. 31.`,
 * `December 31st, 2024` and the months of other languages, each with an optional time. Undefined for a text that is not a calendar date.
 */
export function readWrittenDate(text: string, order: DateOrder): WrittenDate | undefined {
  const read = readParts(text, order)
  return read && isReal(read) ? read : undefined
}

function readParts(written: string, order: DateOrder): WrittenDate | undefined {
  if (written.length > 80) return undefined
  const text = written.replace(/\s+/g, ' ').replace(EAST_ASIAN, '$1-$2-$3').replace(YEAR_WORD, '$1')
  let match = YEAR_FIRST.exec(text)
  if (match) return parts(match[1], match[2], match[3], match.slice(4))
  match = COMPACT.exec(text)
  if (match) return parts(match[1], match[2], match[3], match.slice(4))
  match = DOTTED.exec(text)
  if (match) return parts(match[3], match[2], match[1], match.slice(4))
  match = SLASHED.exec(text)
  if (match) return readSlashed(match, order)
  match = YEAR_NAMED.exec(text)
  if (match) return parts(match[1], monthNumber(match[2] ?? ''), match[3], match.slice(4))
  const day = text.replace(WEEKDAY, '')
  match = DAY_NAMED.exec(text) ?? DAY_NAMED.exec(day)
  if (match) {
    const month = monthNumber(match[3] ?? '', { is_behind_dot: match[2] !== undefined })
    return parts(match[4], month, match[1], match.slice(5))
  }
  match = MONTH_NAMED.exec(text) ?? MONTH_NAMED.exec(day)
  return match ? parts(match[3], monthNumber(match[1] ?? ''), match[2], match.slice(4)) : undefined
}

function readSlashed(
  [, first, sign, second, year = '', ...time]: readonly string[],
  order: DateOrder,
): WrittenDate | undefined {
  // "21-03-13" may begin with the year.
  if (sign === '-' && year.length === 2) return undefined
  return order === 'day_first' ? parts(year, second, first, time) : parts(year, first, second, time)
}

function parts(
  year: string | undefined,
  month: string | number | undefined,
  day: string | undefined,
  [hour, minute, second, half, whole_hour, whole_half, zone]: readonly (string | undefined)[],
): WrittenDate {
  const clock_hour = Number(hour ?? whole_hour ?? 0)
  const clock_half = half ?? whole_half
  return {
    year: wholeYear(year ?? ''),
    month: Number(month),
    day: Number(day),
    hour: clock_half ? (clock_hour % 12) + (/^p/i.test(clock_half) ? 12 : 0) : clock_hour,
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    offset_minutes: offsetMinutes(zone),
  }
}

/** Two digits are a year from 1970 to 2069. */
function wholeYear(text: string): number {
  const year = Number(text)
  return text.length > 2 ? year : year + (year < 70 ? 2000 : 1900)
}

const NAMED_ZONES: Readonly<Record<string, number>> = {
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  BST: 1,
}

/** Returns the minutes of `+01:00`, `GMT+1:00` and `CET`; 0 for `Z`. */
export function offsetMinutes(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const match = /([+-])(\d{2}):?(\d{2})?$/.exec(text)
  if (!match) return (NAMED_ZONES[text.toUpperCase()] ?? 0) * 60
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0))
}

function isReal({ year, month, day, hour, minute, second }: WrittenDate): boolean {
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 60) return false
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}
