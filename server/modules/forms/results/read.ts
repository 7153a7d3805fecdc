import type { Ctx } from '../../../core/context.ts'
import { iso } from '../../../core/wire.ts'
import { addDays, localDate } from '../../../lib/time/time-zone.ts'
import { getForm } from '../service.ts'
import type { FormResultsFilter } from '../settings-schema.ts'
import { compareVersions, type TestDecision, type VersionCounts } from './significance.ts'

interface Counts {
  views: number
  sign_ups: number
}

/** What happened at a form in the days until today, in the account's time zone. */
export interface FormResults extends Counts {
  /** Of those who signed up in the range, and have neither confirmed nor unsubscribed. */
  unconfirmed: number
  blocked: number
  days: (Counts & { date: string })[]
  /** The most frequent first; an empty value stands for all others. */
  sources: (Counts & { value: string })[]
  pages: (Counts & { value: string })[]
  /** Of the whole test, whatever the range. Null without one. */
  test: { started_at: string; a: VersionCounts; b: VersionCounts; decision: TestDecision } | null
}

const MOST_SHOWN = 10

/** Returns views and sign-ups by day, source and page. Throws not_found. */
export async function getFormResults(ctx: Ctx, { id, days }: FormResultsFilter): Promise<FormResults> {
  const form = await getForm(ctx, { id })
  const { time_zone } = await ctx.db.account.findFirstOrThrow({ select: { time_zone: true } })
  const until = localDate(time_zone, ctx.now())
  const since = addDays(until, 1 - days)
  const range = [id, since, until]
  const by_day = await ctx.sql.rows<Counts & { date: string; blocked: number }>(
    `select to_char(day, 'YYYY-MM-DD') as date, coalesce(sum(views), 0)::int as views, coalesce(sum(sign_ups), 0)::int as sign_ups,
       greatest(coalesce(sum(blocked), 0), 0)::int as blocked
     from form_count where account_id = $1 and form_id = $2 and day between $3::date and $4::date and kind in ('total', 'blocked')
     group by day order by day`,
    range,
  )
  const unconfirmed = await ctx.sql.one<{ count: number }>(
    `select count(*)::int as count from form_subscription x
       join subscriber s on s.account_id = $1 and s.id = x.subscriber_id and s.state = 'inactive'
     where x.account_id = $1 and x.form_id = $2 and x.added_at >= $3::timestamp at time zone $5
       and x.added_at < ($4::date + 1)::timestamp at time zone $5`,
    [...range, time_zone],
  )
  const known = new Map(by_day.map((row) => [row.date, row]))
  const dates = Array.from({ length: days }, (_, at) => addDays(since, at))
  const sum = (of: 'views' | 'sign_ups' | 'blocked') => by_day.reduce((total, row) => total + row[of], 0)
  return {
    views: sum('views'),
    sign_ups: sum('sign_ups'),
    blocked: sum('blocked'),
    unconfirmed: unconfirmed?.count ?? 0,
    days: dates.map((date) => ({
      date,
      views: known.get(date)?.views ?? 0,
      sign_ups: known.get(date)?.sign_ups ?? 0,
    })),
    sources: await mostFrequent(ctx, 'source', range),
    pages: await mostFrequent(ctx, 'page', range),
    test:
      form.test_started_at && (await testOf(ctx, form.test_started_at, { id, number: form.test_number, time_zone })),
  }
}

const mostFrequent = (ctx: Ctx, kind: 'source' | 'page', range: readonly unknown[]) =>
  ctx.sql.rows<Counts & { value: string }>(
    `select value, sum(views)::int as views, sum(sign_ups)::int as sign_ups from form_count
     where account_id = $1 and form_id = $2 and day between $3::date and $4::date and kind = $5
     group by value order by sum(sign_ups) desc, sum(views) desc, value limit ${MOST_SHOWN}`,
    [...range, kind],
  )

async function testOf(
  ctx: Ctx,
  started_at: Date,
  { id, number, time_zone }: { id: number; number: number; time_zone: string },
) {
  const rows = await ctx.sql.rows<VersionCounts & { version: string }>(
    `select version, sum(views)::int as views, sum(sign_ups)::int as sign_ups from form_count
     where account_id = $1 and form_id = $2 and day >= $3::date and kind = 'total' and version = any ($4)
     group by version`,
    [id, localDate(time_zone, started_at), [`a${number}`, `b${number}`]],
  )
  const of = (version: 'a' | 'b'): VersionCounts => {
    const { views = 0, sign_ups = 0 } = rows.find((row) => row.version.startsWith(version)) ?? {}
    return { views, sign_ups }
  }
  const [a, b] = [of('a'), of('b')]
  return { started_at: iso(started_at), a, b, decision: compareVersions(a, b) }
}
