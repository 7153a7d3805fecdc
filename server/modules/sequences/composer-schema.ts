import { z } from 'zod'
import { BigId, Id, named, Timestamp } from '../../core/wire.ts'
import { TestAddresses } from '../delivery/schema.ts'
import { State } from '../subscribers/schema.ts'
import { SequenceEmail, SequenceEmailStats } from './email-schema.ts'
import { Sequence, SequenceStats } from './schema.ts'

// Shapes of the dashboard. schema.ts and email-schema.ts have the API's.

export const EmailKey = z.object({ sequence_id: Id, id: Id })
export type EmailKey = z.infer<typeof EmailKey>

/** A step in the timeline. `waiting`: number of subscribers who get it next; `problem`: why it cannot be sent now. */
export const SequenceStep = SequenceEmail.omit({ content: true }).extend({
  stats: SequenceEmailStats,
  waiting: z.int(),
  problem: z.string().nullable(),
  has_content: z.boolean(),
  has_changes: z.boolean(),
})
export type SequenceStep = z.infer<typeof SequenceStep>

/** A sequence with its timeline and progress. `undecided`: number of unconfirmed messages. */
export const SequenceOverview = Sequence.extend({
  stats: SequenceStats,
  steps: z.array(SequenceStep),
  in_progress: z.int(),
  completed: z.int(),
  undecided: z.int(),
})
export type SequenceOverview = z.infer<typeof SequenceOverview>

/** An email for its editor. `has_changes`: it has a draft beside the published text. */
export const SavedEmail = SequenceEmail.extend({
  text_version: z.string(),
  has_changes: z.boolean(),
  /** Parts removed from the content at the last save. */
  left_out: z.array(z.string()),
}).meta({ id: 'SequenceEmailDraft' })
export type SavedEmail = z.infer<typeof SavedEmail>

/** `text_version`: of the text in the editor, and for a program of the draft that it read. */
export const PublishingChanges = EmailKey.extend({
  text_version: z.string().max(200),
  over_others: z.boolean().optional(),
})
export type PublishingChanges = z.infer<typeof PublishingChanges>

export const EditedEmail = SavedEmail.extend({
  problem: z.string().nullable(),
  sequence_name: z.string(),
  /** Its place in the sequence, from 1, and the number of emails. */
  place: z.int(),
  count: z.int(),
  previous_id: z.int().nullable(),
  next_id: z.int().nullable(),
  /** Number of subscribers who get it next. */
  waiting: z.int(),
})
export type EditedEmail = z.infer<typeof EditedEmail>

/** An enrolled subscriber. `next_subject` and `next_at` null: no next email. */
export const EnrollmentRow = named('Enrollment', {
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

/** At most the number that a search shows. */
export const CandidatesInput = z.object({ sequence_id: Id, subscriber_ids: z.array(BigId).max(100) })
export type CandidatesInput = z.infer<typeof CandidatesInput>

/** A subscriber who cannot be added, because they are in the sequence or have completed it. */
export type EnrolledCandidate = Pick<EnrollmentRow, 'id' | 'progress' | 'added_at'>

export const EnrollmentFilter = z.object({ progress: z.enum(['active', 'completed', 'stopped']).optional() })
export type EnrollmentFilter = z.infer<typeof EnrollmentFilter>

/** The subscriber to preview as. Default: the newest of the sequence, else a sample. */
export const EmailPreviewInput = EmailKey.extend({ subscriber_id: BigId.optional() })
export type EmailPreviewInput = z.infer<typeof EmailPreviewInput>

export const EmailTestInput = EmailPreviewInput.extend({ email_addresses: TestAddresses })
export type EmailTestInput = z.infer<typeof EmailTestInput>

/** An upcoming email of a subscriber. `due_at` null: its sequence is paused. `skipped`: why it will be skipped. */
export const UpcomingEmail = named('UpcomingSequenceEmail', {
  id: z.int(),
  sequence_id: z.int(),
  sequence_name: z.string(),
  subject: z.string(),
  due_at: Timestamp.nullable(),
  skipped: z.enum(['excluded', 'paused']).nullable(),
})
export type UpcomingEmail = z.infer<typeof UpcomingEmail>
