import { z } from 'zod'
import { Id, Timestamp } from '../../core/wire.ts'
import { DelayUnit } from './email-schema.ts'
import { ExcludedSource, Weekday } from './schema.ts'

// An unsaved edit of a sequence, and its effect on the subscribers in the sequence.

const email = { id: Id }

export const SequenceEdit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('publish'), ...email }),
  z.object({ kind: z.literal('unpublish'), ...email }),
  z.object({ kind: z.literal('delete'), ...email }),
  z.object({ kind: z.literal('reorder'), email_ids: z.array(Id).max(1000) }),
  z.object({
    kind: z.literal('timing'),
    ...email,
    delay_value: z.int().min(0).max(100_000),
    delay_unit: DelayUnit,
    send_days: z.array(Weekday).max(7).nullable(),
  }),
  z.object({
    kind: z.literal('settings'),
    send_days: z.array(Weekday).min(1).max(7),
    send_hour: z.int().min(0).max(23),
    time_zone: z.string().max(100),
    exclude_subscriber_sources: z.array(ExcludedSource).max(10),
  }),
  z.object({ kind: z.literal('resume') }),
])
export type SequenceEdit = z.infer<typeof SequenceEdit>

export const ImpactInput = z.object({ sequence_id: Id, edit: SequenceEdit })
export type ImpactInput = z.infer<typeof ImpactInput>

const count = (description: string) => z.int().meta({ description })

/** Effect of an edit on one email. Counts active subscribers in the sequence. */
export const EmailImpact = z.object({
  id: z.int(),
  subject: z.string(),
  now: count('It becomes their next email and is due within 15 minutes.'),
  later: count('It becomes their next email and is due later.'),
  first_at: Timestamp.nullable().meta({ description: 'The earliest time of `later`.' }),
  last_at: Timestamp.nullable().meta({ description: 'The latest time of `later`.' }),
  ahead: count('It is ahead, but not their next email.'),
  kept: count('They wait for it and keep their time.'),
  skipped: count('They are past its position and skip it, or it was ahead and no longer is.'),
  excluded: count('Due within 15 minutes, but they are excluded or have paused their emails.'),
})
export type EmailImpact = z.infer<typeof EmailImpact>

export const SequenceImpact = z.object({
  emails: z.array(EmailImpact),
  in_progress: count('Active subscribers who are in the sequence.'),
  uncounted: count('Of `in_progress`, those whose progress too few share. The counts by email leave them out.'),
  completed: count('Subscribers who completed the sequence. They do not start again.'),
  completing: count('No email is left for them, so they complete.'),
  resting: count('No email is left for them, and they stay for new ones.'),
  kept: count('They wait for an email and keep its time.'),
  withdrawn: count('Messages that wait to be sent and are withdrawn.'),
  newly_excluded: count('They skip emails from now on.'),
  no_longer_excluded: count('They do not skip emails any more.'),
})
export type SequenceImpact = z.infer<typeof SequenceImpact>
