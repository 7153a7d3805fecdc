import { z } from 'zod'
import { named, Timestamp } from '../../core/wire.ts'

// Forms of the dashboard, and data of its pages.

export const NewDomain = z.object({
  domain: z.string().trim().min(1, 'Enter a domain').max(255, 'Use at most 255 characters'),
})
export type NewDomain = z.infer<typeof NewDomain>

/** `differs`: DNS has another value. `no_answer`: name servers did not answer in time, so the state is unknown. */
export const RECORD_STATES = ['unchecked', 'found', 'missing', 'differs', 'no_answer'] as const
export type RecordState = (typeof RECORD_STATES)[number]

/** A DNS record that a domain should have. */
export const DomainRecord = named('DomainRecord', {
  /** Unique among the records of the domain. */
  key: z.string(),
  purpose: z.enum(['dkim', 'dmarc', 'spf', 'return_path']),
  label: z.string(),
  /** Its purpose, in one sentence. */
  description: z.string(),
  type: z.enum(['TXT', 'CNAME']),
  name: z.string(),
  /** The name within the domain's zone, as most DNS providers expect it; `@` for the domain itself. */
  host: z.string(),
  value: z.string(),
  /** True if the domain cannot be verified without it. */
  is_required: z.boolean(),
  state: z.enum(RECORD_STATES),
  /** Values in DNS, if they differ. */
  found: z.array(z.string()),
  /** For a replaced key: the time from which its record may be removed. */
  removable_at: Timestamp.nullable(),
})
export type DomainRecord = z.infer<typeof DomainRecord>

export const SendingDomainRow = named('ListedSendingDomain', {
  id: z.int(),
  /** With non-ASCII characters decoded. */
  domain: z.string(),
  /** `broken`: verified earlier, but a required record is missing now. */
  status: z.enum(['pending', 'verified', 'broken']),
  verified_at: Timestamp.nullable(),
  broken_at: Timestamp.nullable(),
  checked_at: Timestamp.nullable(),
  /** True if emails from the domain are signed now. */
  is_signing: z.boolean(),
})
export type SendingDomainRow = z.infer<typeof SendingDomainRow>
export type SendingDomainStatus = SendingDomainRow['status']

export const SendingDomainView = SendingDomainRow.extend({
  records: z.array(DomainRecord),
  /** The problem, or why nothing is sent. Null: everything is fine. */
  problem: z.string().nullable(),
  /** True while new keys wait for their records. */
  is_rotating: z.boolean(),
}).meta({ id: 'SendingDomain' })
export type SendingDomainView = z.infer<typeof SendingDomainView>
