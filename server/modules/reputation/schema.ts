import { z } from 'zod'
import { named } from '../../core/wire.ts'

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

export const DomainHealth = named('DomainHealth', {
  /** `*` for all domains together. */
  domain: z.string(),
  sent: z.int(),
  failed: z.int(),
  hard_bounced: z.int(),
  complained: z.int(),
  /** In percent. Null: nothing was sent. */
  hard_bounce_rate: z.number().nullable(),
  complaint_rate: z.number().nullable(),
  state: z.enum(['good', 'warned', 'paused']),
  cause: z.enum(['complaints', 'bounces']).nullable(),
  /** Describes any state other than good. */
  summary: z.string().nullable(),
})
export type DomainHealth = z.infer<typeof DomainHealth>

export const SendingHealth = named('SendingHealth', {
  window_days: z.int(),
  domains: z.array(DomainHealth),
})
export type SendingHealth = z.infer<typeof SendingHealth>

export interface GuardedAccount {
  account_id: number
  account_name: string
  domain: string
  state: 'warned' | 'paused'
  summary: string
  since: string
}
