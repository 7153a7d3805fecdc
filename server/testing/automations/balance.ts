import type { Ctx } from '../../core/context.ts'
import { countSteps } from '../../modules/automations/inspecting/counts.ts'

/**
 * Returns where the counts of an automation do not add up: who entered a step passed it, was moved, ended there, or is there; and who
 * entered the automation is inside, completed it, left, or was deleted.
 */
export async function imbalancesOf(ctx: Ctx, { id }: { id: number }): Promise<string[]> {
  const { steps, triggers, completed, left, deleted } = await countSteps(ctx, { id })
  const found = Object.entries(steps).flatMap(([step, { entered, passed, moved, ended, waiting, held }]) =>
    entered === passed + moved + ended + waiting + held
      ? []
      : [
          `${step}: ${entered} entered, ${passed} passed, ${moved} moved, ${ended} ended, ${waiting} wait, ${held} held`,
        ],
  )
  const entered = Object.values(triggers).reduce((sum, trigger) => sum + trigger.entered, 0)
  const inside = await ctx.db.automationRun.count({ where: { automation_id: id, ended_at: null } })
  if (entered !== inside + completed + left + deleted)
    found.push(
      `${entered} entered, ${inside} are inside, ${completed} completed, ${left} left, ${deleted} were deleted`,
    )
  return found
}
