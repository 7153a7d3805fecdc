// Dates as spreadsheets and email services write them.

export const DATE_ORDERS = ['day_first', 'month_first'] as const
/** Which part of `03/04/2026` is the month. */
export type DateOrder = (typeof DATE_ORDERS)[number]

const TIME = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:\s*([AaPp]\.?[Mm]\.?))?(?:\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}))?)?$`
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}`, 'i')
const DOTTED = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4})${TIME}`, 'i')
const SLASHED = new RegExp(String.raw`^(\d{1,2})[/-](\d{1,2})[/-](\d{4})${TIME}`, 'i')
const DAY_NAMED = new RegExp(String.raw`^(\d{1,2})\.? ([A-Za-z]{3,9})\.?,? (\d{4})${TIME}`, 'i')
const MONTH_NAMED = new RegExp(String.raw`^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})${TIME}`, 'i')
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A date as it is written, in whatever time zone. */
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
 * Reads ISO 8601, `31/12/2024`, `12/31/2024` (by the given order), `31.12.2024`, `Dec 31, 2024`, each with an optional time. Undefined
 * for a text that is not a date of the calendar.
 */
export function readWrittenDate(text: string, order: DateOrder): WrittenDate | undefined {
  const read = readParts(text, order)
  return read && isReal(read) ? read : undefined
}

function readParts(text: string, order: DateOrder): WrittenDate | undefined {
  if (text.length > 60) return undefined
  let match = YEAR_FIRST.exec(text)
  if (match) return parts(match, match[1], match[2], match[3])
  match = DOTTED.exec(text)
  if (match) return parts(match, match[3], match[2], match[1])
  match = SLASHED.exec(text)
  if (match)
    return order === 'day_first'
      ? parts(match, match[3], match[2], match[1])
      : parts(match, match[3], match[1], match[2])
  match = DAY_NAMED.exec(text)
  if (match) return parts(match, match[3], monthNumber(match[2]), match[1])
  match = MONTH_NAMED.exec(text)
  return match ? parts(match, match[3], monthNumber(match[1]), match[2]) : undefined
}

function monthNumber(name = ''): string {
  return String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1)
}

function parts(match: RegExpExecArray, year?: string, month?: string, day?: string): WrittenDate {
  const [hour, minute, second, half, offset] = match.slice(4)
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: half ? (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    offset_minutes: offsetMinutes(offset),
  }
}

/** Returns the minutes of `+01:00`; 0 for `Z`. */
export function offsetMinutes(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(text)
  if (!match) return 0
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]))
}

function isReal({ year, month, day, hour, minute, second }: WrittenDate): boolean {
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 60) return false
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}
