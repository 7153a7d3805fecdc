import type { ReportKind } from '../../mail/reports/kind.ts'
import { MAX_SOFT_BOUNCES } from '../delivery/bounces/soft-bounces.ts'

export interface Situation {
  kind: ReportKind
  /** False if the subscriber has changed the address since the message was sent. */
  is_current_address: boolean
  /** The longest run of soft-bounced messages without a delivery in between, including this one. */
  soft_bounces: number
}

export interface Decision {
  delivery: 'hard' | 'soft' | 'blocked' | 'complained' | null
  /** The transition of the subscriber's state. */
  transition: 'bounce' | 'complain' | 'unsubscribe' | null
}

/** Decides the consequences of a report. docs/bounces.md contains this function as a table. */
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
    // The complaint is the subscriber's, whatever their current address.
    case 'complaint':
      return { delivery: 'complained', transition: 'complain' }
    case 'opt_out':
      return { delivery: null, transition: 'unsubscribe' }
    default:
      return { delivery: null, transition: null }
  }
}

export type { ReportKind } from '../../mail/reports/kind.ts'
