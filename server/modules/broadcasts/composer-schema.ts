import { z } from 'zod'
import { BigId, Id, Timestamp } from '../../core/wire.ts'
import { MailReport, Progress } from '../delivery/schema.ts'
import {
  Broadcast,
  BroadcastInput,
  BroadcastStats,
  BroadcastStatus,
  readGroup,
  SubscriberFilter,
  SubscriberFilterGroups,
} from './schema.ts'

// What only the dashboard sees; the wire's own shapes are in schema.ts.

/** A row of the dashboard's list. `audience` is the filter in words. Rates are percent, null before anything was sent. */
export const BroadcastRow = z.object({
  id: z.int(),
  subject: z.string().nullable(),
  preview_text: z.string().nullable(),
  status: BroadcastStatus,
  stopped_at: Timestamp.nullable(),
  send_at: Timestamp.nullable(),
  updated_at: Timestamp,
  completed_at: Timestamp.nullable(),
  recipients: z.int(),
  sent: z.int(),
  open_rate: z.number().nullable(),
  click_rate: z.number().nullable(),
  unconfirmed: z.int(),
  /** Of a completed one: messages that are still being retried. */
  retrying: z.int(),
})
export type BroadcastRow = z.infer<typeof BroadcastRow>

export const BroadcastRowFilter = z.object({
  status: BroadcastStatus.optional(),
  /** Part of the subject. */
  search: z.string().trim().max(200).optional(),
})
export type BroadcastRowFilter = z.infer<typeof BroadcastRowFilter>

/** What the composer edits: the record, and what is private to the dashboard. */
export const ComposedBroadcast = Broadcast.extend({
  tracking_disabled: z.boolean(),
  updated_at: Timestamp,
  /** Why it was not sent or why it stopped, as a sentence. */
  problem: z.string().nullable(),
  stopped_at: Timestamp.nullable(),
  /** Whether sending ever began. */
  was_started: z.boolean(),
  /** What was chosen for this one; null follows the account's default. */
  chosen_email_address: z.string().nullable(),
  chosen_email_template_id: z.int().nullable(),
  /** The filter as stored: null is everyone, `[]` means that no one has chosen yet. */
  audience: SubscriberFilter.nullable(),
})
export type ComposedBroadcast = z.infer<typeof ComposedBroadcast>

/**
 * Who receives a broadcast, as the dashboard says it. Everyone is a choice (`all_subscribers`, becomes null); null and `[]` take
 * the choice back (become `[]`); a group without tags and segments is an error. On /v4 an empty filter means everyone.
 */
export const ChosenAudience = SubscriberFilterGroups.nullish().transform(
  (given, ctx): SubscriberFilter | null | undefined => {
    if (given === undefined) return undefined
    if (!given?.length) return []
    const chosen = readGroup(given, ctx)
    if (chosen !== undefined) return chosen
    ctx.addIssue({ code: 'custom', message: 'Choose at least one tag or segment, or choose Everyone' })
    return z.NEVER
  },
)

/** Autosave: absent members stay as they are. Scheduling has procedures of its own. */
export const ComposerInput = BroadcastInput.pick({
  subject: true,
  preview_text: true,
  description: true,
  content: true,
  public: true,
  email_template_id: true,
  email_address: true,
  thumbnail_url: true,
  thumbnail_alt: true,
}).extend({ subscriber_filter: ChosenAudience.optional(), tracking_disabled: z.boolean().optional() })
export type ComposerInput = z.infer<typeof ComposerInput>

/** What may change while a broadcast is stopped: the email itself. Who has received it keeps what was sent. */
export const RepairInput = ComposerInput.pick({
  subject: true,
  preview_text: true,
  content: true,
  email_template_id: true,
  email_address: true,
})
export type RepairInput = z.infer<typeof RepairInput>

export const Audience = z.object({ subscriber_filter: ChosenAudience.optional() })
export type Audience = z.infer<typeof Audience>

/** Active subscribers that the filter matches. */
export const AudienceCount = z.object({ count: z.int() })
export type AudienceCount = z.infer<typeof AudienceCount>

/** Whom to preview as: a subscriber of the account, else the newest that the filter matches, else a made-up one. */
export const PreviewInput = z.object({ id: Id, subscriber_id: BigId.optional() })
export type PreviewInput = z.infer<typeof PreviewInput>

export const TestMailInput = z.object({
  id: Id,
  /** Whose data to personalise with; the mail itself goes to the person who asks. */
  subscriber_id: BigId.optional(),
})
export type TestMailInput = z.infer<typeof TestMailInput>

/** A reason not to send. `blocker`s are refused by sending too, with the same text; `warning`s are advice. */
export const Remark = z.object({
  code: z.enum([
    'no_subject',
    'no_content',
    'no_sender',
    'unconfirmed_sender',
    'no_postal_address',
    'broken_liquid',
    'unrenderable',
    'no_audience',
    'unknown_audience',
    'empty_audience',
    'no_unsubscribe_link',
    'no_preview_text',
    'no_images_alt',
  ]),
  level: z.enum(['blocker', 'warning']),
  message: z.string(),
})
export type Remark = z.infer<typeof Remark>

/** What the creator confirms: the email's envelope in words. */
export const SendSummary = z.object({
  subject: z.string().nullable(),
  /** `Nora <hi@studio.example>`, null without a confirmed sending address. */
  from: z.string().nullable(),
  /** The audience in words; null while none is chosen. */
  audience: z.string().nullable(),
})
export type SendSummary = z.infer<typeof SendSummary>

export const Checklist = z.object({
  remarks: z.array(Remark),
  ready: z.boolean(),
  audience_count: z.int(),
  summary: SendSummary,
})
export type Checklist = z.infer<typeof Checklist>

export const ScheduleInput = z.object({
  id: Id,
  send_at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})
export type ScheduleInput = z.infer<typeof ScheduleInput>

/** With `stopped_at`, sending waits for `resume`; `problem` says why. */
export const BroadcastProgress = Progress.extend({
  id: z.int(),
  status: BroadcastStatus,
  stopped_at: Timestamp.nullable(),
  problem: z.string().nullable(),
})
export type BroadcastProgress = z.infer<typeof BroadcastProgress>

export const BroadcastReport = MailReport.extend({
  id: z.int(),
  subject: z.string().nullable(),
  status: BroadcastStatus,
  problem: z.string().nullable(),
  stopped_at: Timestamp.nullable(),
  started_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  /** Of a completed one: messages that are still being retried. */
  retrying: z.int(),
  stats: BroadcastStats,
})
export type BroadcastReport = z.infer<typeof BroadcastReport>
