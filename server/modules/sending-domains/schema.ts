import { z } from 'zod'

// Forms of the dashboard, and what its pages show.

export const NewSendingDomain = z.object({
  domain: z.string().trim().min(1, 'Enter a domain').max(255, 'Use at most 255 characters'),
})
export type NewSendingDomain = z.infer<typeof NewSendingDomain>

/** `differs`: another value was found. `no_answer`: name servers did not answer in time, so nothing is known. */
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
  /** The name within the zone of the domain, as most providers want it; `@` for the domain itself. */
  host: string
  value: string
  /** True if the domain is not verified without it. */
  is_required: boolean
  state: RecordState
  /** Values in DNS, if they differ. */
  found: string[]
  /** For a key that was replaced: when its record may be removed. */
  removable_at: string | null
}

/** `broken`: it was verified, and a record that it needs is missing now. */
export type SendingDomainStatus = 'pending' | 'verified' | 'broken'

export interface SendingDomainRow {
  id: number
  /** With characters of every language. */
  domain: string
  status: SendingDomainStatus
  verified_at: string | null
  broken_at: string | null
  checked_at: string | null
  /** True if emails are signed now. */
  is_signing: boolean
}

export interface SendingDomainView extends SendingDomainRow {
  records: DomainRecord[]
  /** Why nothing is sent, or what is wrong; null when all is well. */
  problem: string | null
  /** True if new keys wait for their records. */
  is_rotating: boolean
}
