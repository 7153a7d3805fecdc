/**
 * Returns whether a name is an IANA time zone such as Europe/Oslo. Offsets are not, because PostgreSQL and browsers read them
 * differently.
 */
export function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true
  if (!/^[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z0-9_+-]*)+$/.test(name)) return false
  try {
    formatFor(name)
    return true
  } catch {
    return false
  }
}

/** Returns the offset in effect at that instant, such as `+01:00`, including daylight saving. */
export function utcOffset(zone: string, at: Date): string {
  const total = offsetMinutesAt(zone, at.getTime())
  const minutes = Math.abs(total)
  return `${total < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

/** Returns the common name of the zone: `Oslo`, `New York`, `Buenos Aires`. */
export function zoneLabel(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

/** Returns the date in the zone at that instant, as `YYYY-MM-DD`. */
export function localDate(zone: string, instant: Date): string {
  return new Date(instant.getTime() + offsetMinutesAt(zone, instant.getTime()) * MINUTE).toISOString().slice(0, 10)
}

/** Returns the minutes to add to UTC for local time, at that instant (ms since 1970). */
export function offsetMinutesAt(zone: string, instant: number): number {
  if (zone === 'UTC') return 0
  const second = Math.floor(instant / 1000) * 1000
  const parts: Record<string, number> = {}
  for (const { type, value } of formatFor(zone).formatToParts(second)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second: seconds = 0 } = parts
  // Local mean time before 1900 has offsets with seconds; whole minutes are precise enough.
  return Math.round((Date.UTC(year, month - 1, day, hour, minute, seconds) - second) / MINUTE)
}

/**
 * Returns the instant at which clocks in the zone show this local time. A time that is skipped when clocks go forward means the moment after the
 * gap; a time that occurs twice means the first.
 */
export function instantOf(zone: string, date: string, time: { hour: number; minute?: number } = { hour: 0 }): Date {
  const wall = midnight(date) + time.hour * 60 * MINUTE + (time.minute ?? 0) * MINUTE
  const candidates = [wall - DAY, wall, wall + DAY].map((near) => wall - offsetMinutesAt(zone, near) * MINUTE)
  const exact = candidates.filter((at) => at + offsetMinutesAt(zone, at) * MINUTE === wall)
  if (exact.length > 0) return new Date(Math.min(...exact))
  return new Date(afterGap(zone, Math.min(...candidates), Math.max(...candidates)))
}

/** Returns the first instant of the day in the zone. Not always midnight, because some zones set their clocks forward at 00:00. */
export function startOfDay(zone: string, date: string): Date {
  return instantOf(zone, date)
}

/** Calendar arithmetic on `YYYY-MM-DD`, independent of time zones. */
export function addDays(date: string, days: number): string {
  return new Date(midnight(date) + days * DAY).toISOString().slice(0, 10)
}

/** Returns whether the text is YYYY-MM-DD and the day exists. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000') || Number.isNaN(midnight(text))) return false
  return addDays(text, 0) === text
}

/** Returns the weekday; 0 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(midnight(date)).getUTCDay()
}

const MINUTE = 60_000
const DAY = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  return format
}

// The offset changes once between the two instants. Returns the first instant with the new offset.
function afterGap(zone: string, before: number, after: number): number {
  const old = offsetMinutesAt(zone, before)
  let [low, high] = [before, after]
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000
    if (offsetMinutesAt(zone, middle) === old) low = middle
    else high = middle
  }
  return high
}

function midnight(date: string): number {
  return Date.parse(`${date}T00:00:00Z`)
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
