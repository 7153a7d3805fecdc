import { addDays, instantOf, isCalendarDate, localDate } from '../../../lib/time/time-zone.ts'

// Finds subscribers whose dates fall into a window. Pure functions of the trigger, the field's value and time zones.

export interface DateTrigger {
  offset_days: number
  /** Time of day, such as 09:30. */
  at: string
  zone: 'account' | 'subscriber'
  yearly: boolean
}

export interface Window {
  /** Exclusive. */
  from: Date
  until: Date
}

/** Days on which a time of day in some time zone can fall into the window. */
function daysOf({ from, until }: Window): string[] {
  const days: string[] = []
  const last = addDays(localDate('UTC', until), 1)
  for (let day = addDays(localDate('UTC', from), -1); day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

const MINUTE_MS = 60_000
/** Offsets of time zones and times of daylight-saving changes are multiples of a quarter hour. */
const QUARTER_MS = 15 * MINUTE_MS

/**
 * Returns whether the trigger's time of day can fall into the window, in the account's zone or any zone of a subscriber. If not, no field
 * needs to be read.
 */
export function canBeReached(trigger: DateTrigger, { window, zone }: { window: Window; zone: string }): boolean {
  const [hour = 0, minute = 0] = trigger.at.split(':').map(Number)
  const isWithin = (at: number) => at > +window.from && at <= +window.until
  if (trigger.zone === 'account') return daysOf(window).some((day) => isWithin(+instantOf(zone, day, { hour, minute })))
  // A time skipped by daylight saving is reached when the clock changes.
  return [0, (minute * MINUTE_MS) % QUARTER_MS].some((offset) =>
    isWithin(Math.floor((+window.from - offset) / QUARTER_MS + 1) * QUARTER_MS + offset),
  )
}

/** Dates of the field that can be reached within the window. Yearly dates are month and day: `03-01`. */
export function candidates({ offset_days, yearly }: DateTrigger, window: Window): string[] {
  const dates = daysOf(window).map((day) => addDays(day, -offset_days))
  return yearly ? [...new Set(dates.flatMap(daysOfYear))] : dates
}

/** The part of a field's value that is one of the `candidates`, as SQL. */
export const candidateSql = ({ yearly }: Pick<DateTrigger, 'yearly'>, value: string): string =>
  yearly ? `substr(btrim(${value}), 6, 5)` : `left(btrim(${value}), 10)`

/** February 29 counts as February 28 in other years. */
function daysOfYear(date: string): string[] {
  const day = date.slice(5)
  return day === '02-28' && !isCalendarDate(`${date.slice(0, 4)}-02-29`) ? [day, '02-29'] : [day]
}

/** Returns the time within the window at which a value reaches the trigger, or null. */
export function reachedAt(
  trigger: DateTrigger,
  { value, window, zone }: { value: string; window: Window; zone: string },
): Date | null {
  const date = value.trim().slice(0, 10)
  if (!isCalendarDate(date)) return null
  const [hour = 0, minute = 0] = trigger.at.split(':').map(Number)
  for (const day of daysOf(window)) {
    const base = addDays(day, -trigger.offset_days)
    const fits = trigger.yearly ? date <= addDays(base, 1) && daysOfYear(base).includes(date.slice(5)) : date === base
    if (!fits) continue
    const at = instantOf(zone, day, { hour, minute })
    if (at > window.from && at <= window.until) return at
  }
  return null
}
