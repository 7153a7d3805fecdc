import type { Ctx } from '../../core/context.ts'
import { isoSql } from '../../core/wire.ts'
import { rowsSql } from '../../db/statements/rows-sql.ts'
import { COMING_SQL, type ComingVersion, countComing } from '../automations/inspecting/coming.ts'
import { type Home, type Problem, SETUP_STEPS, type SetupStep, type Upcoming } from './schema.ts'

/** Returns the home page's data besides the figures: the setup of a new account, what needs attention, and upcoming emails. */
export async function getHome(ctx: Ctx): Promise<Home> {
  const [setup, found] = await Promise.all([findSetup(ctx), findProblemsAndUpcoming(ctx)])
  return { setup, ...found }
}

type SetupRow = Record<SetupStep, boolean> & { is_hidden: boolean; mail_is_caught: boolean }

async function findSetup(ctx: Ctx): Promise<Home['setup']> {
  const row = await ctx.sql.one<SetupRow>(
    `select a.is_setup_hidden as is_hidden, a.mail_is_caught, btrim(coalesce(a.postal_address, '')) <> '' as postal_address,
       exists (select from sending_domain t where t.account_id = $1 and t.verified_at is not null) as sending_domain,
       exists (select from subscriber t where t.account_id = $1) as subscribers,
       exists (select from form t where t.account_id = $1 and t.status = 'active') as form,
       exists (
         select from sequence t join sequence_email e on e.account_id = $1 and e.sequence_id = t.id
         where t.account_id = $1 and t.deleted_at is null and t.active and e.deleted_at is null and e.published
       ) as sequence,
       exists (select from broadcast t where t.account_id = $1 and t.status in ('sending', 'completed')) as broadcast
     from account a where a.id = $1`,
  )
  if (!row || row.is_hidden) return []
  // Caught emails need no sending domain.
  const steps = SETUP_STEPS.filter((step) => step !== 'sending_domain' || !row.mail_is_caught)
  return steps.every((step) => row[step]) ? [] : steps.map((step) => ({ step, is_done: row[step] }))
}

const PER_KIND = 5
const RECENTLY = `interval '7 days'`

/** SQL of each kind of problem, most urgent first: a source with `id`, `name`, `reason`, `count` and `since`. */
const PROBLEMS: Record<Problem['kind'], string> = {
  broadcast_stopped: `select t.id, t.subject as name, t.problem as reason, null::int as count, t.stopped_at as since
    from broadcast t where t.account_id = $1 and t.status = 'sending' and t.stopped_at is not null and t.stopped_by is null`,
  no_postal_address: `select 0 as id, '' as name, null as reason, count(*)::int as count, null::timestamptz as since
    from account a join sequence t on t.account_id = $1 and t.active and t.deleted_at is null
      and exists (select from sequence_email e where e.account_id = $1 and e.sequence_id = t.id and e.published and e.deleted_at is null)
    where a.id = $1 and btrim(coalesce(a.postal_address, '')) = '' having count(*) > 0`,
  domain_broken: `select t.id, t.domain as name, null as reason, null::int as count, t.broken_at as since
    from sending_domain t where t.account_id = $1 and t.broken_at is not null`,
  broadcast_not_sent: `select t.id, t.subject as name, t.problem as reason, null::int as count, t.updated_at as since
    from broadcast t where t.account_id = $1 and t.status = 'draft' and t.problem is not null`,
  webhook_disabled: `select t.id, t.name, t.disabled_reason as reason, null::int as count, t.updated_at as since
    from webhook_endpoint t where t.account_id = $1 and t.status <> 'active' and t.disabled_by in ('failures', 'instance')`,
  webhook_failing: `select t.id, t.name, null as reason, null::int as count, t.failing_since as since
    from webhook_endpoint t where t.account_id = $1 and t.status = 'active' and t.failing_since < $2::timestamptz - interval '1 hour'`,
  automation_held: `select t.id, t.name, null as reason, r.count, null::timestamptz as since
    from automation t cross join lateral (
      select count(*)::int as count from (
        select from automation_run r where r.account_id = $1 and r.automation_id = t.id and r.state = 'held' limit 1000
      ) r
    ) r where t.account_id = $1 and t.deleted_at is null and r.count > 0`,
  import_failed: `select t.id, t.filename as name, t.error as reason, null::int as count, t.updated_at as since
    from import t where t.account_id = $1 and t.state = 'failed' and t.updated_at > $2::timestamptz - ${RECENTLY}`,
  export_failed: `select t.id, t.filename as name, t.error as reason, null::int as count, t.updated_at as since
    from export t where t.account_id = $1 and t.state = 'failed' and t.updated_at > $2::timestamptz - ${RECENTLY}`,
}

const FIND_PROBLEMS = Object.entries(PROBLEMS)
  .map(
    (
      [kind, rows],
      urgency,
    ) => `(select ${urgency} as urgency, '${kind}' as kind, t.id, coalesce(t.name, '') as name, t.reason, t.count,
       ${isoSql('t.since')} as since, t.since as since_time from (${rows} order by id desc limit ${PER_KIND}) t)`,
  )
  .join(' union all ')

async function findProblemsAndUpcoming(ctx: Ctx): Promise<Omit<Home, 'setup'>> {
  const row = await ctx.sql.one<Omit<Upcoming, 'automations'> & { problems: Problem[]; versions: ComingVersion[] }>(
    `select
       ${rowsSql(
         `select kind, id, name, reason, count, since from (${FIND_PROBLEMS}) t order by urgency, since_time desc nulls last, id desc`,
       )} as problems,
       coalesce((select jsonb_agg(to_jsonb(b) order by b.send_at, b.id) from (
         select t.id, t.subject, ${isoSql('t.send_at')} as send_at,
           case when t.plan->>'kind' = 'time_zones' then t.plan->>'at' end as local_send_at from broadcast t
         where t.account_id = $1 and t.status = 'scheduled' and t.send_at is not null order by t.send_at, t.id limit 5
       ) b), '[]') as broadcasts,
       coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'due', s.due) order by s.due desc, s.id) from (
         select q.id, q.name, d.due from (
           select t.id, t.name from sequence t where t.account_id = $1 and t.active and t.deleted_at is null order by t.id desc limit 100
         ) q cross join lateral (
           select count(*)::int as due from (
             select from enrollment e where e.account_id = $1 and e.sequence_id = q.id and e.state = 'active'
               and e.next_at is not null and e.next_at < $2::timestamptz + interval '7 days' limit 10000
           ) x
         ) d where d.due > 0 order by d.due desc, q.id limit 5
       ) s), '[]') as sequences,
       ${rowsSql(COMING_SQL)} as versions`,
    [ctx.now()],
  )
  const { problems = [], broadcasts = [], sequences = [], versions = [] } = row ?? {}
  return { problems, upcoming: { broadcasts, sequences, automations: countComing(versions).slice(0, 5) } }
}
