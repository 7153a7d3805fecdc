import { type Ctx, systemCtx, systemPool } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'
import { localDate, startOfDay } from '../../../lib/time/time-zone.ts'
import { addMonths } from '../months.ts'

/** Number of months after joining for which a cohort is followed. */
export const COHORT_MONTHS = 12
const COUNTED_EACH_MS = 20 * 3_600_000

/**
 * Counts the activity of the last twelve months' cohorts in the month that begins on this day, and replaces earlier figures. Subscribers
 * who never confirmed belong to no cohort.
 */
export function countCohorts(ctx: Ctx, { month, time_zone }: { month: string; time_zone: string }): Promise<void> {
  return write(ctx, async (tx) => {
    const starts = startOfDay(time_zone, month)
    const month_end = startOfDay(time_zone, addMonths(month, 1))
    const first = startOfDay(time_zone, addMonths(month, -COHORT_MONTHS))
    await tx.sql.run('delete from analytics_cohort where account_id = $1 and month = $2::date', [month])
    await tx.sql.run(COUNT, [month, starts, month_end, first, time_zone, tx.now()])
  })
}

// $2 month, $3-$4 its bounds, $5 beginning of the first cohort, $6 time zone, $7 now. An active subscriber was always active, unless a
// state change shows otherwise. A click implies an open; where opens are not tracked, clicks count instead.
const COUNT = `
  with joined as materialized (
    select s.id, date_trunc('month', s.created_at at time zone $6)::date as joined_in, s.state = 'active' as is_active
    from subscriber s where s.account_id = $1 and s.state <> 'inactive' and s.created_at >= $5 and s.created_at < $4
  ), engaged as materialized (
    select distinct e.subscriber_id from engagement e
    where e.account_id = $1 and e.occurred_at >= $3 and e.occurred_at < $4 and e.kind = 'open' and not e.is_machine
    union
    select d.subscriber_id from delivery d
    where (select not open_tracking_enabled from account where id = $1) and d.account_id = $1 and d.sent_at >= $3 and d.sent_at < $4
      and d.clicked_at is not null
  )
  insert into analytics_cohort (account_id, joined_in, month, joined, subscribed, engaged)
  select $1, j.joined_in, $2::date, count(*), count(*) filter (where case when j.is_active or $7::timestamptz < $4 then j.is_active
      else (select c.to_state = 'active' from state_change c where c.account_id = $1 and c.subscriber_id = j.id and c.occurred_at < $4
        order by c.occurred_at desc, c.id desc limit 1) end), count(e.subscriber_id)
  from joined j left join engaged e on e.subscriber_id = j.id
  group by j.joined_in`

/**
 * Counts the cohorts of accounts that are due, each once a day, until the budget is spent. A month that has ended is counted one last time.
 */
export async function countDueCohorts({ now, budget }: { now: () => Date; budget: Budget }): Promise<void> {
  for (;;) {
    const account_id = await claimAccount(now())
    if (account_id === undefined) return
    await countCohortsOf({ ...systemCtx(account_id), now }, { budget })
    if (budget.isSpent()) return
  }
}

async function claimAccount(now: Date): Promise<number | undefined> {
  const { rows } = await systemPool().query<{ account_id: number }>(
    `update analytics_account set cohorts_due_at = $2 where account_id = (
       select account_id from analytics_account where cohorts_due_at <= $1 order by cohorts_due_at, account_id limit 1 for update skip locked)
     returning account_id`,
    [now, new Date(+now + 3_600_000)],
  )
  return rows[0]?.account_id
}

/** Counts this month, and each month that was not counted after its end. Stops when the budget is spent, and is then due again. */
export async function countCohortsOf(ctx: Ctx, { budget }: { budget?: Budget } = {}): Promise<void> {
  const now = ctx.now()
  const account = await ctx.sql.one<{ time_zone: string; cohorts_at: Date | null; counted: string[] }>(
    `select k.time_zone, k.cohorts_at, array(select distinct to_char(month, 'YYYY-MM-DD') from analytics_cohort where account_id = $1) as counted
     from analytics_account k where k.account_id = $1`,
  )
  if (!account) return
  const { time_zone, cohorts_at, counted } = account
  const current = monthOf(time_zone, now)
  // Without a complete count, existing rows come from an interrupted one.
  const final_before = cohorts_at === null ? current : monthOf(time_zone, cohorts_at)
  const due = Array.from({ length: COHORT_MONTHS + 1 }, (_, n) => addMonths(current, n - COHORT_MONTHS)).filter(
    (month) => month >= final_before || !counted.includes(month),
  )
  for (const [at, month] of due.entries()) {
    await countCohorts(ctx, { month, time_zone })
    if (at < due.length - 1 && budget?.isSpent()) return setDue(ctx, { cohorts_at, due_at: now })
  }
  await setDue(ctx, { cohorts_at: now, due_at: new Date(+now + COUNTED_EACH_MS) })
}

const monthOf = (time_zone: string, at: Date) => `${localDate(time_zone, at).slice(0, 7)}-01`

async function setDue(ctx: Ctx, { cohorts_at, due_at }: { cohorts_at: Date | null; due_at: Date }): Promise<void> {
  await ctx.sql.run('update analytics_account set cohorts_at = $2, cohorts_due_at = $3 where account_id = $1', [
    cohorts_at,
    due_at,
  ])
}
