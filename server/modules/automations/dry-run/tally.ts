import { localDate } from '../../../lib/time/time-zone.ts'
import type { DryRunResult } from '../publishing-schema.ts'

export const emptyResult = (): DryRunResult => ({
  matched: null,
  subscribers: 0,
  entered: 0,
  completed: 0,
  left: 0,
  waiting: 0,
  held: 0,
  busy: 0,
  steps: {},
  triggers: {},
  untold: {},
  emails: {},
  days: {},
})

/** Adds up what happens to subscribers. */
export class Tally {
  readonly result: DryRunResult
  readonly #time_zone: string

  constructor(result: DryRunResult, time_zone: string) {
    this.result = result
    this.#time_zone = time_zone
  }

  step(step_id: string): DryRunResult['steps'][string] {
    const { steps } = this.result
    steps[step_id] ??= { entered: 0, passed: 0, moved: 0, failed: 0, ended: 0, waiting: 0, held: 0, exits: {} }
    return steps[step_id]
  }

  enter(trigger_id: string, at: number): void {
    const { result } = this
    result.entered++
    result.triggers[trigger_id] ??= { entered: 0 }
    result.triggers[trigger_id].entered++
    this.#day(at).entered++
  }

  email(email_id: number, at: number, isSent: boolean): void {
    const { emails } = this.result
    emails[email_id] ??= { sent: 0, not_sent: 0 }
    if (isSent) {
      emails[email_id].sent++
      this.#day(at).emails++
    } else emails[email_id].not_sent++
  }

  dayOf(at: number): string {
    return localDate(this.#time_zone, new Date(at))
  }

  #day(at: number): DryRunResult['days'][string] {
    const { days } = this.result
    const day = this.dayOf(at)
    days[day] ??= { entered: 0, emails: 0 }
    return days[day]
  }
}
