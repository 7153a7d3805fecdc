import { wholeOf } from '../../../lib/text/rates.ts'

// Limits of large mailbox providers (B7). Counts are compared as integers. As at Amazon SES, only hard bounces count: full mailboxes and
// rejected content say nothing about the origin of addresses.

/** The window is today and the six days before, in UTC. */
export const WINDOW_DAYS = 7

/** `warn` and `pause` are per thousand messages. Fewer messages than `least` count as `least`, so a single complaint has little weight. */
export const LIMITS = {
  complaints: { warn: 1, pause: 3, least: 2_000 },
  bounces: { warn: 50, pause: 100, least: 200 },
} as const

export type GuardCause = keyof typeof LIMITS
export type GuardState = 'good' | 'warned' | 'paused'

export interface ReputationCounts {
  sent: number
  failed: number
  hard_bounced: number
  complained: number
}

/** Returns the bad messages and the total that a limit compares. */
export const shareOf = (cause: GuardCause, counts: ReputationCounts): { part: number; whole: number } =>
  cause === 'complaints'
    ? { part: counts.complained, whole: wholeOf('complaint_rate', counts) }
    : { part: counts.hard_bounced, whole: wholeOf('hard_bounce_rate', counts) }

/** Decides by the counts of the window. Complaints come first, because they do more harm. */
export function decideReputation(counts: ReputationCounts): { state: GuardState; cause: GuardCause | null } {
  for (const state of ['pause', 'warn'] as const) {
    for (const cause of ['complaints', 'bounces'] as const) {
      const { least, [state]: limit } = LIMITS[cause]
      const { part, whole } = shareOf(cause, counts)
      if (part * 1_000 >= limit * Math.max(whole, least))
        return { state: state === 'pause' ? 'paused' : 'warned', cause }
    }
  }
  return { state: 'good', cause: null }
}
