import { z } from 'zod'

// Forms of the dashboard, and data of its pages.

export const NewSendingDomain = z.object({
  domain: z.string().trim().min(1, 'Enter a domain').max(255, 'Use at most 255 characters'),
})
export type NewSendingDomain = z.infer<typeof NewSendingDomain>

/** `differs`: DNS has another value. `no_answer`: name servers did not answer in time, so the state is unknown. */
export const RECORD_STATES = ['unchecked', 'found', 'missing', 'differs', 'no_answer'] as const
export type RecordState = (typeof RECORD_STATES)[number]

/** A DNS record that a domain should have. */
export interface DomainRecord {
  /** Unique among the records of the domain. */
  key: string
  purpose: 'dkim' | 'dmarc' | 'spf' | 'return_path'
  label: string
  /** Its purpose, in one sentence. */
  description: string
  type: 'TXT' | 'CNAME'
  name: string
  /** The name within the domain's zone, as most DNS providers expect it; `@` for the domain itself. */
  host: string
  value: string
  /** True if the domain cannot be verified without it. */
  is_required: boolean
  state: RecordState
  /** Values in DNS, if they differ. */
  found: string[]
  /** For a replaced key: the time from which its record may be removed. */
  removable_at: string | null
}

/** `broken`: verified earlier, but a required record is missing now. */
export type SendingDomainStatus = 'pending' | 'verified' | 'broken'

export interface SendingDomainRow {
  id: number
  /** With non-ASCII characters decoded. */
  domain: string
  status: SendingDomainStatus
  verified_at: string | null
  broken_at: string | null
  checked_at: string | null
  /** True if emails from the domain are signed now. */
  is_signing: boolean
}

export interface SendingDomainView extends SendingDomainRow {
  records: DomainRecord[]
  /** The problem, or why nothing is sent. Null: everything is fine. */
  problem: string | null
  /** True while new keys wait for their records. */
  is_rotating: boolean
}
