import { type Ctx, systemPool } from '../../../core/context.ts'
import { FIGURES, type FigureName, SAMPLES } from '../../../core/instance/figures.ts'
import { programVersion } from '../../../core/instance/version.ts'
import { iso, isoOrNull } from '../../../core/wire.ts'
import { SERVICE_ACCOUNT } from '../../../db/scope.ts'
import { lastScheduled, OVERDUE_MS } from '../../backups/service.ts'
import { countAllWaiting } from '../../delivery/bounces/waves.ts'
import { listCircuits } from '../../transports/service.ts'
import type { Figure, InstanceOverview } from '../overview-schema.ts'

const HOURS = 24
const DAYS = 30
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Figures shown by day. */
const DAILY: readonly FigureName[] = ['accounts', 'database_bytes']

interface Row {
  per: 'hour' | 'recent' | 'day'
  name: FigureName
  at: Date
  value: number
  latest_at: Date
}

/** SQL of a value: counts are summed, and the last sample is used. */
const VALUE = `case when name = any ($2) then (array_agg(value order by at desc))[1] else greatest(sum(value), 0) end::float8 as value,
  max(at) as latest_at`

const OVERVIEW_SQL = `
  select 'hour' as per, name, date_trunc('hour', at, 'UTC') as at, ${VALUE}
  from instance_figure where name = any ($1) and at >= $4 group by 2, 3
  union all
  select 'recent', name, $3::timestamptz, ${VALUE}
  from instance_figure where name = any ($1) and at > $3::timestamptz - interval '1 hour' group by 2
  union all
  select 'day', name, date_trunc('day', at, 'UTC'), ${VALUE}
  from instance_figure where name = any ($5) and at >= $6 group by 2, 3
  order by 3`

/** Returns the figures of the whole instance: each hour of the last day, and each of the last 30 days (UTC) for daily figures. */
export async function readOverview(ctx: Ctx): Promise<InstanceOverview> {
  const now = ctx.now()
  const hours = buckets(now, HOUR_MS, HOURS)
  const days = buckets(now, DAY_MS, DAYS)
  const [{ rows }, circuits, made_at, waves] = await Promise.all([
    systemPool().query<Row>(OVERVIEW_SQL, [FIGURES, SAMPLES, now, hours[0], DAILY, days[0]]),
    listCircuits(),
    lastScheduled(ctx),
    countAllWaiting(),
  ])
  const valuesOf = (per: Row['per'], name: FigureName) =>
    new Map(rows.filter((row) => row.per === per && row.name === name).map(({ at, value }) => [+at, value]))
  const figures = Object.fromEntries(
    FIGURES.map((name): [FigureName, Figure] => {
      const values = valuesOf('hour', name)
      const isSample = SAMPLES.some((sample) => sample === name)
      const recent = valuesOf('recent', name).get(+now) ?? null
      const per_hour = hours.map((at) => values.get(+at) ?? (isSample ? null : 0))
      return [
        name,
        {
          latest: isSample ? ([...values.values()].at(-1) ?? null) : (recent ?? 0),
          day: isSample ? null : per_hour.reduce<number>((sum, value) => sum + (value ?? 0), 0),
          per_hour,
        },
      ]
    }),
  ) as Record<FigureName, Figure>
  const sampled = rows.filter(({ name }) => name === 'accounts').map(({ latest_at }) => latest_at)
  return {
    version: programVersion(),
    sampled_at: isoOrNull(sampled.toSorted((a, b) => +a - +b).at(-1) ?? null),
    hours: hours.map((at) => iso(at)),
    figures,
    backup:
      made_at === undefined ? null : { made_at: isoOrNull(made_at), is_overdue: +now - +(made_at ?? 0) > OVERDUE_MS },
    refusing: circuits
      .filter(({ account_id }) => account_id === SERVICE_ACCOUNT)
      .map(({ transport, kind, since, reply }) => ({ transport, kind, since: iso(since), reply })),
    refused_accounts: new Set(circuits.flatMap(({ account_id }) => (account_id === SERVICE_ACCOUNT ? [] : account_id)))
      .size,
    bouncing_accounts: new Set(waves.flatMap(({ state, account_id }) => (state === 'waiting' ? account_id : []))).size,
    days: days.map((at) => ({
      date: iso(at).slice(0, 10),
      accounts: valuesOf('day', 'accounts').get(+at) ?? null,
      database_bytes: valuesOf('day', 'database_bytes').get(+at) ?? null,
    })),
  }
}

/** Returns the starts of the last `count` hours or days, including the current one. */
function buckets(now: Date, ms: number, count: number): Date[] {
  const last = Math.floor(+now / ms) * ms
  return Array.from({ length: count }, (_, at) => new Date(last - (count - 1 - at) * ms))
}
