import { z } from 'zod'
import { BigId, Id, Timestamp } from '../../core/wire.ts'
import { State } from '../subscribers/schema.ts'
import { SequenceEmail, SequenceEmailStats } from './email-schema.ts'
import { Sequence, SequenceStats } from './schema.ts'

// What only the dashboard sees; the wire's own shapes are in schema.ts and email-schema.ts.

export const EmailKey = z.object({ sequence_id: Id, id: Id })
export type EmailKey = z.infer<typeof EmailKey>

/** A step of the timeline. `waiting` counts people who get it next, `problem` says why it cannot be sent at present. */
export const SequenceStep = SequenceEmail.omit({ content: true }).extend({
  stats: SequenceEmailStats,
  waiting: z.int(),
  problem: z.string().nullable(),
  has_content: z.boolean(),
})
export type SequenceStep = z.infer<typeof SequenceStep>

/** People of the sequence by where they are. `undecided` counts messages of which nobody knows whether they arrived. */
export const SequenceOverview = Sequence.extend({
  stats: SequenceStats,
  steps: z.array(SequenceStep),
  in_progress: z.int(),
  completed: z.int(),
  undecided: z.int(),
})
export type SequenceOverview = z.infer<typeof SequenceOverview>

export const EditedEmail = SequenceEmail.extend({
  problem: z.string().nullable(),
  sequence_name: z.string(),
  is_first: z.boolean(),
})
export type EditedEmail = z.infer<typeof EditedEmail>

/** A person on their way. `next_subject` and `next_at` are null when nothing waits for them. */
export const EnrollmentRow = z.object({
  id: z.int(),
  email_address: z.string(),
  first_name: z.string().nullable(),
  state: State,
  progress: z.enum(['active', 'completed', 'stopped']),
  added_at: Timestamp,
  next_subject: z.string().nullable(),
  next_at: Timestamp.nullable(),
})
export type EnrollmentRow = z.infer<typeof EnrollmentRow>

export const EnrollmentFilter = z.object({ progress: z.enum(['active', 'completed', 'stopped']).optional() })
export type EnrollmentFilter = z.infer<typeof EnrollmentFilter>

/** Whom to preview as: a subscriber of the account, else the newest of the sequence, else a made-up one. */
export const EmailPreviewInput = EmailKey.extend({ subscriber_id: BigId.optional() })
export type EmailPreviewInput = z.infer<typeof EmailPreviewInput>
