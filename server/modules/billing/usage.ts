import { randomUUID } from 'node:crypto'
import { systemPool } from '../../core/context.ts'
import type { Expired } from '../../db/purge.ts'
import { env } from '../../env.ts'
import type { Budget } from '../../lib/concurrency/budget.ts'

/** Accounts per statement. */
const ROWS = 1_000
/** Accounts per report. */
export const MAX_REPORTED = 500

/** Returns whether usage is reported. */
export const reportsUsage = (): boolean => env().BILLING_USAGE_URL !== undefined

/**
 * Counts active subscribers, account by account in ID order. Returns the last ID, or null at the end. A day keeps its highest count, so
 * counting twice is harmless.
 */
export async function countUsage({
  now,
  after,
  budget_ms,
}: {
  now: Date
  after: number
  budget_ms: number
}): Promise<number | null> {
  if (!reportsUsage()) return null
  const ends_at = performance.now() + budget_ms
  for (let last = after; ; ) {
    const { rows } = await systemPool().query<{ id: number | null; count: number }>(COUNT, [last, now, ROWS])
    const [{ id, count } = { id: null, count: 0 }] = rows
    if (id === null || count < ROWS) return null
    last = id
    if (performance.now() >= ends_at) return last
  }
}

const UTC_DAY = `($2::timestamptz at time zone 'UTC')::date`

const COUNT = `
  with part as (select id, plan_type from account where id > $1 order by id limit $3),
  saved as (
    insert into usage_day as u (account_id, day, plan_type, active_subscribers, peak_subscribers)
    select s.id, ${UTC_DAY}, s.plan_type, c.active, c.active from part s, lateral (
      select coalesce(sum(change), 0)::int as active from subscriber_count where account_id = s.id and state = 'active'
    ) c
    on conflict (account_id, day) do update set plan_type = excluded.plan_type, active_subscribers = excluded.active_subscribers,
      peak_subscribers = greatest(u.peak_subscribers, excluded.peak_subscribers)
    where u.batch_id is null
  )
  select max(id) as id, count(*)::int as count from part`

/** Assigns the accounts of past days to reports, each to one. A report and its accounts are one statement. */
export async function makeReports({ now, budget }: { now: Date; budget?: Budget }): Promise<void> {
  if (!reportsUsage() || budget?.has_more) return
  for (;;) {
    const { rows } = await systemPool().query<{ count: number }>(MAKE, [randomUUID(), now, MAX_REPORTED])
    if (!rows[0]?.count || budget?.isSpent()) return
  }
}

const sentSince = (from: string) =>
  `coalesce((select sum(c.sent)::int from reputation_count c
     where c.account_id = s.account_id and c.day >= ${from} and c.day <= s.day), 0)`

const MAKE = `
  with part as materialized (
    select account_id, day from usage_day
    where batch_id is null and day = (select min(day) from usage_day where batch_id is null and day < ${UTC_DAY})
    order by account_id limit $3 for update skip locked
  ), batch as (
    insert into usage_batch (id, day, created_at, next_attempt_at)
    select $1, min(day), $2::timestamptz, $2::timestamptz from part having count(*) > 0 returning id
  ), saved as (
    update usage_day u set batch_id = batch.id, messages_sent = ${sentSince('s.day')},
      messages_in_month = ${sentSince(`date_trunc('month', s.day)::date`)}
    from part s, batch where u.account_id = s.account_id and u.day = s.day
  )
  select count(*)::int as count from part`

export const EXPIRED_USAGE: readonly Expired[] = [
  { table: 'usage_day', where: 'day < $1::timestamptz::date', kept_days: 100 },
  { table: 'usage_batch', where: 'day < $1::timestamptz::date', kept_days: 100 },
]
