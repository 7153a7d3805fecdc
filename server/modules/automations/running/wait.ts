import { addDays, instantOf, localDate, weekdayOf } from '../../../lib/time/time-zone.ts'
import type { Wait } from '../graph-schema.ts'

// Computes ends of waits: pure functions of the step, the arrival and time zones.

const MINUTE_MS = 60_000
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

interface Arrival {
  at: Date
  account_zone: string
  /** Null: unknown, so the account's time zone applies. */
  subscriber_zone: string | null
}

/** Returns the end of a wait. A time skipped by daylight saving becomes the end of the gap; of a repeated time the first counts. */
export function waitUntil(wait: Wait, { at, account_zone, subscriber_zone }: Arrival): Date {
  if (wait.for === 'duration') return new Date(+at + wait.minutes * MINUTE_MS)
  const zone = (wait.zone === 'subscriber' && subscriber_zone) || account_zone
  const [hour = 0, minute = 0] = wait.at.split(':').map(Number)
  if (wait.for === 'date') return instantOf(zone, wait.date, { hour, minute })
  const today = localDate(zone, at)
  // If today's time has passed, the same weekday is the eighth day.
  for (let days = 0; days <= 8; days++) {
    const date = addDays(today, days)
    const weekday = WEEKDAYS[weekdayOf(date)]
    const due = instantOf(zone, date, { hour, minute })
    if (weekday && wait.weekdays.includes(weekday) && +due >= +at + MINUTE_MS) return due
  }
  throw new Error('A wait for a weekday names none')
}

/** A finished pause. */
export type Pause = readonly [from: string, to: string]

/**
 * Returns the end of a duration that does not pass while the automation is paused. `due`: the end without pauses. Pauses are in
 * chronological order.
 */
export function afterPauses(due: Date, { at, pauses }: { at: Date; pauses: readonly Pause[] }): Date {
  let end = +due
  for (const [from, to] of pauses) {
    const begin = Math.max(+new Date(from), +at)
    if (begin < end && +new Date(to) > begin) end += +new Date(to) - begin
  }
  return new Date(end)
}
