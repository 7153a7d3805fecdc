import { systemCtx, systemPool } from '../../../core/context.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'
import { countDay } from './count-day.ts'

/** Accounts per statement that searches for days with activity. */
const ACCOUNTS_PER_BATCH = 100
/** Maximum age of the days that are counted when an account is first seen. Ranges do not go back further. */
export const MAX_DAYS = 800
/** Number of days that a run claims together. A day whose count fails is due again after an hour, behind the others. */
const DAYS_PER_CLAIM = 10

const HAPPENED = `exists (select from delivery d where d.account_id = a.id and d.sent_at >= b.starts and d.sent_at < b.ends)
      or exists (select from delivery d where d.account_id = a.id and d.bounced_at >= b.starts and d.bounced_at < b.ends)
      or exists (select from subscriber s where s.account_id = a.id and s.created_at >= b.starts and s.created_at < b.ends)
      or exists (select from state_change c where c.account_id = a.id and c.occurred_at >= b.starts and c.occurred_at < b.ends)`

/**
 * Adds a row for each day with activity of the next accounts after this id: yesterday and today, all days since an account's last visit,
 * and its whole past on the first visit. A changed time zone makes every day of the account due. Returns the id to continue after, null at
 * the end.
 */
export async function noteDays({
  after,
  now,
  accounts = ACCOUNTS_PER_BATCH,
}: {
  after: number
  now: Date
  accounts?: number
}): Promise<number | null> {
  const { rows } = await systemPool().query<{ last: number | null; read: number }>(
    // The lock skips accounts that are being deleted, and prevents a deletion before the rows are inserted.
    `with looked_at as materialized (
       select id from account where id > $1 order by id limit $3
     ), next as materialized (
       select id, c.time_zone, ($2::timestamptz at time zone c.time_zone)::date as today from account c join looked_at using (id)
       for key share of c
     ), a as materialized (
       select n.*, greatest(least(coalesce(k.noted_to, n.today), n.today) - 1, n.today - $4::int) as first_day, k.account_id is null as is_new,
         k.time_zone <> n.time_zone as has_moved
       from next n left join analytics_account k on k.account_id = n.id
       where exists (select from subscriber s where s.account_id = n.id)
     ), noted as (
       insert into analytics_day (account_id, day, next_count_at)
       select a.id, d.day, $2 from a
       cross join lateral generate_series((case when is_new or has_moved then a.today - $4::int else a.first_day end)::timestamp,
         a.today::timestamp, interval '1 day') g(at)
       cross join lateral (select g.at::date as day) d
       cross join lateral (select g.at at time zone a.time_zone as starts, (g.at + interval '1 day') at time zone a.time_zone as ends) b
       where ${HAPPENED}
       on conflict (account_id, day) do nothing
     ), moved as (
       update analytics_day d set next_count_at = $2 from a where a.has_moved and d.account_id = a.id
     ), parted as (
       delete from analytics_cohort c using a where a.has_moved and c.account_id = a.id
     ), kept as (
       insert into analytics_account as k (account_id, time_zone, noted_to, cohorts_due_at) select id, time_zone, today, $2 from a
       on conflict (account_id) do update set time_zone = excluded.time_zone, noted_to = excluded.noted_to,
         cohorts_at = case when k.time_zone = excluded.time_zone then k.cohorts_at end,
         cohorts_due_at = case when k.time_zone = excluded.time_zone then k.cohorts_due_at else $2 end
       where k.time_zone <> excluded.time_zone or k.noted_to <> excluded.noted_to
     )
     select max(id) as last, count(*)::int as read from looked_at`,
    [after, now, accounts, MAX_DAYS],
  )
  const { last = null, read = 0 } = rows[0] ?? {}
  return read < accounts ? null : last
}

interface Counting {
  now: () => Date
  budget: Budget
  /** Limits the count to one account. */
  account_id?: number
}

/** Counts due days, the longest overdue first, until the budget is spent. */
export async function countDueDays({ now, budget, account_id }: Counting): Promise<void> {
  for (;;) {
    const due = await claimDays(now(), account_id)
    for (const { account_id: of, ...day } of due) await countDay({ ...systemCtx(of), now }, day)
    if (due.length < DAYS_PER_CLAIM || budget.isSpent()) return
  }
}

async function claimDays(
  now: Date,
  account_id: number | undefined,
): Promise<{ account_id: number; day: string; time_zone: string }[]> {
  const { rows } = await systemPool().query<{ account_id: number; day: string; time_zone: string }>(
    `with due as (
       select account_id, day from analytics_day where next_count_at <= $1${account_id === undefined ? '' : ' and account_id = $3'}
       order by next_count_at, account_id, day limit ${DAYS_PER_CLAIM} for update skip locked
     )
     update analytics_day d set next_count_at = $2 from due, analytics_account k
     where d.account_id = due.account_id and d.day = due.day and k.account_id = d.account_id
     returning d.account_id, to_char(d.day, 'YYYY-MM-DD') as day, k.time_zone`,
    [now, new Date(+now + 3_600_000), ...(account_id === undefined ? [] : [account_id])],
  )
  return rows
}
