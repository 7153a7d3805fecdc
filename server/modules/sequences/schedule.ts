import { addDays, instantOf, localDate, weekdayOf } from '../../lib/time/time-zone.ts'
import type { DelayUnit } from './email-schema.ts'
import type { Weekday } from './schema.ts'

// When who gets what: pure functions of the definition, a person's progress and the time.

/** A published email, as far as the schedule goes. */
export interface Step {
  id: number
  position: number
  delay_value: number
  delay_unit: DelayUnit
  /** Days of its own; null follows the sequence. */
  send_days: Weekday[] | null
}

export interface Definition {
  /** Hour of the day, 0 to 23, on the clocks of `time_zone`. */
  send_hour: number
  send_days: Weekday[]
  time_zone: string
  hold: boolean
  /** Published emails by position. */
  steps: Step[]
}

/** Where a person stands in a sequence. */
export interface EnrollmentProgress {
  last_position: number | null
  /** Emails that this run has seen: none comes twice, wherever it is moved. */
  received: number[]
  delay_from: Date
  /** The email and the time that were promised. */
  next_email_id: number | null
  next_at: Date | null
}

/** `rest`: nothing is ahead, and the person stays. */
export type Plan =
  | { act: 'send'; step: Step; due: Date }
  | { act: 'wait'; step: Step; due: Date }
  | { act: 'rest' | 'complete' }

/** How often hours mode looks: contract 8.9. */
export const TICK_MS = 900_000

const HOUR_MS = 3_600_000
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/**
 * A time that was promised stays, whatever becomes of the schedule; what is late goes at once. Who has begun and has nothing
 * ahead completes, unless the sequence holds; who has not begun waits for the first email to be published.
 */
export function plan(definition: Definition, progress: EnrollmentProgress, now: Date, due = dueAt): Plan {
  const step = nextStep(definition.steps, progress)
  if (!step) return { act: definition.hold || progress.last_position === null ? 'rest' : 'complete' }
  const promised = progress.next_email_id === step.id ? progress.next_at : null
  const time = promised ?? due(definition, step, progress.delay_from)
  return { act: time <= now ? 'send' : 'wait', step, due: time }
}

/** The first published email behind the person's place that this run has not seen. */
export const nextStep = (steps: readonly Step[], { last_position, received }: EnrollmentProgress): Step | undefined =>
  steps.find(({ id, position }) => position > (last_position ?? -1) && !received.includes(id))

/** The progress after an email went out or was passed over. What went out on time counts from its time, so that delays do not drift. */
export function afterStep(
  progress: EnrollmentProgress,
  { step, due }: { step: Step; due: Date },
  now: Date,
): EnrollmentProgress {
  return {
    last_position: step.position,
    received: [...progress.received, step.id],
    delay_from: now.getTime() - due.getTime() < TICK_MS ? due : now,
    next_email_id: null,
    next_at: null,
  }
}

/**
 * Days: at the sequence's hour in its zone, on the first permitted day that is at least so many calendar days later; 0 days is
 * at once. Hours: whatever the schedule says, at the first quarter of an hour (UTC) after the delay.
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

/** The same for very many people: whoever is counted from the same quarter of an hour falls due together. */
export function cachedDueAt(): typeof dueAt {
  const known = new Map<string, Date>()
  return (definition, step, from) => {
    if (step.delay_value === 0) return dueAt(definition, step, from)
    // No zone's days begin off a quarter of an hour, and ticks end on them: a time on the quarter belongs to what is before it.
    const key = `${step.id} ${Math.ceil(from.getTime() / TICK_MS)} ${from.getTime() % TICK_MS === 0}`
    const due = known.get(key) ?? dueAt(definition, step, from)
    known.set(key, due)
    return due
  }
}

const isPermitted = (days: readonly Weekday[], date: string) => days.includes(WEEKDAYS[weekdayOf(date)] ?? 'sunday')
