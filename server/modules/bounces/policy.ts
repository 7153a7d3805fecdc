import type { ReportKind } from '../../mail/reports/kind.ts'

/** Consecutive messages that bounced softly, after which a subscriber counts as bounced: contract 8.2.2. */
export const MOST_SOFT_BOUNCES = 5

export interface Situation {
  kind: ReportKind
  /** False if the subscriber has changed their address since the message was sent. */
  is_current_address: boolean
  /** The longest run of messages that bounced softly without a delivery between, this one included. */
  soft_bounces: number
}

export interface Decision {
  /** How the delivery is marked. */
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
        transition: is_current_address && soft_bounces >= MOST_SOFT_BOUNCES ? 'bounce' : null,
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

/**
 * Returns the longest run of soft bounces, and the one that ends with the latest soft bounce. `outcomes` are the subscriber's messages,
 * oldest first: whether each bounced softly.
 */
export function softBounceRuns(outcomes: readonly boolean[]): { longest: number; latest: number } {
  let [run, longest, latest] = [0, 0, 0]
  for (const is_soft of outcomes) {
    run = is_soft ? run + 1 : 0
    if (is_soft) latest = run
    longest = Math.max(longest, run)
  }
  return { longest, latest }
}

export type { ReportKind } from '../../mail/reports/kind.ts'
