import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { iso } from '../../../core/wire.ts'
import { addDays, localDate, startOfDay } from '../../../lib/time/time-zone.ts'
import { MAX_DAYS } from '../counting/days.ts'
import type { RangeView, ReportRange, Span } from '../report-schema.ts'

/** A range with the values that queries need. */
export interface ResolvedRange {
  view: RangeView
  /** The first day to read: of the preceding range if it is compared, otherwise of the range. */
  first: string
  from: string
  to: string
  /** The starts of the first day, of the range, and of the day after it. */
  instants: { first: Date; from: Date; end: Date }
}

/** Returns the days of a range in the account's time zone. Throws invalid for days in the future or no longer counted. */
export async function resolveRange(ctx: Ctx, { days, compare, ...given_range }: ReportRange): Promise<ResolvedRange> {
  const account = await ctx.sql.one<{ time_zone: string; counted_at: Date | null; is_counting: boolean }>(
    `select a.time_zone, (select max(counted_at) from analytics_day where account_id = $1) as counted_at,
       exists (select from subscriber where account_id = $1) and (
         not exists (select from analytics_day where account_id = $1)
         or exists (select from analytics_day where account_id = $1 and counted_at is null)
       ) as is_counting
     from account a where a.id = $1`,
  )
  if (!account) throw new Error('The account does not exist')
  const { time_zone, counted_at, is_counting } = account
  const today = localDate(time_zone, ctx.now())
  const { from = addDays(today, 1 - days), to = today } = given_range
  if (from > today) throw invalid('from must not be in the future')
  const earliest = addDays(today, -MAX_DAYS)
  if (from < earliest) throw invalid(`from must be on or after ${earliest}`)
  const length = lengthOf({ from, to })
  const previous = compare ? { from: addDays(from, -length), to: addDays(from, -1) } : null
  const first = previous?.from ?? from
  return {
    view: { time_zone, from, to, previous, counted_at: counted_at && iso(counted_at), is_counting },
    first,
    from,
    to,
    instants: {
      first: startOfDay(time_zone, first),
      from: startOfDay(time_zone, from),
      end: startOfDay(time_zone, addDays(to, 1)),
    },
  }
}

const lengthOf = ({ from, to }: Span) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

/** Longer ranges are shown by week. */
const MAX_POINTS = 45

/** Splits a range into days, or a long one into weeks that end with its last day; the first week may be shorter. Oldest first. */
export function spansOf({ from, to }: Span): Span[] {
  const step = lengthOf({ from, to }) > MAX_POINTS ? 7 : 1
  const spans: Span[] = []
  for (let end = to; end >= from; end = addDays(end, -step)) {
    const start = addDays(end, 1 - step)
    spans.push({ from: start < from ? from : start, to: end })
  }
  return spans.reverse()
}

/** Groups rows of days by spans, including spans without rows. */
export function inSpans<Row extends { day: string }>(
  spans: readonly Span[],
  rows: readonly Row[],
): (Span & { rows: Row[] })[] {
  const out = spans.map((span) => ({ ...span, rows: [] as Row[] }))
  for (const row of rows) out.find(({ from, to }) => row.day >= from && row.day <= to)?.rows.push(row)
  return out
}
