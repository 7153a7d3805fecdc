import { systemPool } from '../../../core/context.ts'
import type { PageSpec, SortKey } from '../../../core/page-sql.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'
import { type RateCount, rankSql } from '../../../lib/text/rates.ts'

// Everybody's mail of the trailing 90 days, in subscriber_engagement: triggers on the ledger keep it with every change, in the
// same transaction; what grows older than 90 days is taken out by a job (decision 0017).

const COUNTS: Partial<Record<RateCount, string>> = { sent: 'e.sent', opened: 'e.opens', clicked: 'e.clicks' }
const count = (name: RateCount): string => COUNTS[name] ?? '0'

export type EngagementSort = keyof typeof ENGAGEMENT_RANK

/** Over `subscriber_engagement e`, to the letter what its indexes are over. People without mail are 0. */
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
 * Where a list by a rank reads `subscriber t` and its rank. Subscribers without mail have an entry in the index by `sent` only, so
 * they cost less to import (decision 0049): in other ranks they come from there, by id.
 */
export function rankedSubscribers(
  sort: EngagementSort,
): Pick<PageSpec, 'from' | 'and_from' | 'and_key' | 'count_from'> {
  const from = `subscriber t join ${joinEngagement('t.id')}`
  // Every subscriber has a row there.
  const count_from = 'subscriber t'
  if (sort === 'engagement__sent') return { from, count_from }
  return { from: `${from} and e.sent > 0`, and_from: from, and_key: { expr: 'e.sent', value: 0 }, count_from }
}

const ROWS_AT_ONCE = 5_000

/** Counts again, over all accounts, everyone whose oldest counted mail is older than 90 days. Returns how many. */
export async function expireEngagement({ budget }: { budget?: Budget } = {}): Promise<number> {
  for (let expired = 0; ; ) {
    const { rows } = await systemPool().query<{ count: number }>('select expire_engagement($1) as count', [
      ROWS_AT_ONCE,
    ])
    const count = rows[0]?.count ?? 0
    expired += count
    if (count < ROWS_AT_ONCE || budget?.isSpent()) return expired
  }
}

/** How long the oldest mail that is still counted has been due to leave the window; 0 when none is late. */
export async function engagementLagSeconds(): Promise<number> {
  const { rows } = await systemPool().query<{ seconds: number | null }>(
    `select extract(epoch from now() - interval '90 days' - min(first_sent_at))::float8 as seconds
     from subscriber_engagement where first_sent_at is not null`,
  )
  return Math.max(0, rows[0]?.seconds ?? 0)
}
