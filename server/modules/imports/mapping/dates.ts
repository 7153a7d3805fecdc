import { type DateOrder, offsetMinutes, readWrittenDate } from '../../../lib/time/written-date.ts'

/** Parses dates as spreadsheets and email services write them. */
export type ReadDate = (text: string) => Date | undefined

/**
 * Parses the dates of `readWrittenDate`, seconds and milliseconds since 1970, and serial days of spreadsheets. Text without an offset is in
 * `time_zone`. Undefined for other text, dates before 1990, and dates more than a day after `now`, because that day has begun in some time
 * zone.
 */
export function dateParser(input: { time_zone: string; date_order: DateOrder; now: Date }): ReadDate {
  const instant = zonedInstant(input.time_zone)
  const latest = input.now.getTime() + DAY
  const within = (time: number) => (time >= EARLIEST && time <= latest ? new Date(time) : undefined)
  return (text) => {
    const epoch = EPOCH.exec(text.trim())
    if (epoch) return within(Number(text) * (epoch[1] ? 1 : 1_000))
    const serial = SERIAL.test(text.trim()) ? Math.round(Number(text.replace(',', '.')) * DAY) : 0
    if (serial > 0) return within(instant(SERIAL_START + serial))
    const parts = readWrittenDate(text.trim(), input.date_order)
    if (!parts) return undefined
    const wall = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second)
    const time = parts.offset_minutes === undefined ? instant(wall) : wall - parts.offset_minutes * MINUTE
    return within(time)
  }
}

/** Seconds or milliseconds since 1970, from 2001 on. */
const EPOCH = /^1\d{9}(\d{3})?$/
/** Spreadsheet days since the end of 1899, from 1982 on. */
export const SERIAL = /^[3-5]\d{4}(?:[.,]\d{1,15})?$/
const SERIAL_START = Date.UTC(1899, 11, 30)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const EARLIEST = Date.UTC(1990, 0, 1)

/** Converts wall time (as if UTC) to an instant. Caches offsets per calendar hour, because Intl is slow. */
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
  // The first guess may be on the other side of a clock change. The second uses the offset at that instant.
  return (wall) => wall - offsetAt(wall - offsetAt(wall))
}
