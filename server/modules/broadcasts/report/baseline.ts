import type { Ctx } from '../../../core/context.ts'
import { percentOf } from '../../../lib/text/rates.ts'
import { BASELINE_RATES, type Baseline, type BaselineRate, type RateBaseline } from '../baseline-schema.ts'

/** Maximum number of earlier broadcasts to compare with. */
const MAX_BROADCASTS = 10

/** Facts of an earlier broadcast. */
export interface EarlierBroadcast {
  sent: number
  failed: number
  opened: number
  clicked: number
  unsubscribed: number
  bounced: number
  open_tracking: boolean
  click_tracking: boolean
}

/** Returns the rates of the ten previous broadcasts. */
export async function readBaseline(ctx: Ctx, { mail_id }: { mail_id: number }): Promise<Baseline> {
  return baselineOf(
    await ctx.sql.rows<EarlierBroadcast>(
      `select m.sent, m.failed, m.opened, m.clicked, m.unsubscribed, m.bounced, coalesce((m.snapshot->>'open_tracking')::boolean, true) as open_tracking,
         coalesce((m.snapshot->>'click_tracking')::boolean, true) as click_tracking
       from mail m where m.account_id = $1 and m.id < $2 and m.kind = 'broadcast' and m.sent > 0 and m.completed_at is not null
       order by m.id desc limit ${MAX_BROADCASTS}`,
      [mail_id],
    ),
  )
}

/**
 * Returns median, lowest and highest of each rate. A broadcast without open tracking has no open rate, as opposed to zero; the same for
 * clicks.
 */
export function baselineOf(earlier: readonly EarlierBroadcast[]): Baseline {
  return Object.fromEntries(
    BASELINE_RATES.map((rate) => [
      rate,
      spreadOf(earlier.flatMap((one) => (isTracked(one, rate) ? (percentOf(rate, one) ?? []) : []))),
    ]),
  ) as Record<BaselineRate, RateBaseline | null>
}

const isTracked = ({ open_tracking, click_tracking }: EarlierBroadcast, rate: BaselineRate) =>
  rate === 'open_rate' ? open_tracking : rate === 'click_rate' ? click_tracking : true

function spreadOf(values: readonly number[]): RateBaseline | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [lowest] = sorted
  const highest = sorted.at(-1)
  if (lowest === undefined || highest === undefined) return null
  const upper = sorted[Math.floor(sorted.length / 2)] ?? lowest
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? lowest
  return { broadcasts: sorted.length, median: Math.round(((lower + upper) / 2) * 100) / 100, lowest, highest }
}
