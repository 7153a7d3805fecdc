import { addDays, instantOf, localDate, weekdayOf } from '../../../lib/time/time-zone.ts'
import type { DelayUnit } from '../email-schema.ts'
import type { Weekday } from '../schema.ts'

// Decides which email is due when: pure functions of the definition, a subscriber's progress and the time.

/** The schedule of a published email. */
export interface Step {
  id: number
  position: number
  delay_value: number
  delay_unit: DelayUnit
  /** Overrides the sequence's days; null uses them. */
  send_days: Weekday[] | null
}

export interface Definition {
  /** Hour of the day in `time_zone`, 0 to 23. */
  send_hour: number
  send_days: Weekday[]
  time_zone: string
  hold: boolean
  /** Published emails, by position. */
  steps: Step[]
}

/** A subscriber's progress in a sequence. */
export interface EnrollmentProgress {
  last_position: number | null
  /** Emails already sent or skipped in this run; none is sent again, wherever it is moved. */
  processed_email_ids: number[]
  delay_from: Date
  /** The scheduled email and its time. */
  next_email_id: number | null
  next_at: Date | null
}

/** `rest`: no email is next, and the subscriber stays. */
export type Plan =
  | { act: 'send'; step: Step; due: Date }
  | { act: 'wait'; step: Step; due: Date }
  | { act: 'rest' | 'complete' }

/** Interval on which hours mode is due (contract 8.9). */
export const TICK_MS = 900_000

const HOUR_MS = 3_600_000
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/**
 * Decides what to do for a subscriber. A scheduled time stays when the schedule changes; late emails are sent now. A subscriber who has
 * started and has no next email completes, unless the sequence holds; one who has not started waits for the first email.
 */
export function plan(definition: Definition, progress: EnrollmentProgress, now: Date, due = dueAt): Plan {
  const step = nextStep(definition.steps, progress)
  if (!step) return { act: definition.hold || progress.last_position === null ? 'rest' : 'complete' }
  const promised = progress.next_email_id === step.id ? progress.next_at : null
  const time = promised ?? due(definition, step, progress.delay_from)
  return { act: time <= now ? 'send' : 'wait', step, due: time }
}

/** Returns the first published email after the subscriber's position that this run has not sent. */
export const nextStep = (
  steps: readonly Step[],
  { last_position, processed_email_ids }: EnrollmentProgress,
): Step | undefined =>
  steps.find(({ id, position }) => position > (last_position ?? -1) && !processed_email_ids.includes(id))

/** Returns the progress after an email was sent or skipped. The next delay starts at the due time, so delays do not drift. */
export function afterStep(
  progress: EnrollmentProgress,
  { step, due }: { step: Step; due: Date },
  now: Date,
): EnrollmentProgress {
  return {
    last_position: step.position,
    processed_email_ids: [...progress.processed_email_ids, step.id],
    delay_from: now.getTime() - due.getTime() < TICK_MS ? due : now,
    next_email_id: null,
    next_at: null,
  }
}

/**
 * Returns when an email is due. Days: at the sequence's hour in its time zone, on the first permitted day at least this many calendar
 * days later; 0 days means now. Hours: on the first quarter of an hour (UTC) after the delay, ignoring the schedule.
 */
export function dueAt(
  definition: Pick<Definition, 'send_days' | 'send_hour' | 'time_zone'>,
  step: Step,
  from: Date,
): Date {
  if (step.delay_unit === 'hours') {
    return new Date(Math.ceil((from.getTime() + step.delay_value * HOUR_MS) / TICK_MS) * TICK_MS)
  }
  if (step.delay_value === 0) return from
  const { time_zone, send_hour: hour } = definition
  const days = step.send_days ?? definition.send_days
  let date = addDays(localDate(time_zone, from), step.delay_value)
  for (let tried = 1; tried < WEEKDAYS.length && !isPermitted(days, date); tried++) date = addDays(date, 1)
  return instantOf(time_zone, date, { hour })
}

/** More than an email waits after its delay: every weekday occurs within a week. */
const MAX_WAIT_MS = 9 * 86_400_000

/**
 * Returns the last time from which a delay ends by `by`: `dueAt` is at or before `by` for that time and all before it, and later for all
 * after it.
 */
export function lastStartDueBy(definition: Parameters<typeof dueAt>[0], step: Step, by: Date): Date {
  const delay = step.delay_value * (step.delay_unit === 'days' ? 24 * HOUR_MS : HOUR_MS)
  // Nothing is due before its delay begins, and `dueAt` never decreases.
  let [due, late] = [by.getTime() - delay - MAX_WAIT_MS, by.getTime() + 1]
  while (late - due > 1) {
    const middle = Math.floor((due + late) / 2)
    if (dueAt(definition, step, new Date(middle)) <= by) due = middle
    else late = middle
  }
  return new Date(due)
}

/** Caches `dueAt`: subscribers counted from the same quarter of an hour are due together. */
export function cachedDueAt(): typeof dueAt {
  const day_starts = new Map<string, Date>()
  return (definition, step, from) => {
    if (step.delay_value === 0) return dueAt(definition, step, from)
    // Days of all time zones begin on a quarter of an hour, and intervals end on one, so a time on the quarter belongs to the earlier one.
    const key = `${step.id} ${Math.ceil(from.getTime() / TICK_MS)} ${from.getTime() % TICK_MS === 0}`
    const due = day_starts.get(key) ?? dueAt(definition, step, from)
    day_starts.set(key, due)
    return due
  }
}

const isPermitted = (days: readonly Weekday[], date: string) => days.includes(WEEKDAYS[weekdayOf(date)] ?? 'sunday')
