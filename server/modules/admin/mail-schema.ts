import { z } from 'zod'
import { BigId, Id, storable } from '../../core/wire.ts'
import { isEmailAddress, normalizeDomain, normalizeEmailAddress } from '../../lib/text/email-address.ts'
import type { Why } from '../delivery/evidence-schema.ts'
import type { ReceiverCount } from '../delivery/receiver-schema.ts'
import { RECEIVER_RANGES } from './values-schema.ts'

export const ReceiversQuery = z.object({
  range: z.enum(RECEIVER_RANGES).default('day'),
  /** Limits the chart to this receiver. `*` is all domains without their own row. */
  receiver: z.string().overwrite(storable).trim().max(255).overwrite(normalizeDomain).optional(),
})
export type ReceiversQuery = z.output<typeof ReceiversQuery>

export type ReceiverCounts = Record<ReceiverCount, number>

export interface ReceiverRow {
  /** A domain, or `*` for all others. */
  receiver: string
  now: ReceiverCounts
  /** Counts of the preceding range of the same length. */
  before: ReceiverCounts
}

export interface ReceiverResults {
  /** Most attempts first, all others last. */
  receivers: ReceiverRow[]
  total: Omit<ReceiverRow, 'receiver'>
  points: (ReceiverCounts & { at: string })[]
}

/** A Message-ID, the numbers at its beginning, a return path, or an address. */
export const MessageSearch = z.object({
  text: z
    .string()
    .overwrite(storable)
    .trim()
    .min(1, 'Enter a Message-ID or an email address')
    .max(1_000, 'Use at most 1,000 characters'),
})
export type MessageSearch = z.output<typeof MessageSearch>

export const MessageKey = z.object({ account_id: Id, mail_id: Id, subscriber_id: BigId })
export type MessageKey = z.output<typeof MessageKey>

export interface FoundMessage extends MessageKey {
  account_name: string
  kind: 'broadcast' | 'sequence_email' | 'automation_email'
  email_address: string
  subject: string
  state: string
  reason: string | null
  attempts: number
  transport: string | null
  reply: string | null
  /** Time when it was sent, failed or was excluded. */
  at: string | null
  bounce_type: string | null
  bounced_at: string | null
  complained_at: string | null
}

export interface FoundServiceEmail {
  id: number
  subject: string
  created_at: string
  sent_at: string | null
  attempts: number
  reply: string | null
  error: string | null
}

export interface FoundMessages {
  by: 'address' | 'message'
  messages: FoundMessage[]
  service_emails: FoundServiceEmail[]
  /** Number of accounts with a subscriber of this address. */
  accounts: number
  /** True if older messages are omitted. */
  is_cut: boolean
}

export interface MessageReport {
  id: number
  source: string
  kind: string
  status: string | null
  diagnostic: string | null
  outcome: string
  reported_at: string
}

export interface MessageEvidence {
  message: FoundMessage
  /** The part of its Message-ID before the `@`. */
  message_id: string
  why: Why
  reports: MessageReport[]
}

export const TestSend = z.object({
  transport: z.string().overwrite(storable).min(1, 'Choose a transport').max(300),
  to: z
    .string()
    .transform(normalizeEmailAddress)
    .refine(isEmailAddress, 'Enter an email address like name@example.com'),
})
export type TestSend = z.output<typeof TestSend>

export interface SmtpStep {
  /** The sent command, without its arguments. */
  command: string
  /** Null for steps without a reply: the beginning of TLS. */
  code: number | null
  text: string
  /** Milliseconds since the test began. */
  ms: number
}

export interface TestSendResult {
  transport: string
  server: string
  result: 'accepted' | 'rejected' | 'deferred' | 'unconfirmed'
  /** The last reply, or the reason why there was none. */
  response: string
  is_encrypted: boolean | null
  message_id: string
  ms: number
  steps: SmtpStep[]
}
