import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { BY_HAND } from '../entering/enter.ts'
import type { AutomationCounts, CountRange, StepCounts } from '../inspecting-schema.ts'
import { PRESENT } from '../running/inside.ts'
import { ALL_RUNS } from '../running/moving.ts'

interface Counted {
  trigger_ids: string[]
  counts: (Pick<StepCounts, 'entered' | 'passed' | 'moved' | 'failed' | 'ended'> & {
    step_id: string
    exits: StepCounts['exits'] | null
  })[]
  now: { step_id: string; inside: number; held: number }[]
}

/**
 * Counts events of steps in a range of days, and subscribers at each step now. Includes steps of earlier versions that have counts. Throws
 * not_found.
 */
export async function countSteps(ctx: Ctx, { id, from, to }: CountRange): Promise<AutomationCounts> {
  const row = await ctx.sql.one<Counted>(COUNT, [id, from ?? null, to ?? null])
  if (!row) throw notFound()
  const trigger_ids = new Set([BY_HAND, ...row.trigger_ids])
  const steps: AutomationCounts['steps'] = {}
  const triggers: AutomationCounts['triggers'] = {}
  const countsAt = (step_id: string) => {
    steps[step_id] ??= { entered: 0, passed: 0, moved: 0, failed: 0, ended: 0, waiting: 0, held: 0, exits: {} }
    return steps[step_id]
  }
  const ended = { completed: 0, left: 0, deleted: 0 }
  for (const { step_id, entered, exits, ...counts } of row.counts) {
    if (step_id === ALL_RUNS)
      Object.assign(ended, { completed: counts.passed, left: counts.ended, deleted: counts.moved })
    else if (trigger_ids.has(step_id)) triggers[step_id] = { entered }
    else Object.assign(countsAt(step_id), { ...counts, entered, exits: exits ?? {} })
  }
  for (const { step_id, inside, held } of row.now) {
    if (step_id === ALL_RUNS || trigger_ids.has(step_id)) continue
    Object.assign(countsAt(step_id), { waiting: inside - held, held })
  }
  return { steps, triggers, ...ended }
}

// Held subscribers are few and adjacent in their index, so they are counted from the runs.
const COUNT = `
  with kept as materialized (
    select c.* from automation_step_count c where c.account_id = $1 and c.automation_id = $2
  ), days as materialized (
    select c.* from kept c where c.day >= coalesce($3::date, '-infinity') and c.day <= coalesce($4::date, 'infinity')
  ), held as (
    select r.step_id, count(*)::int as count from automation_run r
    where r.account_id = $1 and r.automation_id = $2 and r.state = 'held' group by 1
  ), present as (
    select c.step_id, ${PRESENT}::int as inside from kept c group by 1
  ), exits as (
    select x.step_id, json_object_agg(x.exit, x.taken) as exits
    from (select d.step_id, e.key as exit, sum(e.value::int)::int as taken from days d, jsonb_each_text(d.exits) e group by 1, 2) x
    group by 1
  ), counts as (
    select d.step_id, sum(d.entered)::int as entered, sum(d.passed)::int as passed, sum(d.moved)::int as moved,
      sum(d.failed)::int as failed,
      sum(d.ended)::int as ended
    from days d group by 1
  )
  select (select coalesce(json_agg(distinct x.id #>> '{}'), '[]') from (
      select jsonb_path_query(v.graph, '$.triggers[*].id') as id from automation_version v
      where v.account_id = t.account_id and v.automation_id = t.id) x) as trigger_ids,
    (select coalesce(json_agg(json_build_object('step_id', c.step_id, 'entered', c.entered, 'passed', c.passed, 'moved', c.moved,
      'failed', c.failed, 'ended', c.ended, 'exits', x.exits)), '[]') from counts c left join exits x on x.step_id = c.step_id) as counts,
    (select coalesce(json_agg(json_build_object('step_id', p.step_id, 'inside', p.inside, 'held', coalesce(h.count, 0))), '[]')
      from present p left join held h on h.step_id = p.step_id where p.inside > 0) as now
  from automation t where t.account_id = $1 and t.id = $2 and t.deleted_at is null`
