import type { Ctx } from '../../../core/context.ts'
import { iso } from '../../../core/wire.ts'
import type { UpcomingEmail } from '../composer-schema.ts'
import { projectEmails } from '../sending/calendar.ts'
import { loadDefinition, type PublishedEmail } from '../sending/definition.ts'
import type { EnrollmentProgress } from '../sending/schedule.ts'
import { findSequence } from '../view.ts'
import { findExcluded } from './exclusion.ts'

const MOST_SEQUENCES = 50
const MOST_EMAILS = 50

/**
 * Returns the emails to come from all sequences that a subscriber is in, by time. Empty for a subscriber who cannot be sent email.
 * Emails of paused sequences have no time.
 */
export async function listUpcomingEmails(
  ctx: Ctx,
  { subscriber_id }: { subscriber_id: number },
): Promise<UpcomingEmail[]> {
  const rows = await ctx.sql.rows<EnrollmentProgress & { sequence_id: number; paused_until: Date | null }>(
    `select e.sequence_id, e.last_position, e.processed_email_ids, e.delay_from, e.next_email_id, e.next_at, s.paused_until
     from enrollment e join subscriber s on s.account_id = e.account_id and s.id = e.subscriber_id
       join sequence q on q.account_id = e.account_id and q.id = e.sequence_id and q.deleted_at is null
     where e.account_id = $1 and e.subscriber_id = $2 and e.state = 'active' and s.state = 'active'
     order by e.sequence_id limit ${MOST_SEQUENCES}`,
    [subscriber_id],
  )
  const upcoming: UpcomingEmail[] = []
  for (const { sequence_id, paused_until, ...progress } of rows) {
    const sequence = await findSequence(ctx, { id: sequence_id })
    const definition = await loadDefinition(ctx, sequence)
    const emails: readonly PublishedEmail[] = definition.steps
    const subjects = new Map(emails.map(({ id, subject }) => [id, subject]))
    const sources = sequence.exclude_subscriber_sources
    const is_excluded = (await findExcluded(ctx, { sources, subscriber_ids: [subscriber_id] })).size > 0
    for (const { step, due } of projectEmails(definition, progress, { now: ctx.now(), most: MOST_EMAILS })) {
      const is_in_pause = paused_until !== null && paused_until > due
      upcoming.push({
        id: step.id,
        sequence_id,
        sequence_name: sequence.name,
        subject: subjects.get(step.id) ?? '',
        due_at: sequence.active ? iso(due) : null,
        skipped: is_excluded ? 'excluded' : is_in_pause ? 'paused' : null,
      })
    }
  }
  return upcoming.sort((a, b) => (a.due_at ?? '9').localeCompare(b.due_at ?? '9')).slice(0, MOST_EMAILS)
}
