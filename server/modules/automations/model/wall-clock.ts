import type { Wait } from '../graph-schema.ts'

// The model's time arithmetic, independent of server/lib/time: reads wall clocks as text and searches forward, so it needs no offsets or
// rules for gaps and overlaps.

export const MINUTE = 60_000
export const DAY = 1_440 * MINUTE
const BLOCK = 15 * MINUTE

/** Minutes between retries of a failed step: three times, then hourly for three days. */
export const RETRY_MINUTES = [1, 5, 30, ...Array<number>(72).fill(60)]

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns the wall-clock time in the zone, as `2027-03-28 02:30:00`. Such texts sort by time. */
export function wallClock(zone: string, at: number): string {
  let format = clocks.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    clocks.set(zone, format)
  }
  return format.format(at)
}

const instants = new Map<string, number>()

/**
 * Returns the first instant at which a clock in the zone shows this date and time or later: the first of two equal times, or the end of a
 * gap. Since 1986, offsets change on quarter hours in every zone.
 */
export function firstInstant(zone: string, date: string, time: string): number {
  const target = `${date} ${time}:00`
  const key = `${zone} ${target}`
  const known = instants.get(key)
  if (known !== undefined) return known
  for (let block = Date.parse(`${date}T00:00:00Z`) - 1.25 * DAY; ; block += BLOCK) {
    if (wallClock(zone, block + BLOCK - 1_000) < target) continue
    for (let at = block; ; at += MINUTE)
      if (wallClock(zone, at) >= target) {
        instants.set(key, at)
        return at
      }
  }
}

/** Returns the date `days` days later, as `YYYY-MM-DD`. */
export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

const NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** Returns the next of these weekdays at this time, at least a minute after `after`. */
function nextWeekday(zone: string, weekdays: readonly string[], time: string, after: number): number {
  const today = wallClock(zone, after).slice(0, 10)
  for (let days = 0; ; days++) {
    const date = dateAfter(today, days)
    const name = NAMES[new Date(`${date}T12:00:00Z`).getUTCDay()]
    if (!name || !weekdays.includes(name)) continue
    const at = firstInstant(zone, date, time)
    if (at >= after + MINUTE) return at
  }
}

/** Returns the end of a wait that begins at `after`. */
export function endOfWait(wait: Wait, after: number, zones: { account: string; subscriber: string }): number {
  if (wait.for === 'duration') return after + wait.minutes * MINUTE
  const zone = zones[wait.zone]
  return wait.for === 'date' ? firstInstant(zone, wait.date, wait.at) : nextWeekday(zone, wait.weekdays, wait.at, after)
}

/** Returns whether the text is a calendar day, as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const at = Date.parse(`${text}T12:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** Returns the anniversary of `date` in a year. February 29 becomes February 28 in other years. */
export function anniversary(date: string, year: number): string {
  const same = `${year}-${date.slice(5)}`
  return isDate(same) ? same : `${year}-02-28`
}
