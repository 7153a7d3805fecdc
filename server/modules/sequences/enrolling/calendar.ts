import type { Ctx } from '../../../core/context.ts'
import { iso } from '../../../core/wire.ts'
import { renderSubjects } from '../../subscribers/list/subjects.ts'
import { getSubscriber } from '../../subscribers/service.ts'
import type { UpcomingEmail } from '../composer-schema.ts'
import { projectEmails } from '../sending/calendar.ts'
import { readSteps } from '../sending/definition.ts'
import type { Definition, EnrollmentProgress } from '../sending/schedule.ts'
import type { StoredSequence } from '../view.ts'
import { findExcluding } from './exclusion.ts'

const MAX_SEQUENCES = 50
const MAX_EMAILS = 50

interface Enrolled extends EnrollmentProgress, Omit<Definition, 'steps'>, Pick<StoredSequence, 'name' | 'active'> {
  sequence_id: number
  paused_until: Date | null
  sources: StoredSequence['exclude_subscriber_sources']
}

/** As `listUpcomingEmails`. Throws not_found. */
export async function listUpcomingOf(ctx: Ctx, { subscriber_id }: { subscriber_id: number }): Promise<UpcomingEmail[]> {
  await getSubscriber(ctx, { id: subscriber_id })
  return listUpcomingEmails(ctx, { subscriber_id })
}

/**
 * Lists upcoming emails of a subscriber's sequences, soonest first. Empty if they cannot be emailed. Emails of paused sequences have no
 * time.
 */
export async function listUpcomingEmails(
  ctx: Ctx,
  { subscriber_id }: { subscriber_id: number },
): Promise<UpcomingEmail[]> {
  const rows = await ctx.sql.rows<Enrolled>(
    `select e.sequence_id, e.last_position, e.processed_email_ids, e.delay_from, e.next_email_id, e.next_at, s.paused_until,
       q.name, q.active, q.exclude_subscriber_sources as sources, q.send_days, q.send_hour, q.time_zone, q.hold
     from enrollment e join subscriber s on s.account_id = e.account_id and s.id = e.subscriber_id
       join sequence q on q.account_id = e.account_id and q.id = e.sequence_id and q.deleted_at is null
     where e.account_id = $1 and e.subscriber_id = $2 and e.state = 'active' and s.state = 'active'
     order by e.sequence_id limit ${MAX_SEQUENCES}`,
    [subscriber_id],
  )
  if (rows.length === 0) return []
  const emails = await readSteps(
    ctx,
    rows.map(({ sequence_id }) => sequence_id),
  )
  const excluding = await findExcluding(ctx, {
    sequences: rows.map(({ sequence_id, sources }) => ({ id: sequence_id, sources })),
    subscriber_id,
  })
  const upcoming = rows.flatMap((enrolled): UpcomingEmail[] => {
    const { sequence_id, name, active, paused_until } = enrolled
    const steps = emails.filter((email) => email.sequence_id === sequence_id)
    const subjects = new Map(steps.map(({ id, subject }) => [id, subject]))
    const ahead = projectEmails({ ...enrolled, steps }, enrolled, { now: ctx.now(), most: MAX_EMAILS })
    return ahead.map(({ step, due }) => {
      const isInPause = paused_until !== null && paused_until > due
      return {
        id: step.id,
        sequence_id,
        sequence_name: name,
        subject: subjects.get(step.id) ?? '',
        due_at: active ? iso(due) : null,
        skipped: excluding.has(sequence_id) ? 'excluded' : isInPause ? 'paused' : null,
      }
    })
  })
  const shown = upcoming.sort((a, b) => (a.due_at ?? '9').localeCompare(b.due_at ?? '9')).slice(0, MAX_EMAILS)
  const subjects = await renderSubjects(ctx, { subscriber_id, subjects: shown.map(({ subject }) => subject) })
  return shown.map((email, at) => ({ ...email, subject: subjects[at] ?? email.subject }))
}
