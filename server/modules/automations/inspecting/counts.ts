import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { BY_HAND } from '../entering/enter.ts'
import { Graph } from '../graph-schema.ts'
import type { AutomationCounts, CountRange, StepCounts } from '../inspecting-schema.ts'

interface Counted {
  draft: unknown
  graph: unknown
  counts: (Pick<StepCounts, 'entered' | 'passed' | 'failed' | 'ended'> & {
    step_id: string
    exits: StepCounts['exits'] | null
  })[]
  now: { state: string; step_id: string | null; count: number }[]
  completed: number
  left: number
}

/**
 * Counts subscribers per step over a range of days, and who is at each step now. Steps of earlier versions are included while they have
 * counts. Throws not_found.
 */
export async function countSteps(ctx: Ctx, { id, from, to }: CountRange): Promise<AutomationCounts> {
  const row = await ctx.sql.one<Counted>(COUNT, [id, from ?? null, to ?? null])
  if (!row) throw notFound()
  const graphs = [row.draft, row.graph].flatMap((graph) => (graph ? Graph.parse(graph) : []))
  const trigger_ids = new Set([BY_HAND, ...graphs.flatMap(({ triggers }) => triggers.map((trigger) => trigger.id))])
  const steps: AutomationCounts['steps'] = {}
  const triggers: AutomationCounts['triggers'] = {}
  const at = (step_id: string) => {
    steps[step_id] ??= { entered: 0, passed: 0, failed: 0, ended: 0, waiting: 0, held: 0, exits: {} }
    return steps[step_id]
  }
  for (const { step_id, entered, exits, ...counts } of row.counts) {
    if (trigger_ids.has(step_id)) triggers[step_id] = { entered }
    else Object.assign(at(step_id), { ...counts, entered, exits: exits ?? {} })
  }
  for (const { state, step_id, count } of row.now) {
    if (step_id === null) continue
    if (state === 'held') at(step_id).held = count
    else at(step_id).waiting += count
  }
  return { steps, triggers, completed: row.completed, left: row.left }
}

const COUNT = `
  with days as materialized (
    select c.* from automation_step_count c
    where c.account_id = $1 and c.automation_id = $2 and c.day >= coalesce($3::date, '-infinity') and c.day <= coalesce($4::date, 'infinity')
  ), exits as (
    select x.step_id, json_object_agg(x.exit, x.taken) as exits
    from (select d.step_id, e.key as exit, sum(e.value::int)::int as taken from days d, jsonb_each_text(d.exits) e group by 1, 2) x
    group by 1
  ), counts as (
    select d.step_id, sum(d.entered)::int as entered, sum(d.passed)::int as passed, sum(d.failed)::int as failed,
      sum(d.ended)::int as ended
    from days d group by 1
  )
  select t.draft, (select v.graph from automation_version v
      where v.account_id = t.account_id and v.automation_id = t.id and v.version = t.version) as graph,
    (select coalesce(json_agg(json_build_object('step_id', c.step_id, 'entered', c.entered, 'passed', c.passed, 'failed', c.failed,
      'ended', c.ended, 'exits', x.exits)), '[]') from counts c left join exits x on x.step_id = c.step_id) as counts,
    (select coalesce(json_agg(n), '[]') from (
      select r.state, r.step_id, count(*)::int as count from automation_run r
      where r.account_id = $1 and r.automation_id = $2 and r.state in ('held', 'ready', 'waiting') group by 1, 2) n) as now,
    ${endedSql('completed')}, ${endedSql('left')}
  from automation t where t.account_id = $1 and t.id = $2 and t.deleted_at is null`

/** Without a range, the index of runs answers. */
function endedSql(state: 'completed' | 'left'): string {
  const ended = `select count(*)::int from automation_run r join account a on a.id = r.account_id
    where r.account_id = $1 and r.automation_id = $2 and r.state = '${state}'`
  const day = '(r.ended_at at time zone a.time_zone)::date'
  return `case when $3::date is null and $4::date is null
    then (select count(*)::int from automation_run r where r.account_id = $1 and r.automation_id = $2 and r.state = '${state}')
    else (${ended} and ${day} >= coalesce($3::date, '-infinity') and ${day} <= coalesce($4::date, 'infinity')) end as ${state === 'left' ? '"left"' : state}`
}
