import { z } from 'zod'
import type { GuardCause, GuardState } from '../delivery/reputation/limits.ts'

export const ResumeInput = z.object({
  /** `*` for all domains together. */
  domain: z.string().min(1).max(253),
  /** Action taken against the cause. */
  note: z
    .string()
    .trim()
    .min(10, 'Write in at least 10 characters what you changed')
    .max(500, 'Use at most 500 characters'),
})
export type ResumeInput = z.infer<typeof ResumeInput>

export interface DomainHealth {
  /** `*` for all domains together. */
  domain: string
  sent: number
  failed: number
  hard_bounced: number
  complained: number
  /** In percent. Null: nothing was sent. */
  hard_bounce_rate: number | null
  complaint_rate: number | null
  state: GuardState
  cause: GuardCause | null
  /** Describes any state other than good. */
  summary: string | null
}

export interface SendingHealth {
  window_days: number
  domains: DomainHealth[]
}

export interface GuardedAccount {
  account_id: number
  account_name: string
  domain: string
  state: 'warned' | 'paused'
  summary: string
  since: string
}
