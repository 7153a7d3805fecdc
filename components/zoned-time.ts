/** Converts between the text of a datetime-local input in an IANA time zone and an ISO 8601 instant. */

/** Returns an instant in the time zone as "2026-03-02T09:00". */
export function toWallClock(instant: string, timeZone: string) {
  const parts = wallClockParts(Date.parse(instant), timeZone)
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`
}

/**
 * Returns the instant of a wall-clock time in the time zone. A time skipped in spring moves forward by the gap. A time that occurs twice in fall means the first one.
 */
export function fromWallClock(wallClock: string, timeZone: string) {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(wallClock)) return null
  const naive = Date.parse(`${wallClock.slice(0, 16)}:00Z`)
  if (Number.isNaN(naive)) return null
  const before = naive - offsetAt(naive - DAY, timeZone)
  const after = naive - offsetAt(naive + DAY, timeZone)
  const shown = [before, after].filter((instant) => instant + offsetAt(instant, timeZone) === naive)
  return new Date(shown.length > 0 ? Math.min(...shown) : before).toISOString()
}

/** Returns the time zone's offset at an instant, such as "GMT+1". */
export function offsetName(instant: string, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(
    new Date(instant),
  )
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
}

const DAY = 86_400_000

/** Returns how far the time zone is ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string) {
  const { year, month, day, hour, minute, second } = wallClockParts(instant, timeZone)
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - Math.floor(instant / 1000) * 1000
}

function wallClockParts(instant: number, timeZone: string) {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const found = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => found[type] ?? '00'
  return {
    year: part('year').padStart(4, '0'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  }
}
