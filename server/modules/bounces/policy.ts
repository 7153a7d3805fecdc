import type { ReportKind } from '../../mail/reports/kind.ts'
import { MAX_SOFT_BOUNCES } from '../delivery/bounces/soft-bounces.ts'

export interface Situation {
  kind: ReportKind
  /** False if the subscriber has changed their address since the message was sent. */
  is_current_address: boolean
  /** The longest run of messages that bounced softly without a delivery between, this one included. */
  soft_bounces: number
}

export interface Decision {
  /** Mark of the delivery. */
  delivery: 'hard' | 'soft' | 'blocked' | 'complained' | null
  /** The transition of the subscriber's state. */
  transition: 'bounce' | 'complain' | 'unsubscribe' | null
}

/** Decides what follows from a report. docs/bounces.md has this function as a table. */
export function decideReport({ kind, is_current_address, soft_bounces }: Situation): Decision {
  switch (kind) {
    case 'hard':
      return { delivery: 'hard', transition: is_current_address ? 'bounce' : null }
    case 'soft':
      return {
        delivery: 'soft',
        transition: is_current_address && soft_bounces >= MAX_SOFT_BOUNCES ? 'bounce' : null,
      }
    case 'blocked':
      return { delivery: 'blocked', transition: null }
    // The same subscriber complains, whatever their address is now.
    case 'complaint':
      return { delivery: 'complained', transition: 'complain' }
    case 'opt_out':
      return { delivery: null, transition: 'unsubscribe' }
    default:
      return { delivery: null, transition: null }
  }
}

export type { ReportKind } from '../../mail/reports/kind.ts'
