import { z } from 'zod'
import { BigId, Id, named, Timestamp } from '../../core/wire.ts'
import { EmailAddress } from '../subscribers/schema.ts'
import { PARTS } from './values-schema.ts'

export const DELIVERY_STATES = ['queued', 'sending', 'sent', 'unconfirmed', 'failed', 'excluded'] as const
export const DeliveryState = z.enum(DELIVERY_STATES)
export type DeliveryState = z.infer<typeof DeliveryState>

/** Deliveries of one email by state. `total` is the sum of the others. */
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
 * Reasons that deliveries were excluded (`invalid_address`, `suppressed`, `cancelled`, `bounced`, `complained`, `inactive`, `paused`,
 * `aborted`, `excluded_source`, `removed`, `restarted`, `automation_deleted`) or failed (`mailbox_unknown`, `mailbox_unavailable`,
 * `message_refused`, `sender_refused`, `gave_up`, `unrenderable`; `refused` in older rows).
 */
export const LedgerReason = z.object({ state: z.enum(['failed', 'excluded']), reason: z.string(), count: z.int() })
export type LedgerReason = z.infer<typeof LedgerReason>
export const Part = z.enum(PARTS)
export type Part = z.infer<typeof Part>

/** Proof of completion: recipients are the sum of the parts, counted from the rows. */
export const Proof = named('Proof', {
  /** The email's stored count. */
  recipients: z.int(),
  /** The number of rows. */
  sum: z.int(),
  parts: z.array(z.object({ part: Part, count: z.int() })),
  /** Reasons of failed and excluded deliveries. */
  reasons: z.array(z.object({ part: Part, reason: z.string(), count: z.int() })),
  /** Stored counts that differ from the rows. Always empty unless there is a bug. */
  mismatches: z.array(
    z.object({
      part: z.enum(['recipients', 'sent', 'unconfirmed', 'failed', 'excluded']),
      rows: z.int(),
      kept: z.int(),
    }),
  ),
  /** Nothing is pending, and the counts match. */
  is_complete: z.boolean(),
  checked_at: z.string(),
})
export type Proof = z.infer<typeof Proof>

/** Progress during sending. `per_second` and `seconds_left` are null until measured. */
export const Progress = z.object({
  ledger: Ledger,
  /** True once all recipients are enqueued; until then `total` grows. */
  is_enqueued: z.boolean(),
  percent: z.number(),
  per_second: z.number().nullable(),
  seconds_left: z.int().nullable(),
  /** When the next message may be sent, if none may now. */
  next_attempt_at: Timestamp.nullable(),
  /** When the last message is due, if each has its own time. */
  last_at: Timestamp.nullable(),
  /** The mail server's reply when it deferred, or the connection error. */
  transport_error: z.string().nullable(),
})
export type Progress = z.infer<typeof Progress>

/** `blocked`: rejected because of the sender or content. */
export const BOUNCE_TYPES = ['hard', 'soft', 'blocked'] as const
export type BounceType = (typeof BOUNCE_TYPES)[number]

export const Recipient = z.object({
  subscriber_id: z.int(),
  email_address: z.string(),
  first_name: z.string().nullable(),
  state: DeliveryState,
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  part: Part,
  attempts: z.int(),
  next_attempt_at: Timestamp.nullable(),
  sent_at: Timestamp.nullable(),
  opened_at: Timestamp.nullable(),
  clicked_at: Timestamp.nullable(),
  bounced_at: Timestamp.nullable(),
  bounce_type: z.enum(BOUNCE_TYPES).nullable(),
  complained_at: Timestamp.nullable(),
  unsubscribed_at: Timestamp.nullable(),
  opens: z.int(),
  clicks: z.int(),
})
export type Recipient = z.infer<typeof Recipient>

