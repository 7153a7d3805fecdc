import { type Ctx, systemPool } from '../../../core/context.ts'
import { iso } from '../../../core/wire.ts'
import type { AccountApiUse, ApiCounts, ApiUse, ApiUseQuery } from '../api-use-schema.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MAX_ACCOUNTS = 50
const MAX_CREDENTIALS = 200
const ACCOUNT_DAYS = 30

/** The chart's points for each range. Accounts are counted by day, so a range of hours counts them since yesterday. */
const RANGES = {
  day: { point_ms: HOUR_MS, points: 24 },
  week: { point_ms: DAY_MS, points: 7 },
  month: { point_ms: DAY_MS, points: 30 },
}

const FIGURES = { api_requests: 'requests', api_refused: 'refused', api_faults: 'faults' } as const

const SUMS = 'sum(requests)::float8 as requests, sum(refused)::float8 as refused, sum(faults)::float8 as faults'

const accountsSql = (sort: ApiUseQuery['sort']) => `
  select a.id, a.name, u.requests, u.refused, u.faults, u.of_accounts
  from (select account_id, ${SUMS}, sum(sum(requests)) over ()::float8 as of_accounts from api_day where day >= $1::date group by 1
    order by ${sort === 'errors' ? 'sum(refused + faults) desc, sum(requests) desc' : 'sum(requests) desc'}, account_id
    limit ${MAX_ACCOUNTS}) u
  join account a on a.id = u.account_id
  order by ${sort === 'errors' ? 'u.refused + u.faults desc, u.requests desc' : 'u.requests desc'}, a.id`

const noCounts = (): ApiCounts => ({ requests: 0, refused: 0, faults: 0 })

/** Returns the API's traffic over time, and the accounts with the most of it. */
export async function readApiUse(ctx: Ctx, { range, sort }: ApiUseQuery): Promise<ApiUse> {
  const { point_ms, points: count } = RANGES[range]
  const last = Math.floor(+ctx.now() / point_ms) * point_ms
  const from = new Date(last - (count - 1) * point_ms)
  const first_day = iso(from).slice(0, 10)
  const { rows } = await systemPool().query<{ name: keyof typeof FIGURES; at: Date | null; value: number }>(
    `select name, date_bin($3 * interval '1 ms', at, $1) as at, greatest(sum(value), 0)::float8 as value
     from instance_figure where name = any ($2) and at >= $1 group by 1, 2
     union all
     select name, null, greatest(sum(value), 0)::float8
     from instance_figure where name = 'api_requests' and at >= $4::date::timestamp at time zone 'UTC' group by 1`,
    [from, Object.keys(FIGURES), point_ms, first_day],
  )
  const { rows: account_rows } = await systemPool().query<ApiUse['accounts'][number] & { of_accounts: number }>(
    accountsSql(sort),
    [first_day],
  )
  const points = Array.from({ length: count }, (_, index) => ({
    at: iso(new Date(+from + index * point_ms)),
    ...noCounts(),
  }))
  const total = noCounts()
  const requests = rows.find(({ at }) => at === null)?.value ?? 0
  for (const { name, at, value } of rows) {
    if (at === null) continue
    const point = points[Math.round((+at - +from) / point_ms)]
    if (!point) continue
    point[FIGURES[name]] = value
    total[FIGURES[name]] += value
  }
  const counted = { since: first_day, of_accounts: account_rows[0]?.of_accounts ?? 0, requests }
  return { points, total, counted, accounts: account_rows.map(({ of_accounts: _, ...account }) => account) }
}

/** Returns an account's use of the API: by day, and by API key and app. */
export async function readAccountApiUse(ctx: Ctx): Promise<AccountApiUse> {
  const today = Math.floor(+ctx.now() / DAY_MS) * DAY_MS
  const dates = Array.from({ length: ACCOUNT_DAYS }, (_, index) =>
    iso(new Date(today - (ACCOUNT_DAYS - 1 - index) * DAY_MS)).slice(0, 10),
  )
  const days = await ctx.sql.rows<ApiCounts & { date: string }>(
    `select to_char(day, 'YYYY-MM-DD') as date, ${SUMS} from api_day where account_id = $1 and day >= $2::date group by 1`,
    [dates[0]],
  )
  const found = new Map(days.map((day) => [day.date, day]))
  return {
    days: dates.map((date) => found.get(date) ?? { date, ...noCounts() }),
    by: await ctx.sql.rows<AccountApiUse['by'][number]>(
      `select kind, subject_id as id, ${SUMS} from api_day where account_id = $1 and day >= $2::date
       group by 1, 2 order by sum(requests) desc, 1, 2 limit ${MAX_CREDENTIALS}`,
      [dates[0]],
    ),
  }
}
