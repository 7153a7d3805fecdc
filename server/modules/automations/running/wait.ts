import { addDays, instantOf, localDate, weekdayOf } from '../../../lib/time/time-zone.ts'
import type { Step, Wait } from '../graph-schema.ts'

// Computes ends of waits: pure functions of the step, the arrival and time zones.

const MINUTE_MS = 60_000
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

interface Zones {
  account_zone: string
  /** Null: unknown, so the account's time zone applies. */
  subscriber_zone: string | null
}

interface Arrival extends Zones {
  at: Date
}

/** Returns the time zone in which a wait or a date is meant. */
export const zoneOf = (
  { zone }: { zone: 'account' | 'subscriber' },
  { account_zone, subscriber_zone }: Zones,
): string => (zone === 'subscriber' && subscriber_zone) || account_zone

/** Returns the end of a wait. A time skipped by daylight saving becomes the end of the gap; of a repeated time the first counts. */
export function waitUntil(wait: Wait, { at, account_zone, subscriber_zone }: Arrival): Date {
  if (wait.for === 'duration') return new Date(+at + wait.minutes * MINUTE_MS)
  const zone = zoneOf(wait, { account_zone, subscriber_zone })
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

export type Waiting = Extract<Step, { kind: 'wait' | 'wait_for_event' }>

/** Returns the end of a wait, or when a wait for an event times out: null for never. Pauses do not shorten durations. */
export function endOfWait(step: Waiting, arrival: Arrival & { pauses: readonly Pause[] }): Date | null {
  if (step.kind === 'wait_for_event' && step.timeout_minutes === null) return null
  const wait = step.kind === 'wait' ? step.wait : { for: 'duration' as const, minutes: step.timeout_minutes ?? 0 }
  const due = waitUntil(wait, arrival)
  return wait.for === 'duration' ? afterPauses(due, arrival) : due
}

/** Returns the exit of a wait that is over. */
export const exitOver = ({ kind }: Waiting): string => (kind === 'wait' ? 'next' : 'timed_out')

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
