import type { EmailImpact } from '../impact-schema.ts'
import { cachedDueAt, type Definition, type EnrollmentProgress, nextStep, plan, TICK_MS } from '../sending/schedule.ts'
import { type EditedSequence, type EditedStep, publishedOf } from './edit.ts'

// Computes the effect of an edit on subscribers in the sequence. Pure functions; `plan` decides times as in sending.

/** Active subscribers of a sequence with the same progress. */
export interface Group {
  last_position: number | null
  processed_email_ids: number[]
  next_email_id: number | null
  count: number
}

/** Subscribers of a group whose next email is due within a quarter of an hour, or subscribers who wait for it. */
export interface TimedGroup {
  /** The index of the group. */
  group: number
  /** First and last start of their delays. */
  first_from: Date
  last_from: Date
  count: number
  /** Number of `count` that skip an email that is due now. */
  excluded: number
}

const progressOf = (group: Group, delay_from: Date): EnrollmentProgress => ({
  last_position: group.last_position,
  processed_email_ids: group.processed_email_ids,
  delay_from,
  next_email_id: null,
  next_at: null,
})

/** Returns the next email of a group. */
export const nextOf = ({ steps }: Definition, group: Group) => nextStep(steps, progressOf(group, new Date(0)))

/** Returns the indexes of the groups whose next email changes. */
export function movedGroups(before: EditedSequence, after: EditedSequence, groups: readonly Group[]): number[] {
  const [old, edited] = [publishedOf(before), publishedOf(after)]
  return [...groups.keys()].filter((i) => {
    const group = groups[i]
    return group !== undefined && nextOf(old, group)?.id !== nextOf(edited, group)?.id
  })
}

export interface Impact {
  emails: EmailImpact[]
  completing: number
  resting: number
  kept: number
}

/** Returns the effect on the groups. `timed`: subscribers of groups whose next email changes. */
export function impactOf(
  { before, after }: { before: EditedSequence; after: EditedSequence },
  { groups, timed }: { groups: readonly Group[]; timed: readonly TimedGroup[] },
  now: Date,
): Impact {
  const [old, edited] = [publishedOf(before), publishedOf(after)]
  const subjects = new Map([...old.steps, ...edited.steps].map((step) => [step.id, step]))
  const emails = new Map([...subjects.values()].map((step) => [step.id, nothing(step)]))
  const moved = new Set(movedGroups(before, after, groups))
  const [wasAt, isAt] = [placesOf(old), placesOf(edited)]
  let kept_count = 0
  for (const [i, group] of groups.entries()) {
    const next = nextOf(edited, group)
    const isKept = !moved.has(i) && group.next_email_id !== null
    if (isKept) kept_count += group.count
    const processed = new Set(group.processed_email_ids)
    const isAhead = (position: number | undefined, id: number) =>
      position !== undefined && position > (group.last_position ?? -1) && !processed.has(id)
    for (const [id, email] of emails) {
      const [was, is] = [isAhead(wasAt.get(id), id), isAhead(isAt.get(id), id)]
      const isNew = !wasAt.has(id)
      if (is && next?.id !== id) email.ahead += group.count
      if (is && next?.id === id && isKept) email.kept += group.count
      if (!is && (was || (isNew && !processed.has(id)))) email.skipped += group.count
    }
  }
  const ends = { complete: 0, rest: 0 }
  const due = cachedDueAt()
  for (const { group: index, first_from, last_from, count, excluded } of timed) {
    const group = groups[index]
    if (!group) continue
    const first = plan(edited, progressOf(group, first_from), now, due)
    const last = plan(edited, progressOf(group, last_from), now, due)
    if (!('step' in first)) ends[first.act] += count
    else if ('step' in last)
      addNext(emails.get(first.step.id), { first: first.due, last: last.due }, { count, excluded }, now)
  }
  return { emails: [...emails.values()], completing: ends.complete, resting: ends.rest, kept: kept_count }
}

function addNext(
  email: EmailImpact | undefined,
  { first, last }: { first: Date; last: Date },
  { count, excluded }: Pick<TimedGroup, 'count' | 'excluded'>,
  now: Date,
): void {
  if (!email) return
  if (last.getTime() <= now.getTime() + TICK_MS) {
    email.now += count - excluded
    email.excluded += excluded
    return
  }
  const [first_at, last_at] = [first.toISOString(), last.toISOString()]
  email.later += count
  email.first_at = email.first_at === null || first_at < email.first_at ? first_at : email.first_at
  email.last_at = email.last_at === null || last_at > email.last_at ? last_at : email.last_at
}

/** The position of each email. */
const placesOf = ({ steps }: Definition) => new Map(steps.map(({ id, position }) => [id, position]))

const nothing = ({ id, subject }: EditedStep): EmailImpact => ({
  id,
  subject,
  now: 0,
  later: 0,
  first_at: null,
  last_at: null,
  ahead: 0,
  kept: 0,
  skipped: 0,
  excluded: 0,
})
