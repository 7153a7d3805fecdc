import { z } from 'zod'
import { BigId, Id, Timestamp } from '../../core/wire.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { FixInput, Remark } from '../delivery/preflight-schema.ts'
import { MailReport, Progress, TestAddresses } from '../delivery/schema.ts'
import { Baseline } from './baseline-schema.ts'
import { VersionAt } from './plan-schema.ts'
import {
  Broadcast,
  BroadcastInput,
  BroadcastStats,
  BroadcastStatus,
  Excluded,
  readGroup,
  SubscriberFilter,
  SubscriberFilterGroups,
} from './schema.ts'

// Shapes of the dashboard. schema.ts has the API's.

/** The user who paused it, by name; null when it is not stopped, or when the product stopped it. */
const PausedBy = z.string().nullable()

/** A row in the dashboard's list. Rates are percent, null before anything was sent. */
export const BroadcastRow = z.object({
  id: z.int(),
  subject: z.string().nullable(),
  preview_text: z.string().nullable(),
  status: BroadcastStatus,
  stopped_at: Timestamp.nullable(),
  paused_by: PausedBy,
  send_at: Timestamp.nullable(),
  /** The local date and time of each subscriber, when it is scheduled by time zone. */
  local_send_at: z.string().nullable(),
  updated_at: Timestamp,
  completed_at: Timestamp.nullable(),
  recipients: z.int(),
  sent: z.int(),
  open_rate: z.number().nullable(),
  click_rate: z.number().nullable(),
  unconfirmed: z.int(),
  /** Messages of a completed broadcast that are still being retried. */
  retrying: z.int(),
})
export type BroadcastRow = z.infer<typeof BroadcastRow>

export const BroadcastRowFilter = z.object({
  status: BroadcastStatus.optional(),
  /** Part of the subject. */
  search: z.string().trim().max(200).optional(),
})
export type BroadcastRowFilter = z.infer<typeof BroadcastRowFilter>

/** A broadcast in the composer, with the dashboard's own properties. */
export const ComposedBroadcast = Broadcast.extend({
  tracking_disabled: z.boolean(),
  /** Identifies the texts of version A. */
  text_version: z.string(),
  /** Parts removed from the content of version A at the last save. */
  left_out: z.array(z.string()),
  /** Why it was not sent or stopped, in a sentence. */
  problem: z.string().nullable(),
  stopped_at: Timestamp.nullable(),
  paused_by: PausedBy,
  /** Sending starts at this time, and can be undone before. Null: without "Send now", and once it is sending. */
  undo_until: Timestamp.nullable(),
  /** The original of a resend, which goes to its recipients who did not open it. */
  resend_of: z.int().nullable(),
  /** True if sending has started. */
  was_started: z.boolean(),
  /** True if it compares versions. */
  is_test: z.boolean(),
  /** The sender of this broadcast. Null: the account's default. */
  chosen_email_address: z.string().nullable(),
  chosen_email_template_id: z.int().nullable(),
  /** Address for replies. Null: the account's choice. */
  reply_to_address: z.string().nullable(),
  /** The stored filter. Null: everyone; `[]`: still to be chosen. */
  audience: SubscriberFilter.nullable(),
  /** Excluded subscribers. Null: none. */
  excluded: Excluded.nullable(),
})
export type ComposedBroadcast = z.infer<typeof ComposedBroadcast>

/**
 * The audience as sent by the dashboard. `all_subscribers` means everyone and becomes null; null and `[]` clear the audience and become
 * `[]`; a group without tags and segments is an error. On /v4 an empty filter means everyone.
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

/** Null and `[]` exclude no one. */
const LeftOut = Excluded.nullish()
  .transform((given) => (given?.length === 0 ? null : given))
  .optional()

/** Autosave input; absent properties are unchanged. Scheduling has its own procedures. */
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
}).extend({
  subscriber_filter: ChosenAudience.optional(),
  excluded: LeftOut,
  tracking_disabled: z.boolean().optional(),
  /** A confirmed sending address. Null and '': the account's choice. */
  reply_to_address: z.string().trim().max(320).nullish(),
})
export type ComposerInput = z.infer<typeof ComposerInput>

