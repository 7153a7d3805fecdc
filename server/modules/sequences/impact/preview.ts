import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { isTimeZone } from '../../../lib/time/time-zone.ts'
import { subjectForMany } from '../../delivery/compose/subjects.ts'
import type { ImpactInput, SequenceEdit, SequenceImpact } from '../impact-schema.ts'
import { findSequence } from '../view.ts'
import { type EditedSequence, editSequence, publishedOf, sourcesAfter } from './edit.ts'
import { type Impact, impactOf, movedGroups } from './impact.ts'
import { readDue, readExclusionChange, readGroups, readSteps, readTimes } from './progress.ts'

/** Previews the effect of an edit on the subscribers in the sequence. Throws not_found, or invalid for an edit that cannot be saved. */
export async function previewEdit(
  ctx: Ctx,
  { sequence_id: id, edit, most_groups }: ImpactInput & { most_groups?: number },
): Promise<SequenceImpact> {
  const sequence = await findSequence(ctx, { id })
  if (edit.kind === 'settings' && !isTimeZone(edit.time_zone)) throw invalid('time_zone is not a valid time zone')
  const { send_hour, send_days, time_zone, hold } = sequence
  const before: EditedSequence = { send_hour, send_days, time_zone, hold, steps: await readSteps(ctx, { id }) }
  const after = editSequence(before, edit)
  const { groups, in_progress } = await readGroups(ctx, { id, ...(most_groups && { most: most_groups }) })
  const sources = sourcesAfter(sequence, edit)
  const indexes = movedGroups(before, after, groups)
  const timed = await readTimes(ctx, { id, sources, groups, indexes, edited: publishedOf(after) })
  const impact = impactOf({ before, after }, { groups, timed }, ctx.now())
  if (edit.kind === 'resume') addDue(impact, await readDue(ctx, { id, sources }))
  const change =
    edit.kind === 'settings'
      ? await readExclusionChange(ctx, { id, before: sequence.exclude_subscriber_sources, after: sources })
      : { newly_excluded: 0, no_longer_excluded: 0 }
  return {
    ...impact,
    emails: impact.emails.map((email) => ({ ...email, subject: subjectForMany(email.subject) })),
    ...change,
    in_progress,
    uncounted: in_progress - groups.reduce((sum, { count }) => sum + count, 0),
    completed: await countCompleted(ctx, id),
    withdrawn: await countWithdrawn(ctx, edit),
  }
}

function addDue({ emails }: Impact, due: Awaited<ReturnType<typeof readDue>>): void {
  for (const email of emails) Object.assign(email, due.get(email.id))
}

async function countCompleted(ctx: Ctx, sequence_id: number): Promise<number> {
  return ctx.db.enrollment.count({ where: { sequence_id, state: 'completed' } })
}

/** Counts messages of a withdrawn email that no mail server has accepted. */
async function countWithdrawn(ctx: Ctx, edit: SequenceEdit): Promise<number> {
  if (edit.kind !== 'unpublish' && edit.kind !== 'delete') return 0
  const row = await ctx.sql.one<{ count: number }>(
    `select count(*)::int as count from mail m join delivery d on d.account_id = m.account_id and d.mail_id = m.id
     where m.account_id = $1 and m.sequence_email_id = $2 and m.completed_at is null and d.state = 'queued'`,
    [edit.id],
  )
  return row?.count ?? 0
}