/** `activity` filters by actions of recipients; `undecided` selects unconfirmed messages that need a decision. */
export const RecipientFilter = z.object({
  part: Part.optional(),
  /** A reason of failed or excluded deliveries. */
  reason: z.string().max(60).optional(),
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

/** Numbers of subscribers, each counted once. */
export const Funnel = z.object({
  recipients: z.int(),
  sent: z.int(),
  opened: z.int(),
  clicked: z.int(),
  unsubscribed: z.int(),
  bounced: z.int(),
  complained: z.int(),
})

/**
 * Reason that an open or click counts as a machine's.
 * - `head_request`, `prefetch`: the request asks for no content, or says that no one looks at it yet.
 * - `user_agent`: a crawler, a security scanner, or Apple's privacy proxy, which loads every image when the email arrives.
 * - `data_center`: it came from a network of servers, or a link of an email was followed from a mailbox provider's network.
 * - `before_delivery`: it was made before the mail server had accepted the message.
 * - `trap_link`: the visitor followed the hidden link, before or after this request.
 * - `burst`: the visitor followed several links within seconds, as link scanners do.
 */
export const EVIDENCE = [
  'head_request',
  'prefetch',
  'user_agent',
  'data_center',
  'before_delivery',
  'trap_link',
  'burst',
] as const
export type Evidence = (typeof EVIDENCE)[number]

/** Opens and clicks in the `hour`-th hour after sending started, without machines. */
export const Hour = z.object({ hour: z.int(), opens: z.int(), clicks: z.int() })
export type Hour = z.infer<typeof Hour>

export const MailReport = z.object({
  funnel: Funnel,
  ledger: Ledger,
  reasons: z.array(LedgerReason),
  /** Unconfirmed messages without the creator's decision. */
  undecided: z.int(),
  /** Always 48, from hour 0. */
  hours: z.array(Hour),
  /** The 100 most clicked. */
  links: z.array(ReportLink),
  /** Opens and clicks by machines: shown separately, in no rate. */
  machine_opens: z.int(),
  machine_clicks: z.int(),
  /** Machine opens and clicks by evidence, most first. */
  machines: z.array(z.object({ kind: z.enum(['open', 'click']), evidence: z.enum(EVIDENCE), count: z.int() })),
  open_tracking_disabled: z.boolean(),
  click_tracking_disabled: z.boolean(),
})
export type MailReport = z.infer<typeof MailReport>

/** Decision about messages whose process crashed while sending them, so their arrival is unknown. */
export const UnconfirmedChoice = z.object({
  /** `resend`: some subscribers may get it twice. `sent`: counts the messages as sent. `leave`: they stay unconfirmed. */
  choice: z.enum(['resend', 'sent', 'leave']),
  /** Absent: all unconfirmed messages. */
  subscriber_ids: z.array(BigId).min(1).max(1000).optional(),
})
export type UnconfirmedChoice = z.infer<typeof UnconfirmedChoice>

/** A template error; `line` counts from 1 within `part`. */
export const Mistake = z.object({
  part: z.enum(['subject', 'preview_text', 'content', 'template']),
  message: z.string(),
  line: z.int(),
})
export type Mistake = z.infer<typeof Mistake>

/** Properties are empty if `mistakes` prevented rendering. Show `html` in a sandboxed iframe. */
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

const MAX_TEST_ADDRESSES = 5

/** Recipients of a test email: up to five addresses. Absent or empty: the signed-in user. */
export const TestAddresses = z
  .array(EmailAddress)
  .max(MAX_TEST_ADDRESSES, `Enter at most ${MAX_TEST_ADDRESSES} addresses`)
  .transform((addresses) => [...new Set(addresses)])
  .optional()

/** Each address is in one list. `problem` is a sentence. */
export const TestResult = named('TestEmails', {
  sent: z.array(z.string()),
  failed: z.array(z.object({ email_address: z.string(), problem: z.string() })),
})
export type TestResult = z.infer<typeof TestResult>

/** Why email is caught: no mail server is configured, or the account's subscribers are generated. */
export type CatchReason = 'no_mail_server' | 'made_up_subscribers'

/** `reason` null: email is sent, nothing is caught, and earlier catches are hidden. */
export interface CatcherView {
  reason: CatchReason | null
}

/** One row in the mail catcher. */
export const CaughtMail = named('CaughtMail', {
  id: z.int(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  created_at: Timestamp,
})
export type CaughtMail = z.infer<typeof CaughtMail>

/** A caught message, parsed. Show `html` only in a sandboxed iframe. Remote images are removed. */
export const CaughtMessage = CaughtMail.extend({
  html: z.string().nullable(),
  text: z.string().nullable(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  attachments: z.array(z.object({ filename: z.string().nullable(), type: z.string(), bytes: z.int() })),
  byte_size: z.int(),
  blocked_images: z.int(),
}).meta({ id: 'CaughtMessage' })
export type CaughtMessage = z.infer<typeof CaughtMessage>

export const CaughtMailFilter = z.object({
  /** Part of an address or the subject. */
  search: z.string().trim().max(200).optional(),
})
export type CaughtMailFilter = z.infer<typeof CaughtMailFilter>

export const ById = z.object({ id: Id })
export const ByBigId = z.object({ id: BigId })
