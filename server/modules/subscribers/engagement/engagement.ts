import { systemPool } from '../../../core/context.ts'
import type { PageSpec, SortKey } from '../../../core/page/sql.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'
import { type RateCount, rankSql } from '../../../lib/text/rates.ts'

// subscriber_engagement counts each subscriber's emails of the last 90 days. Triggers on deliveries update it in the same transaction, and
// a job subtracts emails older than that (decision 0011).

const COUNTS: Partial<Record<RateCount, string>> = { sent: 'e.sent', opened: 'e.opens', clicked: 'e.clicks' }
const count = (name: RateCount): string => COUNTS[name] ?? '0'

export type EngagementSort = keyof typeof ENGAGEMENT_RANK

/** Expressions over `subscriber_engagement e`, exactly as in its indexes. 0 without emails. */
export const ENGAGEMENT_RANK = {
  engagement__sent: { expr: 'e.sent', type: 'integer' },
  engagement__opens: { expr: 'e.opens', type: 'integer' },
  engagement__clicks: { expr: 'e.clicks', type: 'integer' },
  engagement__open_rate: { expr: rankSql('open_rate', { count }), type: 'double precision' },
  engagement__click_rate: { expr: rankSql('click_rate', { count }), type: 'double precision' },
} satisfies Record<string, Omit<SortKey, 'dir'>>

export const isEngagementSort = (sort: string): sort is EngagementSort => Object.hasOwn(ENGAGEMENT_RANK, sort)

export const joinEngagement = (id: string) => `subscriber_engagement e on e.account_id = $1 and e.subscriber_id = ${id}`

/**
 * Returns the from clauses of a list sorted by a rank. Subscribers without emails are only in the index by `sent`, which makes imports
 * cheaper (decision 0050). Lists by other ranks read them from there, by id.
 */
export function rankedSubscribers(
  sort: EngagementSort,
): Pick<PageSpec, 'from' | 'and_from' | 'and_key' | 'count_from'> {
  const from = `subscriber t join ${joinEngagement('t.id')}`
  // Every subscriber has a row in subscriber_engagement.
  const count_from = 'subscriber t'
  if (sort === 'engagement__sent') return { from, count_from }
  return { from: `${from} and e.sent > 0`, and_from: from, and_key: { expr: 'e.sent', value: 0 }, count_from }
}

const ROWS_PER_BATCH = 5_000

/** Recounts subscribers of all accounts whose oldest counted email is older than 90 days. Returns their number. */
export async function expireEngagement({ budget }: { budget?: Budget } = {}): Promise<number> {
  for (let expired = 0; ; ) {
    const { rows } = await systemPool().query<{ count: number }>('select expire_engagement($1) as count', [
      ROWS_PER_BATCH,
    ])
    const count = rows[0]?.count ?? 0
    expired += count
    if (count < ROWS_PER_BATCH || budget?.isSpent()) return expired
  }
}

/** Returns the age in seconds of the oldest email that is still counted after its 90 days. 0: none. */
export async function engagementLagSeconds(): Promise<number> {
  const { rows } = await systemPool().query<{ seconds: number | null }>(
    `select extract(epoch from now() - interval '90 days' - min(first_sent_at))::float8 as seconds
     from subscriber_engagement where first_sent_at is not null`,
  )
  return Math.max(0, rows[0]?.seconds ?? 0)
}