/** Parts that can change while a broadcast is stopped: its content. Earlier recipients are unaffected. */
export const RepairInput = ComposerInput.pick({
  subject: true,
  preview_text: true,
  content: true,
  email_template_id: true,
  email_address: true,
  reply_to_address: true,
})
export type RepairInput = z.infer<typeof RepairInput>

export const Audience = z.object({ subscriber_filter: ChosenAudience.optional(), excluded: LeftOut })

/** The subscriber to preview as. Default: the newest that matches the filter, else a sample. */
export const PreviewInput = z.object({
  id: Id,
  subscriber_id: BigId.optional(),
  /** Version of an A/B test. Absent: A. */
  version: VersionAt.optional(),
})
export type PreviewInput = z.infer<typeof PreviewInput>

/** A fix in one version. */
export const BroadcastFix = FixInput.extend({ id: Id, version: VersionAt.optional() })
export type BroadcastFix = z.infer<typeof BroadcastFix>

/** Without a subscriber, the one of the preview. */
export const TestMailInput = PreviewInput.extend({ email_addresses: TestAddresses })
export type TestMailInput = z.infer<typeof TestMailInput>

/** Facts for the creator's confirmation before sending. */
export const SendSummary = z.object({
  subject: z.string().nullable(),
  /** `Nora <hi@studio.example>`. Null: no confirmed sending address. */
  from: z.string().nullable(),
  /** Description of the audience. Null: still to be chosen. */
  audience: z.string().nullable(),
})

export const Checklist = z.object({
  remarks: z.array(Remark),
  ready: z.boolean(),
  /** Number of current recipients, without suppressed ones. */
  audience_count: z.int(),
  suppressed_count: z.int(),
  /** False: more may be suppressed, so `audience_count` is an upper bound. */
  is_exact: z.boolean(),
  summary: SendSummary,
})
export type Checklist = z.infer<typeof Checklist>

/** A checklist for a program, which has no pages to fix things on. */
export const BroadcastPreflight = Checklist.extend({
  remarks: z.array(Remark.omit({ fix: true })),
}).meta({ id: 'BroadcastPreflight' })

/** `reviewed` identifies the reviewed content. Sending requires it, so nothing else is sent. */
export const Review = Checklist.extend({ reviewed: z.string() })
export type Review = z.infer<typeof Review>

const reviewed = z.string().max(64).optional()

export const ScheduleInput = z.object({
  id: Id,
  reviewed,
  send_at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})
export type ScheduleInput = z.infer<typeof ScheduleInput>

export const SendInput = z.object({
  id: Id,
  /** Skips the time for undo. */
  skip_undo: z.boolean().optional(),
  reviewed,
})
export type SendInput = z.infer<typeof SendInput>

export const PauseInput = z.object({
  id: Id,
  /** The reason, for other members. */
  note: z
    .string()
    .overwrite(singleLine)
    .trim()
    .max(500, 'Use at most 500 characters')
    .nullish()
    .transform((text) => text || null),
})
export type PauseInput = z.infer<typeof PauseInput>

/** With `stopped_at`, sending waits for `resume`; `problem` is the reason. */
export const BroadcastProgress = Progress.extend({
  id: z.int(),
  status: BroadcastStatus,
  stopped_at: Timestamp.nullable(),
  paused_by: PausedBy,
  problem: z.string().nullable(),
}).meta({ id: 'BroadcastProgress' })
export type BroadcastProgress = z.infer<typeof BroadcastProgress>

export const BroadcastReport = MailReport.extend({
  id: z.int(),
  subject: z.string().nullable(),
  status: BroadcastStatus,
  problem: z.string().nullable(),
  stopped_at: Timestamp.nullable(),
  paused_by: PausedBy,
  started_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  /** Messages of a completed broadcast that are still retried. */
  retrying: z.int(),
  stats: BroadcastStats,
  baseline: Baseline,
})
export type BroadcastReport = z.infer<typeof BroadcastReport>
