import { z } from 'zod'
import { BigId, Id, Timestamp } from '../../core/wire.ts'

export const DELIVERY_STATES = ['queued', 'sending', 'sent', 'unconfirmed', 'failed', 'excluded'] as const
export const DeliveryState = z.enum(DELIVERY_STATES)
export type DeliveryState = z.infer<typeof DeliveryState>

/** Rows of one mail by state. They add up: `total` is the sum of the others. */
export const Ledger = z.object({
  total: z.int(),
  queued: z.int(),
  sending: z.int(),
  sent: z.int(),
  unconfirmed: z.int(),
  failed: z.int(),
  excluded: z.int(),
})
export type Ledger = z.infer<typeof Ledger>

/**
 * Why rows are excluded (`invalid_address`, `suppressed`, `cancelled`, `bounced`, `complained`, `inactive`, `aborted`,
 * `excluded_source`) or failed
 * (`mailbox_unknown`, `mailbox_unavailable`, `message_refused`, `sender_refused`, `gave_up`, `unrenderable`; `refused` in older rows).
 */
export const LedgerReason = z.object({ state: z.enum(['failed', 'excluded']), reason: z.string(), count: z.int() })
export type LedgerReason = z.infer<typeof LedgerReason>

/** While a mail goes out. `per_second` and `seconds_left` are null until there is something to judge by. */
export const Progress = z.object({
  ledger: Ledger,
  /** Whether all recipients have been laid down; until then `total` still grows. */
  laid_down: z.boolean(),
  percent: z.number(),
  per_second: z.number().nullable(),
  seconds_left: z.int().nullable(),
  /** When the next deferred message is tried again, if that is all there is to do. */
  next_attempt_at: Timestamp.nullable(),
  /** What the mail server last answered when it could not be reached or put us off. */
  trouble: z.string().nullable(),
})
export type Progress = z.infer<typeof Progress>

export const Recipient = z.object({
  subscriber_id: z.int(),
  email_address: z.string(),
  first_name: z.string().nullable(),
  state: DeliveryState,
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  sent_at: Timestamp.nullable(),
  opened_at: Timestamp.nullable(),
  clicked_at: Timestamp.nullable(),
  bounced_at: Timestamp.nullable(),
  unsubscribed_at: Timestamp.nullable(),
  opens: z.int(),
  clicks: z.int(),
})
export type Recipient = z.infer<typeof Recipient>

/** `activity` narrows to people who did it, `undecided` to the unconfirmed who wait for a choice. */
export const RecipientFilter = z.object({
  state: DeliveryState.optional(),
  activity: z.enum(['opened', 'clicked', 'unsubscribed', 'bounced', 'complained']).optional(),
  undecided: z.boolean().optional(),
})
export type RecipientFilter = z.infer<typeof RecipientFilter>

export const ReportLink = z.object({
  id: z.int(),
  url: z.string(),
  clicks: z.int(),
  unique_clicks: z.int(),
})
export type ReportLink = z.infer<typeof ReportLink>

/** People, not events: each counts once. */
export const Funnel = z.object({
  recipients: z.int(),
  sent: z.int(),
  opened: z.int(),
  clicked: z.int(),
  unsubscribed: z.int(),
  bounced: z.int(),
  complained: z.int(),
})
export type Funnel = z.infer<typeof Funnel>

/** Events in the `hour`-th hour after sending began, machines left out. */
export const Hour = z.object({ hour: z.int(), opens: z.int(), clicks: z.int() })
export type Hour = z.infer<typeof Hour>

export const MailReport = z.object({
  funnel: Funnel,
  ledger: Ledger,
  reasons: z.array(LedgerReason),
  /** Unconfirmed ones about which the creator has not decided yet. */
  undecided: z.int(),
  /** Always 48, from hour 0. */
  hours: z.array(Hour),
  /** The 100 most clicked. */
  links: z.array(ReportLink),
  /** Opens by mail proxies and scanners: kept, shown apart, in no rate. */
  machine_opens: z.int(),
  open_tracking_disabled: z.boolean(),
  click_tracking_disabled: z.boolean(),
})
export type MailReport = z.infer<typeof MailReport>

/** What to do about messages that were being handed over when a process died: nobody knows whether they arrived. */
export const UnconfirmedChoice = z.object({
  choice: z.enum(['resend', 'leave']),
  /** Everybody unconfirmed when absent. */
  subscriber_ids: z.array(BigId).min(1).max(1000).optional(),
})
export type UnconfirmedChoice = z.infer<typeof UnconfirmedChoice>

/** A creator's mistake; `line` counts from 1 within `part`. */
export const Mistake = z.object({
  part: z.enum(['subject', 'preview_text', 'content', 'template']),
  message: z.string(),
  line: z.int(),
})
export type Mistake = z.infer<typeof Mistake>

/** Members are empty texts where `mistakes` kept them from being rendered. Show `html` in a sandboxed iframe. */
export const Preview = z.object({
  from: z.string(),
  subject: z.string(),
  preview_text: z.string(),
  html: z.string(),
  text: z.string(),
  mistakes: z.array(Mistake),
  subscriber: z.object({ id: z.int().nullable(), email_address: z.string(), first_name: z.string().nullable() }),
})
export type Preview = z.infer<typeof Preview>

/** Why mail is caught: there is no mail server, or the account's subscribers are made up and it stays so behind a mail server. */
export type CatchReason = 'no_mail_server' | 'made_up_subscribers'

/** `reason` is null where mail is sent: then nothing is caught, and what was caught before is hidden. */
export interface CatcherView {
  reason: CatchReason | null
}

/** One row of the built-in mail catcher. */
export const CaughtMail = z.object({
  id: z.int(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  created_at: Timestamp,
})
export type CaughtMail = z.infer<typeof CaughtMail>

/** A caught mail, parsed. Show `html` in a sandboxed iframe only: remote images are already taken out of it. */
export const CaughtMessage = CaughtMail.extend({
  html: z.string().nullable(),
  text: z.string().nullable(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  attachments: z.array(z.object({ filename: z.string().nullable(), type: z.string(), bytes: z.int() })),
  byte_size: z.int(),
  blocked_images: z.int(),
})
export type CaughtMessage = z.infer<typeof CaughtMessage>

export const CaughtMailFilter = z.object({
  /** Part of an address or of the subject. */
  search: z.string().trim().max(200).optional(),
})
export type CaughtMailFilter = z.infer<typeof CaughtMailFilter>

export const ById = z.object({ id: Id })
export const ByBigId = z.object({ id: BigId })
