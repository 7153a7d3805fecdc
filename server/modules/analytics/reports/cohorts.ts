import type { Ctx } from '../../../core/context.ts'
import { iso } from '../../../core/wire.ts'
import { localDate } from '../../../lib/time/time-zone.ts'
import { COHORT_MONTHS } from '../counting/cohorts.ts'
import { addMonths } from '../months.ts'
import type { Cohort, CohortReport } from '../report-schema.ts'

interface CohortRow {
  joined_in: string
  month: string
  joined: number
  subscribed: number
  engaged: number
}

/** Returns the monthly activity of subscribers who joined in this month and the twelve months before. */
export async function getCohorts(ctx: Ctx): Promise<CohortReport> {
  const [account, rows] = await Promise.all([
    ctx.sql.one<{ time_zone: string; cohorts_at: Date | null; is_counting: boolean }>(
      `select a.time_zone, k.cohorts_at, k.cohorts_at is null and exists (select from subscriber where account_id = $1) as is_counting
       from account a left join analytics_account k on k.account_id = a.id where a.id = $1`,
    ),
    ctx.sql.rows<CohortRow>(
      `select to_char(joined_in, 'YYYY-MM-DD') as joined_in, to_char(month, 'YYYY-MM-DD') as month, joined, subscribed, engaged
       from analytics_cohort where account_id = $1 order by joined_in, month`,
    ),
  ])
  if (!account) throw new Error('The account does not exist')
  const { time_zone, cohorts_at, is_counting } = account
  const current = `${localDate(time_zone, ctx.now()).slice(0, 7)}-01`
  const first = addMonths(current, -COHORT_MONTHS)
  const cohorts = [...Map.groupBy(rows, ({ joined_in }) => joined_in)]
    .filter(([joined_in]) => joined_in >= first)
    .map(([joined_in, of_cohort]): Cohort => {
      const by_month = new Map(of_cohort.map((row) => [row.month, row]))
      const months = Array.from({ length: COHORT_MONTHS + 1 }, (_, n) => {
        const month = addMonths(joined_in, n)
        const row = by_month.get(month)
        if (!row) return null
        const { joined, subscribed, engaged } = row
        return { is_partial: month === current, joined, subscribed, engaged }
      })
      // Sign-ups may be confirmed late, so a cohort's latest count is correct.
      return { joined_in, joined: of_cohort.at(-1)?.joined ?? 0, months }
    })
  return { time_zone, counted_at: cohorts_at && iso(cohorts_at), is_counting, cohorts }
}
