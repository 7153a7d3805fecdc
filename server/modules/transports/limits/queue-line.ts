import type { Ctx } from '../../../core/context.ts'
import { dayOf } from './limits.ts'

// Messages delayed by a limit form a line per email: each gets the time at which the limit is expected to allow it, and is not claimed
// before. So an email with many such messages does not retry them repeatedly or delay its others, and a small email does not wait for all
// messages of a large one.

const DAY_MS = 86_400_000

/** Messages of one email that wait for one limit. */
export interface Waiting {
  cause: string
  /** No message is sent before this time. */
  from: Date
  count: number
  per_second: number
}

/** Appends messages to the lines. Returns the due time of the first new message of each line; the others follow at the line's rate. */
export async function lineUp(
  ctx: Ctx,
  { mail_id, waiting }: { mail_id: number; waiting: readonly Waiting[] },
): Promise<Map<string, Date>> {
  if (waiting.length === 0) return new Map()
  const seconds = waiting.map(({ count, per_second }) => count / per_second)
  const rows = await ctx.sql.rows<{ cause: string; until: Date }>(
    `insert into mail_wait as l (account_id, mail_id, cause, until)
     select $1, $2, cause, begins + make_interval(secs => seconds)
     from unnest($3::text[], $4::timestamptz[], $5::float8[]) as w(cause, begins, seconds) order by cause
     on conflict (account_id, mail_id, cause) do update set until = greatest(l.until,
         excluded.until - make_interval(secs => (select seconds from unnest($3::text[], $5::float8[]) as w(cause, seconds) where w.cause = l.cause)))
       + make_interval(secs => (select seconds from unnest($3::text[], $5::float8[]) as w(cause, seconds) where w.cause = l.cause))
     returning cause, until`,
    [mail_id, waiting.map(({ cause }) => cause), waiting.map(({ from }) => from), seconds],
  )
  return new Map(
    rows.map(({ cause, until }) => {
      const of = waiting.find((one) => one.cause === cause)
      return [cause, new Date(+until - (of ? (of.count - 1) / of.per_second : 0) * 1000)]
    }),
  )
}

/** Returns the days (from tomorrow, 0) on which messages are sent, given each day's allowance and the messages already assigned. */
export function assignDays(
  count: number,
  { taken, first_day, allowance }: { taken: number; first_day: number; allowance: (day: number) => number | null },
): { days: number[]; taken: number; day: number } {
  const days: number[] = []
  let [day, used_count] = [first_day, taken]
  while (days.length < count) {
    const most = allowance(day)
    if (most !== null && used_count >= most) {
      day++
      used_count = 0
      continue
    }
    days.push(day)
    used_count++
  }
  return { days, taken: used_count, day }
}

/**
 * Appends messages to the line of a daily allowance. They are due at the same time on the following days.
 * @param allowance messages per day, tomorrow being 0; null: no limit
 */
export async function lineUpForDays(
  ctx: Ctx,
  {
    mail_id,
    cause,
    count,
    allowance,
  }: { mail_id: number; cause: string; count: number; allowance: (day: number) => number | null },
): Promise<Date[]> {
  const now = ctx.now()
  const tomorrow = Date.parse(`${dayOf(now)}T00:00:00Z`) + DAY_MS
  const line = await ctx.sql.one<{ until: Date; used: number }>(
    'select until, used from mail_wait where account_id = $1 and mail_id = $2 and cause = $3',
    [mail_id, cause],
  )
  const first_day = line ? Math.max(Math.floor((+line.until - tomorrow) / DAY_MS), 0) : 0
  const taken = line && +line.until >= tomorrow ? line.used : 0
  const assignment = assignDays(count, { taken, first_day, allowance })
  const due = (day: number) => new Date(+now + (day + 1) * DAY_MS)
  await ctx.sql.run(
    `insert into mail_wait as l (account_id, mail_id, cause, until, used) values ($1, $2, $3, $4, $5)
     on conflict (account_id, mail_id, cause) do update set until = excluded.until, used = excluded.used`,
    [mail_id, cause, due(assignment.day), assignment.taken],
  )
  return assignment.days.map(due)
}
