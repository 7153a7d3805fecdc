// Net growth, defined here and nowhere else: subscribers who joined, minus active ones who unsubscribed, bounced or complained. A sign-up
// counts before it is confirmed, and one that never is takes nothing away. `/v4` has its own (`accounts/stats.ts#getGrowthStats`,
// contract 8.1.6).

/** SQL of whether `subscriber s` joined within two instants. */
export const joinedSql = (from: string, end: string): string => `s.created_at >= ${from} and s.created_at < ${end}`

/** SQL of whether by `state_change c` someone left within two instants. */
export const leftSql = (from: string, end: string): string =>
  `c.occurred_at >= ${from} and c.occurred_at < ${end} and c.from_state = 'active' and c.to_state in ('cancelled', 'bounced', 'complained')`

/** SQL of whether someone who left by `state_change c` unsubscribed; others bounced or complained. */
export const UNSUBSCRIBED_SQL = `(c.to_state = 'cancelled')`

export interface Growth {
  joined: number
  unsubscribed: number
  /** Bounced or complained. */
  lost: number
}

export const netOf = ({ joined, unsubscribed, lost }: Growth): number => joined - unsubscribed - lost
