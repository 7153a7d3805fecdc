import { afterStep, type Definition, type EnrollmentProgress, plan, type Step } from './schedule.ts'

/**
 * Returns the next emails of one subscriber in order, with their times, as if each were sent on time. An email that is late is due now.
 */
export function projectEmails(
  definition: Definition,
  progress: EnrollmentProgress,
  { now, most }: { now: Date; most: number },
): { step: Step; due: Date }[] {
  const ahead: { step: Step; due: Date }[] = []
  let [current, time] = [progress, now]
  while (ahead.length < most) {
    const next = plan(definition, current, time)
    if (!('step' in next)) break
    const due = new Date(Math.max(next.due.getTime(), time.getTime()))
    ahead.push({ step: next.step, due })
    current = afterStep(current, next, due)
    time = due
  }
  return ahead
}
