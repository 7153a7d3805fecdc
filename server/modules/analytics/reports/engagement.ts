import type { Ctx } from '../../../core/context.ts'
import { percentOf } from '../../../lib/text/rates.ts'
import { OTHER_DOMAINS } from '../../delivery/receiver-schema.ts'
import {
  type Change,
  type DeliverabilityReport,
  ENGAGEMENT_RATES,
  type EngagementCounts,
  type EngagementRate,
  type EngagementReport,
  type RateChange,
  type ReceiverRow,
  type ReportRange,
} from '../report-schema.ts'
import { inSpans, resolveRange, spansOf } from './range.ts'

const COUNTS = [
  'sent',
  'failed',
  'opened',
  'clicked',
  'unsubscribed',
  'bounced',
  'complained',
] as const satisfies readonly (keyof EngagementCounts)[]
const SUMS = COUNTS.map((name) => `sum(${name})::int as ${name}`).join(', ')

/** Maximum number of receivers listed by name. The others are summed up. */
const MAX_RECEIVERS = 20

/** Returns the messages of a range and their results, by day or week, and in total. */
export async function getEngagement(ctx: Ctx, input: ReportRange): Promise<EngagementReport> {
  const { view, first, from } = await resolveRange(ctx, input)
  const days = await ctx.sql.rows<EngagementCounts & { day: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day, ${SUMS} from analytics_receiver
     where account_id = $1 and day between $2::date and $3::date group by day`,
    [first, view.to],
  )
  const points = inSpans(spansOf(view), days).map(({ rows, ...span }) => {
    const counts = add(rows)
    return { ...span, ...counts, rates: ratesOf(counts) }
  })
  const current = add(days.filter(({ day }) => day >= from))
  const previous = view.previous && add(days.filter(({ day }) => day < from))
  return { range: view, points, totals: changesOf(current, previous), rates: rateChangesOf(current, previous) }
}

/** Returns the same by receiving domain, for the domains with most messages. */
export async function getDeliverability(ctx: Ctx, input: ReportRange): Promise<DeliverabilityReport> {
  const { view, first, from } = await resolveRange(ctx, input)
  const rows = await ctx.sql.rows<EngagementCounts & { receiver: string; is_current: boolean }>(
    `with summed as (
       select receiver, day >= $3::date as is_current, ${SUMS} from analytics_receiver
       where account_id = $1 and day between $2::date and $4::date group by 1, 2
     ), ranked as (
       select receiver, row_number() over (order by receiver = '${OTHER_DOMAINS}', sum(sent) filter (where is_current) desc nulls last,
         sum(bounced) desc, receiver) as place
       from summed group by receiver
     )
     select case when r.place <= ${MAX_RECEIVERS} then s.receiver else '${OTHER_DOMAINS}' end as receiver, s.is_current, min(r.place) as place, ${SUMS}
     from summed s join ranked r using (receiver) group by 1, 2 order by min(r.place)`,
    [first, from, view.to],
  )
  const receivers = [...Map.groupBy(rows, ({ receiver }) => receiver)].map(([receiver, of_receiver]): ReceiverRow => {
    const current = add(of_receiver.filter(({ is_current }) => is_current))
    const previous = view.previous && add(of_receiver.filter(({ is_current }) => !is_current))
    return { receiver, counts: changesOf(current, previous), rates: rateChangesOf(current, previous) }
  })
  const isOther = ({ receiver }: ReceiverRow) => receiver === OTHER_DOMAINS
  return { range: view, receivers: [...receivers.filter((row) => !isOther(row)), ...receivers.filter(isOther)] }
}

function add(rows: readonly EngagementCounts[]): EngagementCounts {
  const total = { sent: 0, failed: 0, opened: 0, clicked: 0, unsubscribed: 0, bounced: 0, complained: 0 }
  for (const row of rows) for (const name of COUNTS) total[name] += row[name]
  return total
}

const record = <Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>

const ratesOf = (counts: EngagementCounts): Record<EngagementRate, number | null> =>
  record(ENGAGEMENT_RATES, (rate) => percentOf(rate, counts))

const changesOf = (
  current: EngagementCounts,
  previous: EngagementCounts | null,
): Record<keyof EngagementCounts, Change> =>
  record(COUNTS, (name) => ({ value: current[name], previous: previous?.[name] ?? null }))

const rateChangesOf = (
  current: EngagementCounts,
  previous: EngagementCounts | null,
): Record<EngagementRate, RateChange> =>
  record(ENGAGEMENT_RATES, (rate) => ({
    value: percentOf(rate, current),
    previous: previous && percentOf(rate, previous),
  }))
