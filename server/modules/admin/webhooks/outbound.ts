import { adminWrite } from '../../../core/audit/admin-write.ts'
import { type Ctx, systemPool } from '../../../core/context.ts'
import { isoSql } from '../../../core/wire.ts'
import { rowsSql } from '../../../db/statements/rows-sql.ts'
import { setCallsPaused } from '../../apps/review/pause-calls.ts'
import type { CallsQuery, OutboundCalls, PauseApp, ResumeApp } from '../webhooks-schema.ts'

const HOUR_MS = 3_600_000
const RANGE_MS = { day: 24 * HOUR_MS, week: 168 * HOUR_MS }
const MAX_APPS = 100
const MAX_HOSTS = 50
/** Maximum number of automations' requests that are counted. */
const MAX_COUNTED = 100_000

const APPS = `
  with calls as (
    select app_id, sum(calls)::int as calls, sum(failures)::int as failures from outbound_hour where hour >= $1::timestamptz and app_id > 0 group by 1
  ), waiting as (
    select g.app_id, count(*)::int as waiting, (count(*) filter (where c.attempts > 0))::int as retrying,
      min(c.next_attempt_at) as next_attempt_at,
      (array_agg(c.problem order by c.next_attempt_at desc) filter (where c.problem is not null))[1] as problem
    from (
      select plugin_id, attempts, next_attempt_at, problem from automation_call where state in ('queued', 'retrying') limit ${MAX_COUNTED}
    ) c join app_plugin g on g.id = c.plugin_id group by 1
  ), pulled as (
    select g.app_id, count(*)::int as pulled, (count(*) filter (where p.failures > 0))::int as failing,
      min(p.next_at) filter (where p.failures > 0) as next_pull_at,
      (array_agg(p.problem order by p.next_at desc) filter (where p.problem is not null))[1] as problem
    from automation_pull p join app_plugin g on g.id = p.plugin_id group by 1
  )
  select a.id, a.name, coalesce(c.calls, 0) as calls, coalesce(c.failures, 0) as failures, coalesce(w.waiting, 0) as waiting,
    coalesce(w.retrying, 0) as retrying, ${isoSql('w.next_attempt_at')} as next_attempt_at, coalesce(p.pulled, 0) as pulled,
    coalesce(p.failing, 0) as failing, ${isoSql('p.next_pull_at')} as next_pull_at, coalesce(w.problem, p.problem) as problem,
    ${isoSql('a.calls_paused_at')} as paused_at, a.calls_paused_reason as paused_reason
  from app a left join calls c on c.app_id = a.id left join waiting w on w.app_id = a.id left join pulled p on p.app_id = a.id
  where a.deleted_at is null
    and (a.calls_paused_at is not null or c.app_id is not null or w.app_id is not null or p.app_id is not null)
  order by (a.calls_paused_at is not null) desc, coalesce(c.failures, 0) + coalesce(w.retrying, 0) + coalesce(p.failing, 0) desc,
    coalesce(c.calls, 0) desc, a.id limit ${MAX_APPS}`

const HOSTS = `
  select kind, nullif(app_id, 0) as app_id, host, sum(calls)::int as calls, sum(failures)::int as failures,
    (array_agg(last_error order by hour desc) filter (where last_error is not null))[1] as last_error
  from outbound_hour where hour >= $1::timestamptz group by 1, 2, 3 order by 5 desc, 4 desc, 3, 1 limit ${MAX_HOSTS}`

const POINTS = `
  select ${isoSql('h.at')} as at, coalesce(sum(o.calls), 0)::int as calls, coalesce(sum(o.failures), 0)::int as failures
  from generate_series($1::timestamptz, $2::timestamptz, interval '1 hour') h(at) left join outbound_hour o on o.hour = h.at
  group by h.at order by h.at`

const CALLS = `select ${rowsSql(POINTS)} as points, ${rowsSql(APPS)} as apps, ${rowsSql(HOSTS)} as hosts`

/** Lists apps whose servers are called, with their waiting requests, and called hosts. Both with most failures first. */
export async function listCalls(ctx: Ctx, { range }: CallsQuery): Promise<OutboundCalls> {
  const hour = Math.floor(+ctx.now() / HOUR_MS) * HOUR_MS
  const { rows } = await systemPool().query<OutboundCalls>(CALLS, [
    new Date(hour + HOUR_MS - RANGE_MS[range]),
    new Date(hour),
  ])
  return rows[0] ?? { points: [], apps: [], hosts: [] }
}

/** Pauses all requests to an app's server. Automations' requests wait for the resumption. Throws not_found. */
export const pauseApp = (ctx: Ctx, { app_id, reason }: PauseApp): Promise<void> =>
  adminWrite(ctx, {}, async (tx, record) => {
    const { name } = await setCallsPaused(tx, { app_id, reason })
    await record({ action: 'app_calls_paused', details: { name, reason, app_id } })
  })

/** Resumes requests to an app's server. Waiting requests are sent within a minute. Throws not_found. */
export const resumeApp = (ctx: Ctx, { app_id }: ResumeApp): Promise<void> =>
  adminWrite(ctx, {}, async (tx, record) => {
    const { name } = await setCallsPaused(tx, { app_id, reason: null })
    await record({ action: 'app_calls_resumed', details: { name, app_id } })
  })
