import { addDays, instantOf, localDate, weekdayOf } from '../../../lib/time/time-zone.ts'
import type { Wait } from '../graph-schema.ts'

// Decides when waits are over: pure functions of the step, the arrival and time zones.

const MINUTE_MS = 60_000
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

interface Arrival {
  at: Date
  account_zone: string
  /** Null if it is not known; then the account's clock counts. */
  subscriber_zone: string | null
}

/** Returns when a wait is over. A time that daylight saving skips is the instant after the gap, one that happens twice the first. */
export function waitUntil(wait: Wait, { at, account_zone, subscriber_zone }: Arrival): Date {
  if (wait.for === 'duration') return new Date(+at + wait.minutes * MINUTE_MS)
  const zone = (wait.zone === 'subscriber' && subscriber_zone) || account_zone
  const [hour = 0, minute = 0] = wait.at.split(':').map(Number)
  if (wait.for === 'date') return instantOf(zone, wait.date, { hour, minute })
  const today = localDate(zone, at)
  // When today's time has passed, the same weekday is the eighth.
  for (let days = 0; days <= 8; days++) {
    const date = addDays(today, days)
    const weekday = WEEKDAYS[weekdayOf(date)]
    const due = instantOf(zone, date, { hour, minute })
    if (weekday && wait.weekdays.includes(weekday) && +due >= +at + MINUTE_MS) return due
  }
  throw new Error('A wait for a weekday names none')
}

/** A pause that has ended. */
export type Pause = readonly [from: string, to: string]

/**
 * Returns when a remaining time is over that does not pass while the automation is paused. `due` is the end without pauses; pauses are
 * in the order of time.
 */
export function afterPauses(due: Date, { at, pauses }: { at: Date; pauses: readonly Pause[] }): Date {
  let end = +due
  for (const [from, to] of pauses) {
    const begin = Math.max(+new Date(from), +at)
    if (begin < end && +new Date(to) > begin) end += +new Date(to) - begin
  }
  return new Date(end)
}
