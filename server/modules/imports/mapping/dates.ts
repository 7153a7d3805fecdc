import type { DateOrder } from '../schema.ts'

/** Reads dates as spreadsheets and email services write them. */
export type ReadDate = (text: string) => Date | undefined

/**
 * Reads ISO 8601, `31/12/2024`, `12/31/2024` (by the given order), `31.12.2024`, `Dec 31, 2024`, each with an optional time.
 * A text without an offset is in `time_zone`. Undefined for a text that is not a date, and for dates before 1990 or more than a day after
 * `now` (that day has already begun in some time zone).
 */
export function dateParser(input: { time_zone: string; date_order: DateOrder; now: Date }): ReadDate {
  const instant = zonedInstant(input.time_zone)
  const latest = input.now.getTime() + DAY
  return (text) => {
    const parts = readParts(text.trim(), input.date_order)
    if (!parts || !isReal(parts)) return undefined
    const wall = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second)
    const time = parts.offset_minutes === undefined ? instant(wall) : wall - parts.offset_minutes * MINUTE
    return time >= EARLIEST && time <= latest ? new Date(time) : undefined
  }
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const EARLIEST = Date.UTC(1990, 0, 1)

const TIME = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:\s*([AaPp]\.?[Mm]\.?))?(?:\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}))?)?$`
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}`, 'i')
const DOTTED = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4})${TIME}`, 'i')
const SLASHED = new RegExp(String.raw`^(\d{1,2})[/-](\d{1,2})[/-](\d{4})${TIME}`, 'i')
const DAY_NAMED = new RegExp(String.raw`^(\d{1,2})\.? ([A-Za-z]{3,9})\.?,? (\d{4})${TIME}`, 'i')
const MONTH_NAMED = new RegExp(String.raw`^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})${TIME}`, 'i')
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

interface Parts {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  offset_minutes: number | undefined
}

function readParts(text: string, order: DateOrder): Parts | undefined {
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

function parts(match: RegExpExecArray, year?: string, month?: string, day?: string): Parts {
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

function offsetMinutes(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(text)
  if (!match) return 0
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]))
}

function isReal({ year, month, day, hour, minute, second }: Parts): boolean {
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 60) return false
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Converts wall time (as if it were UTC) to an instant. Offsets are cached per calendar hour, because Intl is slow. */
function zonedInstant(time_zone: string): (wall: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: time_zone, timeZoneName: 'longOffset' })
  const offsets = new Map<number, number>()
  const offsetAt = (time: number): number => {
    const hour = Math.floor(time / (60 * MINUTE))
    const known = offsets.get(hour)
    if (known !== undefined) return known
    const name = format.formatToParts(hour * 60 * MINUTE).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
    const offset = (offsetMinutes(name.slice(3) || undefined) ?? 0) * MINUTE
    if (offsets.size > 20_000) offsets.clear()
    offsets.set(hour, offset)
    return offset
  }
  // The first guess may be on the other side of a clock change. The second uses the offset at the instant itself.
  return (wall) => wall - offsetAt(wall - offsetAt(wall))
}
