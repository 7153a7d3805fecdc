import { z } from 'zod'
import { named, Timestamp } from '../../core/wire.ts'

export const WaveDecision = z.object({ id: z.int().min(1), decision: z.enum(['apply', 'discard']) })
export type WaveDecision = z.infer<typeof WaveDecision>
export const AccountWaveDecision = WaveDecision.extend({ account_id: z.int().min(1) })

/** Bounces with the same text that wait for a decision. */
export const WaveView = named('BounceWave', {
  id: z.int(),
  /** The receiving domain. Empty: all domains together. */
  domain: z.string(),
  /** Text of one of the reports. */
  sample: z.string(),
  state: z.enum(['waiting', 'applying', 'discarding']),
  /** Subscribers who have not been marked as bounced yet. */
  waiting: z.int(),
  /** Subscribers marked as bounced before there were too many. Discarding reactivates them. */
  bounced: z.int(),
  /** Number of subscribers whose emails were handed over, in the account or at the domain. */
  subscribers: z.int(),
  since: Timestamp,
})
export type WaveView = z.infer<typeof WaveView>

export interface AccountWave extends WaveView {
  account_id: number
  account_name: string
}
