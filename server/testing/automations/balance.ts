import type { Ctx } from '../../core/context.ts'
import { BY_HAND } from '../../modules/automations/entering/enter.ts'
import { countSteps } from '../../modules/automations/inspecting/counts.ts'
import { INSIDE, PLACES } from '../../modules/automations/running/inside.ts'

/**
 * Returns the inconsistent counts of an automation. Every subscriber who entered a step must have passed it, been moved, ended there, or
 * still be there. Every subscriber who entered the automation must be inside, have completed it, left, or been deleted.
 */
export async function imbalancesOf(ctx: Ctx, { id }: { id: number }): Promise<string[]> {
  const { steps, triggers, completed, left, deleted } = await countSteps(ctx, { id })
  const problems = Object.entries(steps).flatMap(([step, { entered, passed, moved, ended, waiting, held }]) =>
    entered === passed + moved + ended + waiting + held
      ? []
      : [
          `${step}: ${entered} entered, ${passed} passed, ${moved} moved, ${ended} ended, ${waiting} wait, ${held} held`,
        ],
  )
  const entered = Object.values(triggers).reduce((sum, trigger) => sum + trigger.entered, 0)
  const inside = await ctx.db.automationRun.count({ where: { automation_id: id, ended_at: null } })
  if (entered !== inside + completed + left + deleted)
    problems.push(
      `${entered} entered, ${inside} are inside, ${completed} completed, ${left} left, ${deleted} were deleted`,
    )
  return [...problems, ...(await misplacedOf(ctx, id))]
}

/** Compares the counts of each version and step with the runs. */
async function misplacedOf(ctx: Ctx, id: number): Promise<string[]> {
  const rows = await ctx.sql.rows<{ version: number; step_id: string; counted: number; count: number }>(
    `with runs as (
       select r.version, p.step_id, count(*)::int as count
       from automation_run r, lateral (values ('all_runs'), (r.step_id)) p(step_id)
       where r.account_id = $1 and r.automation_id = $2 and r.ended_at is null and p.step_id is not null group by 1, 2
     ), counted as (
       select i.version, 'all_runs' as step_id, i.count from (${INSIDE}) i
       union all select p.version, p.step_id, p.count from (${PLACES}) p
       where p.step_id <> '${BY_HAND}' and not exists (select from automation_version v
         where v.account_id = $1 and v.automation_id = $2
           and v.graph @> jsonb_build_object('triggers', jsonb_build_array(jsonb_build_object('id', p.step_id))))
     )
     select version, step_id, coalesce(c.count, 0) as counted, coalesce(r.count, 0) as count
     from counted c full join runs r using (version, step_id) where c.count is distinct from r.count order by 1, 2`,
    [id],
  )
  return rows.map((row) => `version ${row.version}, ${row.step_id}: ${row.counted} counted, ${row.count} are there`)
}
