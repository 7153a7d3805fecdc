import { z } from 'zod'

export const WaveDecision = z.object({ id: z.int().min(1), decision: z.enum(['apply', 'discard']) })
export type WaveDecision = z.infer<typeof WaveDecision>
export const AccountWaveDecision = WaveDecision.extend({ account_id: z.int().min(1) })

/** Bounces with the same text that wait for a decision. */
export interface WaveView {
  id: number
  /** The receiving domain. Empty: all domains together. */
  domain: string
  /** Text of one of the reports. */
  sample: string
  state: 'waiting' | 'applying' | 'discarding'
  /** Subscribers who have not been marked as bounced yet. */
  waiting: number
  /** Subscribers marked as bounced before there were too many. Discarding reactivates them. */
  bounced: number
  /** Number of subscribers whose emails were handed over, in the account or at the domain. */
  subscribers: number
  since: string
}

export interface AccountWave extends WaveView {
  account_id: number
  account_name: string
}
