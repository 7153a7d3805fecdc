// The only definition of net growth: subscribers who joined, minus active ones who unsubscribed, bounced or complained. A sign-up counts
// before it is confirmed, and an unconfirmed one is never subtracted. `/v4` has a different definition (`accounts/stats.ts#getGrowthStats`,
// contract 8.1.6).

/** SQL condition that `subscriber s` joined between two instants. */
export const joinedSql = (from: string, end: string): string => `s.created_at >= ${from} and s.created_at < ${end}`

/** SQL condition that a subscriber left by `state_change c` between two instants. */
export const leftSql = (from: string, end: string): string =>
  `c.occurred_at >= ${from} and c.occurred_at < ${end} and c.from_state = 'active' and c.to_state in ('cancelled', 'bounced', 'complained')`

/** SQL condition that a subscriber who left by `state_change c` unsubscribed. Others bounced or complained. */
export const UNSUBSCRIBED_SQL = `(c.to_state = 'cancelled')`

export interface Growth {
  joined: number
  unsubscribed: number
  /** Bounced or complained. */
  lost: number
}

export const netOf = ({ joined, unsubscribed, lost }: Growth): number => joined - unsubscribed - lost
