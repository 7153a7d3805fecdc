import { z } from 'zod'

export const WaveDecision = z.object({ id: z.int().min(1), decision: z.enum(['apply', 'discard']) })
export type WaveDecision = z.infer<typeof WaveDecision>
export const AccountWaveDecision = WaveDecision.extend({ account_id: z.int().min(1) })

/** Bounces of one text that wait for a decision. */
export interface WaveView {
  id: number
  /** The receiving domain; empty for all together. */
  domain: string
  /** Text of one of the reports. */
  sample: string
  state: 'waiting' | 'applying' | 'discarding'
  /** Subscribers who are not bounced yet. */
  waiting: number
  /** Subscribers who bounced before there were too many. Discarding makes them active again. */
  bounced: number
  /** To how many the emails were handed over, of the account or at the domain. */
  subscribers: number
  since: string
}

export interface AccountWave extends WaveView {
  account_id: number
  account_name: string
}
