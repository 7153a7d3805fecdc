import type { Ctx } from '../../../core/context.ts'
import { iso } from '../../../core/wire.ts'
import { rowsSql } from '../../../db/statements/rows-sql.ts'
import { addDays, localDate } from '../../../lib/time/time-zone.ts'
import { getForm } from '../service.ts'
import type { FormResultsFilter } from '../settings-schema.ts'
import { compareVersions, type TestDecision, type VersionCounts } from './significance.ts'

interface Counts {
  views: number
  sign_ups: number
}

/** Counts of a test of two versions so far. */
interface FormTest {
  started_at: string
  a: VersionCounts
  b: VersionCounts
  decision: TestDecision
  /** Origins of the visitors of both versions, the most frequent first; an empty value stands for all others. */
  sources: { value: string; a: VersionCounts; b: VersionCounts }[]
}

/** Counts of a form in the days until today, in the account's time zone. */
export interface FormResults extends Counts {
  /** Subscribers who signed up in the range, and have neither confirmed nor unsubscribed. */
  unconfirmed: number
  blocked: number
  days: (Counts & { date: string })[]
  /** The most frequent first; an empty value stands for all others. */
  sources: (Counts & { value: string })[]
  pages: (Counts & { value: string })[]
  /** Counts of the whole test, whatever the range. Null without one. */
  test: FormTest | null
}

const MAX_SHOWN = 10

interface Found {
  by_day: (Counts & { date: string; blocked: number })[]
  sources: FormResults['sources']
  pages: FormResults['pages']
  unconfirmed: number
}

/** Counts of form $2 from day $3 to day $4. */
const IN_RANGE = 'account_id = $1 and form_id = $2 and day between $3::date and $4::date'

const BY_DAY = rowsSql(
  `select to_char(day, 'YYYY-MM-DD') as date, coalesce(sum(views), 0)::int as views, coalesce(sum(sign_ups), 0)::int as sign_ups,
     greatest(coalesce(sum(blocked), 0), 0)::int as blocked
   from form_count where ${IN_RANGE} and kind in ('total', 'blocked') group by day order by day`,
)

const mostFrequent = (kind: 'source' | 'page') =>
  rowsSql(
    `select value, sum(views)::int as views, sum(sign_ups)::int as sign_ups from form_count where ${IN_RANGE} and kind = '${kind}'
     group by value order by sum(sign_ups) desc, sum(views) desc, value limit ${MAX_SHOWN}`,
  )

/** Returns views and sign-ups by day, source and page. Throws not_found. */
export async function getFormResults(ctx: Ctx, { id, days }: FormResultsFilter): Promise<FormResults> {
  const form = await getForm(ctx, { id })
  const { time_zone } = await ctx.db.account.findFirstOrThrow({ select: { time_zone: true } })
  const until = localDate(time_zone, ctx.now())
  const since = addDays(until, 1 - days)
  const totals = await ctx.sql.one<Found>(
    `select ${BY_DAY} as by_day, ${mostFrequent('source')} as sources, ${mostFrequent('page')} as pages,
       (select count(*)::int from form_subscription x
         join subscriber s on s.account_id = $1 and s.id = x.subscriber_id and s.state = 'inactive'
        where x.account_id = $1 and x.form_id = $2 and x.added_at >= $3::date::timestamp at time zone $5
          and x.added_at < ($4::date + 1)::timestamp at time zone $5) as unconfirmed`,
    [id, since, until, time_zone],
  )
  const { by_day = [], sources = [], pages = [], unconfirmed = 0 } = totals ?? {}
  const row_by_date = new Map(by_day.map((row) => [row.date, row]))
  const dates = Array.from({ length: days }, (_, at) => addDays(since, at))
  const sum = (of: 'views' | 'sign_ups' | 'blocked') => by_day.reduce((total, row) => total + row[of], 0)
  return {
    views: sum('views'),
    sign_ups: sum('sign_ups'),
    blocked: sum('blocked'),
    unconfirmed,
    days: dates.map((date) => ({
      date,
      views: row_by_date.get(date)?.views ?? 0,
      sign_ups: row_by_date.get(date)?.sign_ups ?? 0,
    })),
    sources,
    pages,
    test:
      form.test_started_at && (await testOf(ctx, form.test_started_at, { id, number: form.test_number, time_zone })),
  }
}

async function testOf(
  ctx: Ctx,
  started_at: Date,
  { id, number, time_zone }: { id: number; number: number; time_zone: string },
): Promise<FormTest> {
  const rows = await ctx.sql.rows<{ kind: 'total' | 'source'; value: string; a: VersionCounts; b: VersionCounts }>(
    `with counted as (
       select kind, value, coalesce(sum(views) filter (where version = $4), 0)::int as a_views,
         coalesce(sum(sign_ups) filter (where version = $4), 0)::int as a_sign_ups,
         coalesce(sum(views) filter (where version = $5), 0)::int as b_views,
         coalesce(sum(sign_ups) filter (where version = $5), 0)::int as b_sign_ups
       from form_count where account_id = $1 and form_id = $2 and day >= $3::date and kind in ('total', 'source')
         and version in ($4, $5)
       group by kind, value
     )
     select kind, value, jsonb_build_object('views', a_views, 'sign_ups', a_sign_ups) as a,
       jsonb_build_object('views', b_views, 'sign_ups', b_sign_ups) as b
     from counted order by kind = 'source', a_sign_ups + b_sign_ups desc, a_views + b_views desc, value limit ${MAX_SHOWN + 1}`,
    [id, localDate(time_zone, started_at), `a${number}`, `b${number}`],
  )
  const none = { views: 0, sign_ups: 0 }
  const { a, b } = rows.find(({ kind }) => kind === 'total') ?? { a: none, b: none }
  const sources = rows.filter(({ kind }) => kind === 'source').map(({ kind: _, ...row }) => row)
  return { started_at: iso(started_at), a, b, decision: compareVersions(a, b), sources }
}
